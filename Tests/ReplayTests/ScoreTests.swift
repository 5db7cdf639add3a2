import Foundation
import TestSupport
import Testing

struct ScoreTests {
  private let folder: TemporaryFolder
  private let labels: String

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("a/both.evemu", Trace.both)
    try folder.write("a/tap.evemu", Trace.tap)
    labels = try folder.write(
      "labels.jsonl",
      """
      {"v":2,"file":"a/both.evemu","expect":[{"gesture":["swipe","pan"],"touches":1,"direction":"left",\
      "start":0,"end":0.2},{"gesture":"tap","touches":1,"taps":1,"start":1,"end":1.1}]}
      {"v":2,"file":"a/tap.evemu","expect":[]}

      """)
  }

  @Test("The score is printed as a table with the missed and false gestures")
  func table() throws {
    let result = try Program.run(["score", folder.path])
    #expect(result.exitCode == 0, "\(result.remarks)")
    let rows = result.lines.map { $0.split(separator: " ") }
    #expect(rows.contains { $0.starts(with: ["tap", "1", "1", "1", "0", "0.500"]) })
    #expect(rows.contains { $0.starts(with: ["all", "2", "1", "2", "1", "0.333"]) })
    #expect(result.output.contains("a/both.evemu: missed swipe(1,left)@0.20; false swipe(1,right)"))
    #expect(result.output.contains("0 of 1 recordings without gestures have no reports"))
  }

  @Test("The score is printed as one JSON object, and a score below the minimum ends with 1")
  func json() throws {
    let result = try Program.run(["score", "--json", "--minimum", "0.5", labels])
    #expect(result.exitCode == 1)
    #expect(result.lines.count == 1)
    #expect(result.output.contains(#""total":{"tp":1,"fp":2,"fn":1}"#))
    #expect(result.output.contains(#""micro":{"precision":0.3333333333333333,"recall":0.5,"#))
    #expect(
      result.output.contains(
        #""confusion":{"tap":{"tap":1},"swipe":{"otherwise":1},"nothing":{"tap":1}}"#))
    #expect(try Program.run(["score", "--minimum", "0.4", labels]).exitCode == 0)
  }

  @Test("Each device, person or folder is scored by itself, with the mean and the lowest")
  func groups() throws {
    let swipe = #"{"gesture":"swipe","touches":1,"direction":"right","start":0,"end":0.2}"#
    let tap = #"{"gesture":"tap","touches":1,"taps":1,"start":0,"end":0.1}"#
    try folder.write("b/swipe.evemu", Trace.swipe)
    try folder.write(
      "named.jsonl",
      """
      {"v":2,"file":"a/tap.evemu","device_name":"pad","expect":[\(tap)]}
      {"v":2,"file":"b/swipe.evemu","device_name":"pad","expect":[\(swipe)]}
      {"v":2,"file":"a/both.evemu","device_name":"phone","expect":[\(swipe)]}
      {"v":2,"file":"a/tap.evemu","expect":[]}

      """)
    let path = folder.path + "/named.jsonl"
    let table = try Program.run(["score", "--group-by", "device", "--errors", "0", path])
    let rows = table.lines.map { $0.split(separator: " ").joined(separator: " ") }
    #expect(rows.contains("pad 2 2 2 0 0 1.000 1.000 1.000"), "\(table.output)")
    #expect(rows.contains("phone 1 1 1 1 0 0.500 1.000 0.667"))
    #expect(rows.contains("(not named) 1 0 0 1 0 0.000 - 0.000"))
    #expect(rows.contains("mean 0.556"))
    #expect(rows.last == "lowest F1: (not named), 0.000")
    let json = try Program.run(["score", "--group-by", "folder", "--json", path])
    #expect(
      json.output.contains(
        #""groups":{"by":"folder","mean_f1":0.8333333333333333,"worst":"a","list":[{"name":"a","files":3,"tp":2,"fp":2,"fn":0,"#
      ), "\(json.output)")
    #expect(try Program.run(["score", "--group-by", "colour", path]).exitCode == 64)
    #expect(try !Program.run(["score", "--json", path]).output.contains("groups"))
  }

  @Test("Labels without recordings, and missing labels, end with 66; invalid ones with 65")
  func missing() throws {
    try FileManager.default.removeItem(atPath: folder.path + "/a/tap.evemu")
    let one = try Program.run(["score", labels])
    #expect(one.exitCode == 0 && one.remarks.contains("1 of 2 recordings are missing"))
    #expect(try Program.run(["score", labels, "--recordings", "/nowhere"]).exitCode == 66)
    #expect(try Program.run(["score", folder.path + "/none.jsonl"]).exitCode == 66)
    let wrong = try folder.write("wrong.jsonl", "{\"v\":2,\"file\":\"a\",\"expect\":[{}]}\n")
    let result = try Program.run(["score", wrong])
    #expect(result.exitCode == 65 && result.remarks.contains("wrong.jsonl:1:29: expected one of"))
  }

  @Test("A check can write JUnit and TAP, and be split into parts and threads")
  func check() throws {
    try folder.write("a/tap.gestures.jsonl", "{\"gesture\":\"tap\"}\n")
    try folder.write("a/both.gestures.jsonl", "{\"gesture\":\"tap\"}\n")
    try folder.write("a/broken.evemu", Trace.description + "E: zz\n")
    try folder.write("a/broken.gestures.jsonl", "")
    let file = folder.path + "/result.xml"
    let result = try Program.run(["check", "--tap", "--junit", file, folder.path + "/a"])
    #expect(result.exitCode == 1 || result.exitCode == 65)
    #expect(result.lines.first == "TAP version 13" && result.lines.last == "1..3")
    #expect(result.output.contains("\nnot ok 1 - \(folder.path)/a/both.evemu\n"))
    #expect(result.output.contains("\nnot ok 2 - \(folder.path)/a/broken.evemu\n"))
    #expect(result.output.contains("\nok 3 - \(folder.path)/a/tap.evemu\n"))
    #expect(try folder.text("result.xml").contains("tests=\"3\" failures=\"1\" errors=\"1\""))
    var lines: [Substring] = []
    for part in ["1/3", "2/3", "3/3"] {
      let shard = try Program.run(["check", "--tap", "--shard", part, folder.path + "/a"])
      lines += shard.lines.filter { $0.hasPrefix("ok") || $0.hasPrefix("not ok") }
    }
    #expect(lines.count == 3)
    let one = try Program.run(["check", "--jobs", "1", folder.path + "/a"])
    let many = try Program.run(["check", "--jobs", "5", folder.path + "/a"])
    #expect(one.output == many.output && one.remarks == many.remarks)
  }
}
