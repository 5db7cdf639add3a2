import Foundation
import TestSupport
import Testing

/// Runs the script with a release of one small archive, whose program prints its version.
@Suite("packaging/install.sh")
struct InstallScriptTests {
  private let folder: TemporaryFolder
  private var prefix: String { folder.file("prefix") }

  init() throws {
    folder = try TemporaryFolder()
    let script = try String(
      contentsOf: packageFolder.appending(path: "packaging/install.sh"), encoding: .utf8)
    try folder.write(
      "release/install.sh",
      script.replacing("@VERSION@", with: "9.9").replacing("@URL@", with: ""))
    try folder.write("tree/touchstone/bin/replay", "#!/bin/sh\necho 9.9\n")
    // Without programs that download.
    for program in [
      "awk", "cat", "chmod", "cp", "find", "gzip", "mkdir", "mktemp", "rm", "rmdir", "sh",
      "sha256sum", "sort", "tar", "touch", "uname",
    ] {
      let path = ["/bin/", "/usr/bin/"].map { $0 + program }
        .first { FileManager.default.isExecutableFile(atPath: $0) }
      try FileManager.default.createDirectory(
        atPath: folder.file("programs"), withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(
        atPath: folder.file("programs/\(program)"), withDestinationPath: try #require(path))
    }
    try shell(
      """
      chmod +x ../tree/touchstone/bin/replay
      tar -czf "touchstone-9.9-linux-$(uname -m).tar.gz" -C ../tree touchstone
      sha256sum touchstone-* >SHA256SUMS
      """)
  }

  /// Runs commands in the folder of the release.
  @discardableResult
  private func shell(
    _ commands: String, environment: [String: String] = [:]
  ) throws -> ProgramResult {
    let own = ["PATH": folder.file("programs"), "PREFIX": prefix]
    return try Program.run(
      "/bin/sh", ["-c", "set -e; cd '\(folder.file("release"))'\n\(commands)"],
      environment: own.merging(environment) { $1 })
  }

  private var installs: Bool {
    FileManager.default.isExecutableFile(atPath: prefix + "/bin/replay")
  }

  @Test(
    "Files beside the script are installed, without a program that downloads",
    arguments: ["sh install.sh", "sh ./install.sh", "cd / && sh \"$OLDPWD/install.sh\""])
  func beside(command: String) throws {
    let result = try shell(command)
    #expect(result.exitCode == 0, "\(result.remarks)")
    #expect(result.output.contains("replay 9.9 is in \(prefix)/bin"))
    #expect(installs)
    #expect(try shell("sh install.sh --uninstall").exitCode == 0)
    #expect(!FileManager.default.fileExists(atPath: prefix + "/bin/replay"))
  }

  @Test("A folder is an address, which needs no program that downloads either")
  func folderAddress() throws {
    let copy = "mkdir ../other && cp install.sh ../other && cd ../other && sh install.sh"
    let result = try shell(
      copy, environment: ["TOUCHSTONE_URL": "file://\(folder.file("release"))"])
    #expect(result.exitCode == 0, "\(result.remarks)")
    #expect(installs)
  }

  @Test("A script without files and without an address names what is missing")
  func missing() throws {
    let result = try shell("rm SHA256SUMS && sh install.sh")
    #expect(result.exitCode == 1)
    #expect(result.remarks.contains("are not beside install.sh: put them there, or set"))
  }

  @Test("A script that a shell reads from its input takes no files of the current folder")
  func piped() throws {
    let result = try shell("sh <install.sh")
    #expect(result.exitCode == 1)
    #expect(!installs)
  }

  @Test("An archive without its sum is not installed")
  func wrongSum() throws {
    let result = try shell("printf x >>\"$(echo touchstone-*)\"; sh install.sh")
    #expect(result.exitCode == 1)
    #expect(result.remarks.contains("does not have its sum of SHA256SUMS"))
    #expect(!installs)
  }

  @Test("Help names every option and variable")
  func help() throws {
    let result = try shell("sh install.sh --help")
    #expect(result.exitCode == 0)
    for name in ["--live", "--uninstall", "PREFIX", "TOUCHSTONE_URL"] {
      #expect(result.output.contains(name))
    }
  }
}
