import Files
import Foundation
import SensorFormats
import Testing
import Timeline

struct ShakeLabelsTests {
  private func read(_ text: String, class movement: Int? = nil) throws -> ShakeLabels {
    try ShakeLabels(ByteSource(name: "test", bytes: Array(text.utf8)), class: movement)
  }

  @Test(
    "Labels are divided as tables of samples are",
    arguments: [
      "start,end\n1.5,2\n", "start;end\n1,5;2\n", "start\tend\n1.5\t2\n",
      "sep=;\nstart;end\n1,5;2\n",
      "start,end\r1.5,2\r", "\"start (ms)\",\"end (ms)\"\n\"1500\", 2000 \n",
      "start (min),end (min)\n0.025,0.0333333333\n", "start_ms,end_ms\n1500,2000\n",
      "note,end,start\n\"a,b\",2,1.5\n",
    ])
  func separators(text: String) throws {
    let expected = Timestamp(seconds: 1.5)...Timestamp(seconds: 2)
    #expect(try read(text).intervals == [expected])
    let wide = Array(try #require(text.data(using: .utf16)))
    #expect(try ShakeLabels(ByteSource(name: "test", bytes: wide)).intervals == [expected])
  }

  @Test(
    "Presses without a counterpart are counted",
    arguments: [
      ("1,0\n2,1\n", 1, nil), ("1,0\n2,2\n3,0\n4,1\n", 1, nil), ("1,0\n2,0\n3,1\n", 1, "1 of 3"),
      ("1,0\n2,1\n3,0\n", 1, "1 of 3"), ("1,1\n2,0\n", 0, "2 of 2"),
      ("2,0\n1,1\n", 0, "2 of 2"), ("1,2\n2,0\n3,1\n", 1, "1 of 3"),
    ] as [(String, Int, String?)])
  func unpaired(rows: String, count: Int, share: String?) throws {
    let labels = try read("timestamp,label\n" + rows)
    #expect(labels.intervals.count == count)
    let reason = "presses skipped: a start without an end, or the reverse"
    #expect(labels.notes.map(\.description) == (share.map { ["\($0) \(reason)"] } ?? []))
  }

  @Test("A press is a start, an end or a cancel", arguments: ["3", "0.5", "-1"])
  func otherPress(label: String) throws {
    let error = #expect(throws: FileError.self) { try read("timestamp,label\n1,0\n2,\(label)\n") }
    #expect(error?.position == .line(3, column: 3) && error?.expected == "0, 1 or 2")
  }

  @Test("Cells of an unused column of classes may have any text", arguments: [nil, 2])
  func classes(movement: Int?) throws {
    let text = "start,end,class\n1,2,2\n3,4,\(movement == nil ? "push" : "7")\n"
    #expect(try read(text, class: movement).intervals.count == (movement == nil ? 2 : 1))
  }

  @Test("Truncated or corrupted labels never trap")
  func mutations() {
    for text in ["start (ms);end;class\n1,5;2;3\n", "time\tlabel\n1\t0\n2\t1\n"] {
      let bytes = Array(text.utf8)
      for index in bytes.indices {
        _ = try? ShakeLabels(ByteSource(name: "cut", bytes: Array(bytes[..<index])))
        for flip: UInt8 in [0x01, 0x10, 0x80, 0xff] {
          var flipped = bytes
          flipped[index] ^= flip
          _ = try? ShakeLabels(ByteSource(name: "flip", bytes: flipped), class: 2)
        }
      }
    }
  }

  @Test(
    "Times since 1970 may be in any unit, as those of samples",
    arguments: ["1714550400", "1714550400000", "1714550400000000", "1714550400000000000"])
  func times(time: String) throws {
    let interval = Timestamp(seconds: 1_714_550_400)...Timestamp(seconds: 1_714_550_400)
    #expect(try read("timestamp,label\n\(time),0\n\(time),1\n").intervals == [interval])
  }
}
