import FoundationEssentials
import TestSupport
import Testing

/// The lines of JSON conform to their schemas, validated by Python's `jsonschema`.
@Suite(
  "Schemas of scenes and settings",
  .enabled("Python's jsonschema is not installed (Debian's python3-jsonschema)") {
    try Validator.isInstalled
  })
struct SchemaTests {
  @Test(
    "Every line of the output conforms",
    arguments: [
      ("settings", "settings --json"),
      ("settings", "settings Swipes --set minimumLength=40 --json"),
      ("scene", "run --json"),
      ("scene", "run TouchExplorer --json Traces/interrupted-pan.evemu"),
      ("scene", "run QuartzFun --json Traces/swipes.evemu"),
      ("scene", "run ShakeAndBreak --json Examples/Samples/shakes.csv"),
      ("scene", "run WhereAmI --json --textbook Examples/Samples/walk.gpx"),
    ])
  func conformance(_ schema: String, _ command: String) throws {
    let arguments = command.split(separator: " ").map { word in
      word.contains("/") ? checkoutFolder.appending(path: word).path : String(word)
    }
    let result = try Program.run(Program.scene, arguments)
    #expect(result.exitCode == 0 && !result.lines.isEmpty, "\(result.remarks)")
    let folder = try TemporaryFolder()
    let output = try folder.write("output.jsonl", result.output)
    let verdict = try Validator.run(schemas: [schema], [output])
    #expect(verdict.exitCode == 0, "\(verdict.output)\(verdict.remarks)")
  }
}
