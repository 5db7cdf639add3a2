import Foundation
import TestSupport
import Testing

struct StressTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = try folder.write("both.evemu", Trace.both)
  }

  @Test("Margins are printed as a table or as JSON")
  func stress() throws {
    let table = try Program.run(["stress", "--only", "clockwise,missingResolution", path])
    #expect(table.exitCode == 0)
    #expect(table.lines.first == "\(path): swipe right, 1 touch, at 0.200 s")
    let words = table.output.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
    #expect(words.contains("clockwise 25 degrees at 30 degrees: swipe right failed at 0.200 s: "))
    #expect(words.contains("missingResolution yes"))
    let json = try Program.run(["stress", "--json", "--only", "clockwise", path])
    #expect(json.lines.count == 2)
    let start =
      #"[{"perturbation":"clockwise","survived":25,"failed":30,"unit":"degrees","loss":{"reason":"deviation","#
    #expect(json.lines[0].contains(start))
    #expect(json.lines[0].contains(#""parameter":"swipe.maximumDeviation","#))
    #expect(json.lines[0].contains(#","sentence":"swipe right failed at 0.200 s: "#))
  }

  @Test("A smaller trace is written, and produces the gesture")
  func shrink() throws {
    let small = folder.path + "/small.evemu"
    let result = try Program.run(["shrink", path, small, "--expect", "tap"])
    #expect(result.exitCode == 0)
    #expect(result.remarks.contains("2 fingers, "), "\(result.remarks)")
    let records = try Program.run(["run", "--json", small])
    #expect(records.lines.count == 1 && records.output.contains("\"gesture\":\"tap\""))
    let json = try Program.run(["shrink", "--json", path, small, "--expect", "tap"])
    #expect(json.output.hasPrefix("{\"v\":2,\"file\":\"\(path)\""))
  }

  @Test("A goal that the trace does not meet ends with 1, and nothing is written")
  func absent() throws {
    let small = folder.path + "/small.evemu"
    for property in [["--expect", "pinch"], ["--lose", "swipe"]] {
      let result = try Program.run(["shrink", "--quiet", path, small] + property)
      #expect(result.exitCode == 1 && result.remarks.contains("nothing is written"))
    }
    #expect(!FileManager.default.fileExists(atPath: small))
    #expect(try Program.run(["shrink", "/nowhere", small, "--expect", "tap"]).exitCode == 66)
  }
}
