import Foundation
import TestSupport
import Testing

struct ScoreTests {
  private let folder: TemporaryFolder
  private let labels: String

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("a/both.evemu", SampleRecording.both)
    try folder.write("a/tap.evemu", SampleRecording.tap)
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
    let mistake = result.lines.first {
      $0.contains("missed swipe(1,left)@0.20; false swipe(1,right)")
    }
    #expect(mistake?.hasSuffix("  a/both.evemu") == true, "\(result.output)")
    #expect(
      result.output.contains(
        "recordings without gestures that have no reports: 0 of 1 (0 to 79.3 %)"))
  }

  @Test(
    "A recording without events of a touch device is noted and has an error, whatever is expected",
    arguments: [
      ("", "warning", "an empty file"),
      (SampleRecording.description, "note", "a device description"),
      (
        "# EVEMU 1.3\nN: Mouse\nB: 02 03 00 00 00 00 00 00 00\n"
          + "E: 0.0 0002 0000 3\nE: 0.0 0000 0000 0\n",
        "warning", "no touch events: 2 events of a mouse"
      ),
    ])
  func lack(text: String, label: String, reason: String) throws {
    let path = try folder.write("a/lack.evemu", text)
    let labels = try folder.write(
      "lack.jsonl", #"{"v":2,"file":"a/lack.evemu","expect":[]}"# + "\n")
    for options in [[], ["--strict"], ["-v"]] {
      let result = try Program.run(["score"] + options + [labels])
      #expect(result.remarks.contains("\(label): \(path): \(reason)"), "\(result.remarks)")
      #expect(result.output.contains("recordings without gestures that have no reports: 0 of 1"))
      #expect(result.output.contains("recordings without errors: 0 of 1"))
      #expect(result.output.contains("no touches: \(reason)"), "\(result.output)")
    }
    let json = try Program.run(["score", "--json", labels])
    #expect(json.output.contains(#"{"file":"a/lack.evemu","lack":"\#(reason)"#), "\(json.output)")
    let each = try Program.run(["score", "--json", "--each", labels])
    #expect(each.output.contains(#""empty":true,"exact":false,"lack":"\#(reason)"#))
    #expect(each.remarks.contains(reason))
  }

  @Test("The score is printed as one JSON object, and a score below the minimum ends with 1")
  func json() throws {
    let result = try Program.run(["score", "--json", "--minimum", "0.5", labels])
    #expect(result.exitCode == 1)
    #expect(result.lines.count == 1)
    #expect(result.output.contains(#""total":{"tp":1,"fp":2,"fn":1}"#))
    #expect(
      result.output.contains(
        #""micro":{"precision":0.3333333333333333,"precision_interval":[0.061492,0.79234],"#))
    #expect(
      result.output.contains(
        #""confusion":{"tap":{"tap":1},"swipe":{"otherwise":1},"nothing":{"tap":1}}"#))
    #expect(try Program.run(["score", "--minimum", "0.4", labels]).exitCode == 0)
  }

  @Test("Each device, person or folder is scored by itself, with the mean and the lowest")
  func groups() throws {
    let swipe = #"{"gesture":"swipe","touches":1,"direction":"right","start":0,"end":0.2}"#
    let tap = #"{"gesture":"tap","touches":1,"taps":1,"start":0,"end":0.1}"#
    try folder.write("b/swipe.evemu", SampleRecording.swipe)
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
    #expect(rows.contains("2 2 0 0 1.000 0.342-1.000 pad"), "\(table.output)")
    #expect(rows.contains("1 1 1 0 0.667 0.130-0.950 phone"))
    #expect(rows.contains("1 0 1 0 0.000 0.000-0.885 (not named)"))
    #expect(rows.contains { $0 == "0.556 mean" })
    #expect(rows.last == "lowest F1: (not named), 0.000")
    let json = try Program.run(["score", "--group-by", "folder", "--json", path])
    #expect(
      json.output.contains(
        #""groups":{"by":"folder","mean_f1":0.8333333333333333,"worst":"a","list":[{"name":"a","files":3,"tp":2,"fp":2,"fn":0,"#
      ), "\(json.output)")
    #expect(try Program.run(["score", "--group-by", "colour", path]).exitCode == 64)
    #expect(try !Program.run(["score", "--json", path]).output.contains("\"groups\":{"))
  }

  @Test("Labels, expectations and lists of paths may begin with a byte order mark")
  func byteOrderMark() throws {
    let text = "\u{feff}" + (try folder.text("labels.jsonl"))
    let marked = try folder.write("marked.jsonl", text)
    #expect(try Program.run(["score", marked]).output == Program.run(["score", labels]).output)
    try folder.write("a/tap.gestures.jsonl", "\u{feff}{\"gesture\":\"tap\"}\n")
    let tap = folder.file("a/tap.evemu")
    #expect(try Program.run(["check", tap]).exitCode == 0)
    for list in ["\u{feff}\(tap)\n", "\u{feff}\n\(tap)"] {
      let file = try folder.write("list.txt", list)
      for command in [["run", "--files-from", file], ["check", "--files-from", "-"]] {
        let result = try Program.run(command, input: list)
        #expect(result.exitCode == 0, "\(command) \(result.remarks)")
      }
    }
  }

  @Test("Labels without recordings, and missing labels, end with 66; invalid ones with 65")
  func missing() throws {
    try FileManager.default.removeItem(atPath: folder.path + "/a/tap.evemu")
    let one = try Program.run(["score", labels])
    #expect(one.exitCode == 0 && one.remarks.contains("1 of 2 recordings are missing"))
    let none = try Program.run(["score", labels, "--recordings", "/nowhere"])
    #expect(none.exitCode == 66)
    let text = "labels.jsonl: 2 missing recordings, the first in line 1: /nowhere/a/both.evemu"
    #expect(none.remarks.contains(text), "\(none.remarks)")
    #expect(try Program.run(["score", folder.path + "/none.jsonl"]).exitCode == 66)
    let wrong = try folder.write("wrong.jsonl", "{\"v\":2,\"file\":\"a\",\"expect\":[{}]}\n")
    let result = try Program.run(["score", wrong])
    #expect(result.exitCode == 65 && result.remarks.contains("wrong.jsonl:1:29: expected one of"))
  }

  @Test("Labels of recordings in an archive beside them say that it has to be extracted")
  func archive() throws {
    let (archive, labels) = (folder.file("taps.tar"), folder.file("taps.jsonl"))
    let words = ["script", "-", archive, "--count", "2", "--labels", labels]
    #expect(try Program.run(words, input: "tap\n").exitCode == 0)
    for command in [["score"], ["tune", "--vary", "tap.slop=2..4"]] {
      let result = try Program.run(command + [labels])
      #expect(result.exitCode == 66)
      #expect(result.remarks.contains("(extract the archive first: tar xf "))
    }
    let named = try Program.run(["score", labels, "--recordings", archive])
    #expect(named.exitCode == 64 && named.remarks.contains("extract an archive first (tar xf)"))
  }

  @Test("A minimum is for all classes or for one, and says what is below it")
  func minimums() throws {
    let low = try Program.run([
      "score", "--minimum", "0.3", "--minimum", "tap=0.7", "--minimum", "swipe=0.1", labels,
    ])
    #expect(low.exitCode == 1)
    #expect(low.remarks.contains("labels.jsonl: F1 of tap is 0.666667, at least 0.7 expected"))
    #expect(low.remarks.contains("F1 of swipe is 0.000, at least 0.1 expected"))
    #expect(!low.remarks.contains("F1 of all"))
    let met = try Program.run(["score", "--minimum", "0.3", "--minimum", "tap=0.66", labels])
    #expect(met.exitCode == 0)
    let none = try Program.run(["score", "--minimum", "pinch=0.1", labels])
    #expect(none.exitCode == 1)
    #expect(none.remarks.contains("pinch has neither gestures nor reports, at least 0.1 expected"))
  }

  @Test(
    "A minimum of an unknown class, or no share, is refused with a hint",
    arguments: [
      (["swpie=0.9"], "did you mean swipe?"), (["pan=0.9"], "without --strict"),
      (["xyz=0.9"], "those are tap, swipe,"), (["swipe=2"], "0 to 1"), (["swipe"], "0 to 1"),
      (["swipe=nan"], "0 to 1"), (["0.9", "all=0.8"], "names all twice"), (["=0.5"], "no class"),
    ])
  func malformedMinimums(values: [String], message: String) throws {
    let result = try Program.run(
      ["score"] + values.flatMap { ["--minimum", $0] } + [labels])
    #expect(result.exitCode == 64 && result.remarks.contains(message), "\(result.remarks)")
  }

  @Test("A strict score has pans as a class of their own")
  func strict() throws {
    try folder.write("b/swipe.evemu", SampleRecording.swipe)
    try folder.write("off.yml", "swipe:\n  rule: off\n")
    let path = try folder.write(
      "strict.jsonl",
      #"{"v":2,"file":"b/swipe.evemu","expect":[{"gesture":["swipe","pan"],"touches":1,"#
        + #""direction":"right","start":0,"end":0.2}]}"# + "\n")
    let off = ["score", path, "--profile", folder.path + "/off.yml", "--minimum", "1"]
    #expect(try Program.run(off).exitCode == 0)
    let strict = try Program.run(off + ["--strict", "--minimum", "pan=0.1"])
    #expect(strict.exitCode == 1, "\(strict.output)")
    let rows = strict.lines.map { $0.split(separator: " ").joined(separator: " ") }
    #expect(rows.contains("swipe 1 0 0 1 - 0.000 0.000"))
    #expect(rows.contains("pan 0 0 1 0 0.000 - 0.000"))
    #expect(strict.output.contains("movements whose duration does not tell a swipe from a pan: 0"))
  }

  @Test("Two profiles are compared on the same recordings")
  func against() throws {
    try folder.write("off.yml", "tap:\n  rule: off\n")
    let arguments = [
      "score", labels, "--profile", folder.path + "/off.yml", "--against", "standard",
    ]
    let table = try Program.run(arguments)
    let rows = table.lines.map { $0.split(separator: " ").joined(separator: " ") }
    #expect(rows.contains("\(folder.path)/off.yml against standard, on the same recordings"))
    #expect(
      rows.contains("tap 1 0 1 1.000 0.000 0.667 -0.667"), "\(table.output)")
    #expect(table.output.contains("these recordings cannot tell which is better:"))
    let json = try Program.run(arguments + ["--json"])
    #expect(json.output.contains(#""against":{"profile":"standard","verdict":"undecided","#))
    let unknown = try Program.run(["score", labels, "--against", "standrd"])
    #expect(unknown.exitCode == 66 && unknown.remarks.contains("standrd"), "\(unknown.remarks)")
  }

  @Test("A score is compared with an earlier one, and a regression ends with 1")
  func baseline() throws {
    let old = folder.path + "/old.json"
    try folder.write("old.json", try Program.run(["score", "--json", labels]).output)
    let same = try Program.run(["score", "--baseline", old, labels])
    #expect(same.exitCode == 0 && !same.remarks.contains("error"), "\(same.remarks)")
    try folder.write("off.yml", "tap:\n  rule: off\n")
    let off = ["score", "--baseline", old, labels, "--profile", folder.path + "/off.yml"]
    let worse = try Program.run(off)
    #expect(worse.exitCode == 1)
    #expect(
      worse.remarks.contains("old.json: F1 of tap was 0.666667, is 0.000"), "\(worse.remarks)")
    let json = try Program.run(off + ["--json"])
    #expect(json.output.contains(#""baseline":{"same_recordings":true,"falls":[{"class":"tap","#))
    try folder.write(
      "other.jsonl", #"{"v":2,"file":"a/tap.evemu","expect":[]}"# + "\n")
    let other = try Program.run(["score", "--baseline", old, folder.path + "/other.jsonl"])
    #expect(
      other.remarks.contains("old.json: made of 2 recordings, which are others than these 1 or"))
    try folder.write("broken.json", "{\"v\":2,\n\"classes\":}")
    let broken = try Program.run(["score", "--baseline", folder.path + "/broken.json", labels])
    #expect(broken.exitCode == 65 && broken.remarks.contains("broken.json:2:11:"))
    #expect(try Program.run(["score", "--baseline", "/nowhere", labels]).exitCode == 66)
  }

  @Test("A class that had neither gestures nor reports had no F1, and false reports end with 1")
  func newClass() throws {
    try folder.write("off.yml", "tap:\n  rule: off\n")
    let labels = try folder.write("none.jsonl", #"{"v":2,"file":"a/tap.evemu","expect":[]}"# + "\n")
    let quiet = ["score", "--json", "--profile", folder.path + "/off.yml", labels]
    let old = try folder.write("old.json", try Program.run(quiet).output)
    let worse = try Program.run(["score", "--baseline", old, labels])
    #expect(worse.exitCode == 1, "\(worse.remarks)")
    let text = "old.json: tap had neither gestures nor reports, has an F1 of 0.000"
    #expect(worse.remarks.contains(text), "\(worse.remarks)")
    let json = try Program.run(["score", "--json", "--baseline", old, labels])
    #expect(json.output.contains(#""falls":[{"class":"tap","f1":0.0},"#), "\(json.output)")
  }

  @Test("A minimum is not met by leaving recordings out, unless that is allowed")
  func missingRecordings() throws {
    let old = folder.path + "/old.json"
    try folder.write("old.json", try Program.run(["score", "--json", labels]).output)
    try FileManager.default.removeItem(atPath: folder.path + "/a/tap.evemu")
    for option in [["--minimum", "0.1"], ["--baseline", old]] {
      let result = try Program.run(["score", labels] + option)
      #expect(result.exitCode == 1)
      #expect(
        result.remarks.contains("labels.jsonl: 1 recording missing, which --allow-missing would"))
      let allowed = try Program.run(["score", labels, "--allow-missing"] + option)
      #expect(allowed.exitCode == 0, "\(allowed.remarks)")
    }
    #expect(try Program.run(["score", labels, "--allow-missing"]).exitCode == 64)
  }

  @Test("A check can write JUnit and TAP, and be split into parts and threads")
  func check() throws {
    try folder.write("a/tap.gestures.jsonl", "{\"gesture\":\"tap\"}\n")
    try folder.write("a/both.gestures.jsonl", "{\"gesture\":\"tap\"}\n")
    try folder.write("a/broken.evemu", SampleRecording.description + "E: zz\n")
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
