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

  @Test("Margins as a table and as JSON")
  func stress() throws {
    let table = try Program.run(["stress", "--only", "clockwise,missingResolution", path])
    #expect(table.exitCode == 0)
    #expect(table.lines.first == "\(path): swipe right, 1 touch, at 0.200 s")
    let row =
      "  clockwise           25 degrees  lost at 30 degrees: swipe right failed at 0.200 s: "
    #expect(table.output.contains(row))
    #expect(table.output.contains("  missingResolution          yes"))
    let json = try Program.run(["stress", "--json", "--only", "clockwise", path])
    #expect(json.lines.count == 2)
    let start =
      #""margins":{"clockwise":{"survived":25,"failed":30,"unit":"degrees","reason":"deviation","#
    #expect(json.lines[0].contains(start))
    #expect(json.lines[0].contains(#""parameter":"swipe.maximumDeviation","#))
    #expect(json.lines[0].contains(#","sentence":"swipe right failed at 0.200 s: "#))
  }

  @Test("A smaller trace is written, and gives the gesture")
  func shrink() throws {
    let small = folder.path + "/small.evemu"
    let result = try Program.run(["shrink", path, small, "--expect", "tap"])
    #expect(result.exitCode == 0)
    #expect(result.remarks.contains("2 fingers, "), "\(result.remarks)")
    let records = try Program.run(["run", "--json", small])
    #expect(records.lines.count == 1 && records.output.contains("\"gesture\":\"tap\""))
    let json = try Program.run(["shrink", "--json", path, small, "--expect", "tap"])
    #expect(json.output.hasPrefix("{\"v\":1,\"file\":\"\(path)\""))
  }

  @Test("What a trace does not show ends with 1, and nothing is written")
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
