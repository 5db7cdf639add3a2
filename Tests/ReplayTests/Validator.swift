import FoundationEssentials
import TestSupport

/// Python's `jsonschema` for draft 2020-12.
enum Validator {
  static var isInstalled: Bool {
    get throws {
      try Program.run(
        "/usr/bin/env", ["python3", "-c", "from jsonschema import Draft202012Validator"]
      )
      .exitCode == 0
    }
  }

  /// Ends with 1, and prints the first error, if a line conforms to none of the schemas.
  private static let script = """
    import json, sys
    from jsonschema import Draft202012Validator
    folder, names, path = sys.argv[1], sys.argv[2].split(","), sys.argv[3]
    validators = []
    for name in names:
        schema = json.load(open(f"{folder}/{name}.schema.json"))
        Draft202012Validator.check_schema(schema)
        validators.append(Draft202012Validator(schema))
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

  static func run(schemas: [String], _ path: String) throws -> ProgramResult {
    let folder = packageFolder.appending(path: "docs/schemas").path
    return try Program.run(
      "/usr/bin/env", ["python3", "-c", script, folder, schemas.joined(separator: ","), path])
  }
}
