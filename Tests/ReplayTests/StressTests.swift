import Foundation
import TestSupport
import Testing

struct StressTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = try folder.write("both.evemu", SampleRecording.both)
  }

  @Test("Survival is printed as a table or as JSON, from the margin on")
  func stress() throws {
    let table = try Program.run(["stress", "-v", "--only", "clockwise,missingResolution", path])
    #expect(table.exitCode == 0)
    #expect(table.lines.first == "\(path): 2 gestures")
    #expect(table.lines.contains("\(path): swipe right, 1 touch, at 0.200 s"))
    let words = table.output.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
    #expect(words.contains("LOST clockwise 25 degrees yes 30 degrees no swipe right failed at "))
    #expect(words.contains("missingResolution yes"))
    let json = try Program.run(["stress", "--json", "--only", "clockwise", path])
    #expect(json.lines.count == 2)
    #expect(
      json.lines[0].contains(
        #""margins":[{"perturbation":"clockwise","unit":"degrees","margin":25,"lost":30,"curve":[{"#
      ))
    let loss = #"{"amount":30,"draws":1,"survived":0,"loss":{"reason":"deviation","#
    #expect(json.lines[0].contains(loss))
    #expect(json.lines[0].contains(#""parameter":"swipe.maximumDeviation","#))
  }

  @Test("Several recordings end in a table of the least margins of all")
  func total() throws {
    _ = try folder.write("tap.evemu", SampleRecording.tap)
    let table = try Program.run(["stress", "--only", "clockwise", folder.path])
    let rows = table.lines.map { $0.split(separator: " ").joined(separator: " ") }
    let start = try #require(rows.firstIndex(of: "2 recordings: 3 gestures"))
    #expect(
      Array(rows[start...]) == [
        "2 recordings: 3 gestures", "PERTURBATION MARGIN WEAKEST GESTURE",
        "clockwise 25 degrees both.evemu: swipe right, 1 touch, at 0.200 s",
      ])
    let one = try Program.run(["stress", "--only", "clockwise", path])
    #expect(!one.output.contains("recording"))
  }

  @Test("The table tells what is survived, what is not, and what is open")
  func verdicts() throws {
    let table = try Program.run(["stress", "-v", "--only", "tremor=0.1mm,rate=1Hz", path])
    let rows = table.lines.map { $0.split(separator: " ").joined(separator: " ") }
    #expect(rows.contains { $0.hasPrefix("tremor 0.1 mm 381 of 381 (99 to 100 %) yes") })
    #expect(rows.contains { $0.hasPrefix("rate 1 Hz 0 of 32 (0 to 10.7 %) no seed 0: ") })
    let few = try Program.run(["stress", "-v", "--draws", "4", "--only", "tremor=0.1mm", path])
    #expect(few.output.contains("4 of 4 (51 to 100 %)  open"), "\(few.output)")
  }

  @Test(
    "A margin that is not reached ends with 1, and says where and why",
    arguments: [
      ("clockwise=25", nil),
      ("clockwise=33", "the margin of clockwise does not reach 33 degrees: lost at 30 degrees; sw"),
      ("rate=100Hz", nil), ("rate=1", "the margin of rate does not reach 1 Hz: at "),
      ("missingResolution", nil),
    ])
  func failBelow(limit: String, message: String?) throws {
    let result = try Program.run(
      [
        "stress", "--quiet", "--only", String(limit.prefix { $0 != "=" }), "--fail-below", limit,
        path,
      ])
    #expect(result.exitCode == (message == nil ? 0 : 1), "\(result.remarks)")
    if let message {
      #expect(result.remarks.contains("\(path): swipe right, 1 touch, at 0.200 s: \(message)"))
    } else {
      #expect(result.remarks.isEmpty)
    }
  }

  @Test("A limit that concerns no gesture is not met")
  func nothingJudged() throws {
    let result = try Program.run([
      "stress", "--quiet", "--only", "stagger", "--fail-below", "stagger=10", path,
    ])
    #expect(result.exitCode == 1 && result.remarks.contains("no gesture that it concerns"))
  }

  @Test("The draw of a seed is repeated, and saved as a recording")
  func seed() throws {
    let saved = folder.path + "/worse.evemu"
    let arguments = ["stress", "--only", "rate=1Hz", "--seed", "0", "--save", saved, path]
    let result = try Program.run(arguments)
    #expect(result.exitCode == 0)
    #expect(result.output.contains("1 Hz  no        seed 0: "), "\(result.output)")
    let survived = try Program.run(["stress", "--only", "rate=100Hz", "--seed", "0", path])
    #expect(survived.output.contains("100 Hz  yes\n"), "\(survived.output)")
    #expect(try Program.run(["info", "--json", saved]).output.contains(#""file""#))
    // Frames are lost, and with them the gestures.
    #expect(try Program.run(["run", "--json", saved]).lines.count < 2)
  }

  @Test("A smaller trace is written, and produces the gesture")
  func shrink() throws {
    let small = folder.path + "/small.evemu"
    let result = try Program.run(["shrink", path, small, "--expected", "tap"])
    #expect(result.exitCode == 0)
    #expect(result.remarks.contains("2 fingers, "), "\(result.remarks)")
    let records = try Program.run(["run", "--json", small])
    #expect(records.lines.count == 1 && records.output.contains("\"gesture\":\"tap\""))
    let json = try Program.run(["shrink", "--json", path, small, "--expected", "tap"])
    #expect(json.output.hasPrefix("{\"v\":2,\"file\":\"\(path)\""))
  }

  @Test(
    "Of a lost gesture, the reason in the movement is kept that an explanation examines",
    arguments: [
      ("flick.getevent", "pan", "pan was cancelled at 1.134 s: swipe was recognized"),
      ("reading.evemu", "longPress", "longPress failed at 2.008 s: lasted 0.073 s"),
    ])
  func shrunkLoss(trace: String, gesture: String, reason: String) throws {
    let trace = packageFolder.appending(path: "Traces/\(trace)").path
    let small = folder.path + "/small.evemu"
    let result = try Program.run(["shrink", trace, small, "--expected", gesture])
    #expect(result.exitCode == 0 && result.remarks.contains("keeps that \(reason)"), "\(result)")
    #expect(try !Program.run(["run", "--json", small]).output.contains("\"\(gesture)\""))
  }

  @Test("A search that the limit of replays ends still writes the gesture, with a warning")
  func shortSearch() throws {
    let small = folder.path + "/small.evemu"
    let result = try Program.run(
      ["shrink", "--json", "--trials", "2", path, small, "--expected", "swipe"])
    #expect(result.exitCode == 0 && result.output.contains("\"trials\":2,\"complete\":false}"))
    #expect(result.remarks.contains("warning: \(small): the limit of 2 replays ended the search"))
    #expect(try Program.run(["run", "--json", small]).output.contains("\"swipe\""))
  }

  @Test("A goal that the trace does not meet ends with 1, and nothing is written")
  func absent() throws {
    let small = folder.path + "/small.evemu"
    let result = try Program.run(["shrink", "--quiet", path, small, "--expected", "edgePan"])
    #expect(result.exitCode == 1 && result.remarks.contains("nothing is written"))
    #expect(!FileManager.default.fileExists(atPath: small))
    #expect(try Program.run(["shrink", "/nowhere", small, "--expected", "tap"]).exitCode == 66)
  }
}
