import Foundation
import Testing

/// Runs without the privileges of root, to which permissions do not apply.
enum Privilege {
  private static let isRoot = geteuid() == 0
  private static let tool = "/usr/bin/setpriv"

  /// Whether the tests run without privileges, or can drop them.
  static let canDrop = !isRoot || FileManager.default.isExecutableFile(atPath: tool)

  /// Lets an unprivileged user into a folder.
  static func open(_ folder: String) throws {
    #expect(chmod(folder, 0o755) == 0)
  }

  static func run(_ program: String, _ arguments: [String]) throws -> ProgramResult {
    if !isRoot { return try Program.run(program, arguments) }
    // 65534 is the user and the group without privileges.
    return try Program.run(
      tool, ["--reuid=65534", "--regid=65534", "--clear-groups", program] + arguments)
  }
}
