import Foundation
import TestSupport
import Testing

struct ScriptTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test("A script becomes a trace with expectations that the trace meets")
  func check() throws {
    let script = try folder.write(
      "a.touch", "hand human seed 7\ntap count 2\nwait 1s\nswipe left\n")
    let trace = folder.path + "/traces/a.evemu"
    try FileManager.default.createDirectory(
      atPath: folder.path + "/traces", withIntermediateDirectories: false)
    let result = try Program.run(["script", "--expectations", script, trace])
    #expect(result.exitCode == 0, "\(result.remarks)")
    let check = try Program.run(["check", folder.path + "/traces"])
    #expect(check.exitCode == 0 && check.remarks == "1 trace checked, 1 as expected\n")
  }

  @Test("A script from standard input to standard output always produces the same trace")
  func pipe() throws {
    let one = try Program.run(["script", "-"], input: "swipe left fingers 3\n")
    #expect(one.exitCode == 0 && one.output.hasPrefix("# EVEMU"))
    #expect(
      try Program.run(["script", "-", "-"], input: "swipe left fingers 3\n").output == one.output)
    let run = try Program.run(["run", "--json", "-"], input: one.output)
    #expect(run.output.contains(#""gesture":"swipe","state":"recognized","touches":3"#))
  }

  @Test("A mistake ends with 65 and its position, and nothing is written")
  func mistake() throws {
    let script = try folder.write("a.touch", "tap\nswipe lfet\n")
    let trace = folder.path + "/a.evemu"
    let result = try Program.run(["script", script, trace])
    #expect(result.exitCode == 65)
    #expect(result.remarks.contains("a.touch:2:7: expected one of"))
    #expect(result.remarks.contains("did you mean left?"))
    #expect(!FileManager.default.fileExists(atPath: trace))
    #expect(try Program.run(["script", "/nowhere"]).exitCode == 66)
  }
}
