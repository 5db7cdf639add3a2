import Contacts
import Files
import Testing
import TouchFormats

struct StrokeReaderTests {
  private func lines(_ text: String) throws -> [StrokeLine] {
    try lines(Array(text.utf8))
  }

  private func lines(_ bytes: [UInt8]) throws -> [StrokeLine] {
    let reader = try StrokeReader(ByteSource(name: "s.ndjson", bytes: bytes))
    var lines: [StrokeLine] = []
    var line = StrokeLine()
    while try reader.next(&line) { lines.append(line) }
    return lines
  }

  @Test("Each line is a drawing with its class")
  func linesAndClasses() throws {
    let read = try lines(
      """
      {"class":"x","user":"1","strokes":[[[1,2,0],[3.5,-4,10]],[[5,6]]]}

      \t {"strokes":[],"other":{"deep":[1,null,true,"s"]}}\r
      {"strokes" : [ [ ] , [ [ 7 , 8 , "t" , {} ] ] ] , "class" : "é\\u0021" }
      """)
    #expect(read.map(\.name) == ["x", nil, "é!"])
    #expect(read.map(\.line) == [1, 3, 4])
    #expect(
      read.map(\.strokes) == [
        [[Point(x: 1, y: 2), Point(x: 3.5, y: -4)], [Point(x: 5, y: 6)]], [],
        [[], [Point(x: 7, y: 8)]],
      ])
  }

  @Test("An empty file has no drawing, and a byte order mark is no part of one")
  func emptyFileAndByteOrderMark() throws {
    #expect(try lines("").isEmpty)
    #expect(try lines("\n \n").isEmpty)
    #expect(try lines("\u{feff}{\"strokes\":[]}").count == 1)
  }

  private static let faults: [(String, Int, String)] = [
    (#"{"class":"x"}"#, 1, "an object of JSON with \"strokes\""), ("[]", 1, "an object of JSON"),
    ("E: 0.1 0003", 1, "an object of JSON"), (#"{"strokes":1}"#, 12, "an array of strokes"),
    (#"{"strokes":[1]}"#, 13, "an array of points"),
    (#"{"strokes":[[1]]}"#, 14, "a point as [x, y]"),
    (#"{"strokes":[[[1]]]}"#, 16, "a point as [x, y]"),
    (#"{"strokes":[[[1,"a"]]]}"#, 17, "a number, the point's y"),
    (#"{"strokes":[[[1e999,1]]]}"#, 15, "a number, the point's x"),
    (#"{"strokes":[[[1e308,1]]]}"#, 15, "a coordinate from -1e10 to 1e10"),
    (#"{"strokes":[[[1,1.1e10]]]}"#, 17, "a coordinate from -1e10 to 1e10"),
    (#"{"strokes":[[[1,2]]]"#, 21, "a comma or a closing brace"),
    (#"{"strokes":[[[1,2]]"#, 20, "a comma or a closing bracket"),
    (#"{"strokes":[]} x"#, 16, "the end of the object"),
    (#"{"strokes":[],"strokes":[]}"#, 25, "\"strokes\" once"),
    (#"{"class":3,"strokes":[]}"#, 10, "the name of a class in quotes"),
    (#"{"strokes":[[[1,2]}"#, 19, "a comma or a closing bracket"),
  ]

  @Test("A malformed line has its line, its column and what was expected", arguments: faults)
  func malformedLines(
    text: String, column: Int, expected: String
  ) {
    let error = #expect(throws: FileError.self) { try lines("{\"strokes\":[]}\n" + text) }
    #expect(error?.position == .line(2, column: column), "\(error as Any)")
    #expect(error?.expected.hasPrefix(expected) == true, "\(error as Any)")
  }

  @Test("The largest coordinates are read")
  func largestCoordinates() throws {
    let line = try lines(#"{"strokes":[[[-1e10,1e10]]]}"#)
    #expect(line.map(\.strokes) == [[[Point(x: -1e10, y: 1e10)]]])
  }

  @Test("Compressed data is named as such")
  func compressedData() {
    let error = #expect(throws: FileError.self) { try lines([0x1f, 0x8b, 8, 0]) }
    #expect(error?.found == "compressed data (gzip -dc unpacks it)")
  }

  @Test("No cut or changed byte of a line traps")
  func damagedBytes() {
    let text = Array(#"{"class":"aé\n","strokes":[[[1,-2.5e1,0],[30,4]],[]],"x":[true,null]}"#.utf8)
    for index in text.indices {
      _ = try? lines(Array(text[..<index]))
      for byte in [0, 0x0a, 0x22, 0x2d, 0x39, 0x5b, 0x5c, 0x7d, 0xff] as [UInt8] {
        var changed = text
        changed[index] = byte
        _ = try? lines(changed)
      }
    }
  }

  @Test("A drawing replaces the one before it, whatever the number of its strokes")
  func reusedDrawing() throws {
    let long = #"{"class":"a","strokes":[[[1,1],[2,2],[3,3]],[[4,4]]]}"#
    let short = #"{"strokes":[[[9,9]]]}"#
    let read = try lines([long, short, long].joined(separator: "\n"))
    #expect(read[1].name == nil && read[1].strokes == [[Point(x: 9, y: 9)]])
    #expect(read[0].strokes == read[2].strokes)
  }
}
