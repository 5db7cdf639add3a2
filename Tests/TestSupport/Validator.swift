import Foundation

/// Python's `jsonschema` for draft 2020-12.
public enum Validator {
  /// What the validator found.
  public struct Verdict: Sendable {
    public var exitCode: Int32
    public var output: String
    public var remarks: String
  }

  public static var isInstalled: Bool {
    get throws { try run("from jsonschema import Draft202012Validator", []).exitCode == 0 }
  }

  /// Ends with 1, and prints the first error, if a line conforms to none of the schemas.
  private static let script = """
    import json, sys
    from jsonschema import Draft202012Validator
    folder, names, paths = sys.argv[1], sys.argv[2].split(","), sys.argv[3:]
    validators = []
    for name in names:
        schema = json.load(open(f"{folder}/{name}.schema.json"))
        Draft202012Validator.check_schema(schema)
        validators.append(Draft202012Validator(schema))
    for path in paths:
        for number, line in enumerate(open(path, encoding="utf-8"), 1):
            errors = []
            for validator in validators:
                found = next(validator.iter_errors(json.loads(line)), None)
                if found is None:
                    break
                errors.append(found.message)
            else:
                sys.exit(f"{path}:{number}: {'; '.join(errors)}\\n{line}")
    """

  /// Validates each line of some files against some schemas of `docs/schemas`, of which one
  /// suffices.
  public static func run(schemas: [String], _ paths: [String]) throws -> Verdict {
    let folder = packageFolder.appending(path: "docs/schemas").path
    return try run(script, [folder, schemas.joined(separator: ",")] + paths)
  }

  private static func run(_ script: String, _ arguments: [String]) throws -> Verdict {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-c", script] + arguments
    let output = Pipe()
    let remarks = Pipe()
    process.standardOutput = output
    process.standardError = remarks
    process.standardInput = FileHandle.nullDevice
    try process.run()
    // Each is a message of one line, which a pipe holds.
    let texts = [output, remarks].map {
      String(decoding: $0.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }
    process.waitUntilExit()
    return Verdict(exitCode: process.terminationStatus, output: texts[0], remarks: texts[1])
  }
}
