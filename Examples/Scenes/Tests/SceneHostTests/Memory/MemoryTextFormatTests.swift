import Files
import Foundation
import TestSupport
import Testing
import Timeline

@testable import SceneHost

/// Saved scenes as JSON and as property lists.
struct MemoryTextFormatTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The error for a file with some text.
  private func error(_ name: String, _ text: String) throws -> String? {
    let path = try folder.write(name, text)
    return message { _ = try MemoryFile.read(path, of: "Sample") }?
      .replacing(folder.path + "/", with: "")
  }

  private func drawing() throws -> SceneMemory {
    var memory = SceneMemory(scene: "Sample")
    try memory.encode(
      [Work.Line(color: "red", points: [[0, 0.5], [120, 80.25]], name: "a \"line\"")],
      forKey: "lines")
    try memory.encode(12, forKey: "count")
    return memory
  }

  // MARK: For people and other programs

  @Test func `JSON has the values as structures, on as few lines as can be read`() throws {
    let path = folder.file("drawing.json")
    var memory = try drawing()
    try memory.encode((0..<30).map { $0 * 1000 }, forKey: "many")
    try MemoryFile.write(memory, to: path)
    let text = try folder.text("drawing.json")
    #expect(
      text.hasPrefix(
        """
        {
          "scene": "Sample",
          "v": \(MemoryFile.version),
          "values": {
            "count": 12,
            "lines": [{"color": "red", "name": "a \\"line\\"", "points": [[0, 0.5], [120, 80.25]]}],
            "many": [
              0,
              1000,
        """), "\(text)")
    #expect(text.hasSuffix("      29000\n    ]\n  }\n}\n"))
    #expect(try JSONSerialization.jsonObject(with: Data(text.utf8)) is [String: Any])
  }

  @Test func `a property list has the values as structures, which Foundation reads`() throws {
    let path = folder.file("drawing.plist")
    try MemoryFile.write(drawing(), to: path)
    let text = try folder.text("drawing.plist")
    #expect(text.contains("<key>points</key>\n\t\t\t\t<array>\n\t\t\t\t\t<array>\n"))
    #expect(text.contains("<real>80.25</real>"))
    let list = try PropertyListSerialization.propertyList(from: Data(text.utf8), format: nil)
    let values = (list as? [String: Any])?["values"] as? [String: Any]
    let lines = values?["lines"] as? [[String: Any]]
    #expect(lines?.first?["color"] as? String == "red")
    #expect(values?["count"] as? Int == 12)
  }

  @Test func `a property list that Foundation writes is read`() throws {
    let list: [String: Any] = [
      "v": 1, "scene": "Sample",
      "values": [
        "lines": [["color": "red", "points": [[0, 0.1]]]], "flag": true, "e": [String: Any](),
      ],
    ]
    let data = try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
    let path = try folder.write("a.plist", Array(data))
    let memory = try MemoryFile.read(path, of: "Sample")
    #expect(
      try memory.decode([Work.Line].self, forKey: "lines")
        == [Work.Line(color: "red", points: [[0, 0.1]], name: nil)])
    #expect(try memory.decode(Bool.self, forKey: "flag") == true)
  }

  @Test func `JSON and property lists may be formatted and commented in other ways`() throws {
    let json = try folder.write(
      "a.json", "\u{feff}{\"values\":{\"n\":1e3,\"m\":2.0},\r\n\"v\":1,\"scene\":\"Sa\\u006dple\"}")
    let list = try folder.write(
      "a.plist",
      """
      <plist><!-- by hand </array> --><dict><key>scene</key><string>Sample</string><key>v</key>
      <integer> 1 </integer><key>values</key><dict><key>n</key><real>1000</real>
      <key>m</key><integer>2</integer></dict></dict></plist>
      """)
    #expect(try MemoryFile.read(json, of: "Sample") == MemoryFile.read(list, of: "Sample"))
  }

  @Test func `control characters are saved in JSON, and refused in property lists`() throws {
    var memory = SceneMemory(scene: "Sample")
    try memory.encode("bell \u{7} \u{0} \r\n \u{202e}", forKey: "text")
    try MemoryFile.write(memory, to: folder.file("a.json"))
    #expect(try MemoryFile.read(folder.file("a.json"), of: "Sample") == memory)
    let path = folder.file("a.plist")
    #expect(
      message { try MemoryFile.write(memory, to: path) }
        == "\(path): expected texts without control characters (.json and .sqlite have them), "
        + "found a text that XML cannot represent")
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  // MARK: Errors

  @Test(arguments: [
    ("", "a.json:1:1: expected a JSON value, found the end of the line"),
    ("{\"v\": 1,\n  \"scene\": x}", "a.json:2:12: expected a JSON value, found \"x}\""),
    ("[1]", "a.json:1:1: expected a saved scene, found a list"),
    (
      "{\"scene\": \"Sample\"}",
      "a.json:1:1: expected a saved scene: its version as \"v\", found nothing"
    ),
    ("{\"v\": 0}", "a.json:1:7: expected a saved scene: its version as \"v\", found 0"),
    ("{\"v\": 1.5}", "a.json:1:7: expected a saved scene: its version as \"v\", found 1.5"),
    (
      "{\"v\": 1, \"values\": {}}",
      "a.json:1:1: expected the name of a scene as \"scene\", found nothing"
    ),
    (
      "{\"v\": 1, \"scene\": \"Sample\", \"values\": [1]}",
      "a.json:1:39: expected an object as \"values\", found a list"
    ),
    (
      "{\"v\": 1, \"scene\": \"Sample\", \"values\": {}, \"more\": 1}",
      "a.json:1:43: expected a key of version 1: v, scene, values, found \"more\""
    ),
    (
      "{\n  \"v\": 1,\n  \"scene\": 3}",
      "a.json:3:12: expected the name of a scene as \"scene\", found 3"
    ),
    (
      "{\"v\": 2, \"scene\": \"Sample\", \"values\": {},\n\"saved_at_s\": \"now\"}",
      "a.json:2:15: expected seconds as \"saved_at_s\", found \"now\""
    ),
    (
      "{\"v\": 2, \"scene\": \"Sample\", \"values\": {},\n\"rules\": \"mine\"}",
      "a.json:2:10: expected standard or textbook as \"rules\", found \"mine\""
    ),
    ("{\"v\": 1, \"v\": 1}", "a.json:1:15: expected each key once, found \"1}\""),
    ("{\"v\": NaN}", "a.json:1:7: expected a JSON value, found \"NaN}\""),
    ("{\"v\": 1e999}", "a.json:1:7: expected a JSON value, found \"1e999}\""),
    (
      "{\"v\": 99999999999999999999}",
      "a.json:1:7: expected a whole number of 64 bits, found \"99999999999999999999}\""
    ),
    ("{\"v\": 1} {}", "a.json:1:10: expected the end of the file, found \"{}\""),
  ])
  func `JSON that is no saved scene is an error with its position`(_ text: String, _ wanted: String)
    throws
  {
    #expect(try error("a.json", text) == wanted)
  }

  @Test(arguments: [
    ("", "a.plist:1:1: expected an element, found the end of the file"),
    ("bplist00\u{d1}", "a.plist: expected a property list in XML, found a binary property list"),
    ("{ v = 1; }", "a.plist:1:1: expected an element, found \"{ v = 1; }\""),
    (
      "<plist>\n<dict>\n<key>v</key></dict></plist>",
      "a.plist:3:20: expected a value, found \"</plist>\""
    ),
    (
      "<plist><dict><integer>1</integer></dict></plist>",
      "a.plist:1:23: expected <key>, found <integer>"
    ),
    ("<plist><array>text</array></plist>", "a.plist:1:27: expected an element, found \"text\""),
    (
      "<plist>\n<integer>x</integer></plist>",
      "a.plist:2:21: expected a whole number, found \"x\""
    ),
    ("<plist><real>nan</real></plist>", "a.plist:1:24: expected a finite number, found \"nan\""),
    (
      "<plist><real>1e999</real></plist>", "a.plist:1:26: expected a finite number, found \"1e999\""
    ),
    (
      "<plist><data>AAAA</data></plist>",
      "a.plist:1:25: expected empty data, which is null, found \"AAAA\""
    ),
    (
      "<plist><date>2026-01-01T00:00:00Z</date></plist>",
      "a.plist:1:41: expected a value: dict, array, string, integer, real, true or false, found \"date\""
    ),
    (
      "<plist><string>a<b/></string></plist>",
      "a.plist:1:21: expected </string>, found \"</string></plist>\""
    ),
    (
      "<plist><dict><key>a</key><true/><key>a</key><true/></dict></plist>",
      "a.plist:1:45: expected each key once, found \"a\""
    ),
    ("<plist><true/><true/></plist>", "a.plist:1:22: expected </plist>, found \"</plist>\""),
    ("<plist><array/></plist>", "a.plist:1:16: expected a saved scene, found a list"),
    (
      "<plist>\n<dict></dict></plist>",
      "a.plist:2:7: expected a saved scene: its version as \"v\", found nothing"
    ),
    (
      "<plist><dict>\n<key>v</key>\n<integer>0</integer></dict></plist>",
      "a.plist:3:10: expected a saved scene: its version as \"v\", found 0"
    ),
    (
      "<plist><dict><key>v</key><integer>1</integer>\n<key>more</key><true/></dict></plist>",
      "a.plist:2:16: expected a key of version 1: v, scene, values, found \"more\""
    ),
    (
      "<plist><dict><key>v</key><integer>1</integer><key>scene</key>\n\n<array>\n</array></dict></plist>",
      "a.plist:3:8: expected the name of a scene as \"scene\", found a list"
    ),
    ("<gpx></gpx>", "a.plist:1:6: expected <plist>, found \"</gpx>\""),
  ])
  func `a property list that is no saved scene is an error with its position`(
    _ text: String, _ wanted: String
  ) throws {
    #expect(try error("a.plist", text) == wanted)
  }

  @Test(arguments: ["json", "plist"])
  func `a file that ends early is an error, wherever it ends`(_ fileExtension: String) throws {
    let path = folder.file("a.\(fileExtension)")
    try MemoryFile.write(drawing(), to: path)
    let all = try bytes(path)
    let end = all.lastIndex { $0 != 0x0a } ?? 0
    for count in 0..<end {
      try folder.write("cut.\(fileExtension)", Array(all[...count].dropLast()))
      #expect(throws: (any Error).self, "\(count) bytes") {
        try MemoryFile.read(folder.file("cut.\(fileExtension)"), of: "Sample")
      }
    }
  }

  @Test(arguments: memoryExtensions)
  func `files with any byte changed are read or refused`(_ fileExtension: String) throws {
    let path = folder.file("a.\(fileExtension)")
    try MemoryFile.write(drawing(), to: path)
    let all = try bytes(path)
    var generator = SeededGenerator(seed: 18)
    for _ in 0..<100 {
      var changed = all
      for _ in 0...Int.random(in: 0...3, using: &generator) {
        changed[Int.random(in: all.indices, using: &generator)] = .random(
          in: 0...255, using: &generator)
      }
      let path = try folder.write("changed.\(fileExtension)", changed)
      _ = try? MemoryFile.read(path, of: "Sample")
      _ = try? MemoryFile.write(drawing(), to: path)
    }
  }

  @Test func `lists within each other are refused from the 65th on, before they fill the stack`()
    throws
  {
    func json(_ levels: Int) -> String {
      "{\"v\":1,\"scene\":\"Sample\",\"values\":{\"a\":"
        + String(repeating: "[", count: levels) + String(repeating: "]", count: levels) + "}}"
    }
    func list(_ levels: Int) -> String {
      "<plist><dict><key>v</key><integer>1</integer><key>scene</key><string>Sample</string>"
        + "<key>values</key><dict><key>a</key>" + String(repeating: "<array>", count: levels)
        + String(repeating: "</array>", count: levels) + "</dict></dict></plist>"
    }
    #expect(try error("a.json", json(62)) == nil)
    #expect(try error("a.plist", list(62)) == nil)
    for levels in [63, 100_000] {
      #expect(try error("a.json", json(levels))?.contains("expected at most 64 levels") == true)
      #expect(try error("a.plist", list(levels))?.contains("expected at most 64 levels") == true)
    }
  }

  @Test func `a file has at most four million values, those within others included`() throws {
    let json = Array("{\"a\": [1, {}], \"b\": null}".utf8)
    let list = Array(
      "<plist><dict><key>a</key><array><true/><dict/></array><key>b</key><data/></dict></plist>"
        .utf8)
    for (room, isEnough) in [(5, true), (4, false)] {
      let count = MemoryCount(values: 4_000_000 - room)
      let jsonError = message {
        var reader = MemoryJSONReader(count: count)
        _ = try reader.value(of: json)
      }
      let listError = message {
        var reader = PropertyListReader(XMLScanner(ByteSource(name: "a", bytes: list)))
        reader.count = count
        _ = try reader.document()
      }
      for error in [jsonError, listError] {
        #expect((error == nil) == isEnough)
        if let error { #expect(error.contains("at most 4000000 values")) }
      }
    }
  }

  @Test(arguments: ["json", "plist"])
  func `a file of a newer version is refused and stays`(_ fileExtension: String) throws {
    let newer = MemoryFile.version + 1
    let text =
      fileExtension == "json"
      ? "{\"v\": \(newer), \"scene\": {\"name\": \"Sample\"}, \"news\": []}"
      : "<plist><dict><key>v</key><integer>\(newer)</integer><key>news</key><true/></dict></plist>"
    let path = try folder.write("a.\(fileExtension)", text)
    let column = fileExtension == "json" ? 7 : 35
    let reason =
      "\(path):1:\(column): expected a saved scene of version \(MemoryFile.version) or earlier, "
      + "found version \(newer), which a newer program has written"
    #expect(message { _ = try MemoryFile.read(path, of: "Sample") } == reason)
    #expect(message { try MemoryFile.write(drawing(), to: path) } == reason)
    #expect(try folder.text("a.\(fileExtension)") == text)
  }

  @Test(arguments: ["json", "plist"])
  func `a file that cannot be read is replaced, as any output`(_ fileExtension: String) throws {
    let path = try folder.write("a.\(fileExtension)", "no saved scene")
    try MemoryFile.write(drawing(), to: path)
    #expect(try MemoryFile.read(path, of: "Sample") == drawing())
  }
}
