import Foundation
import TestSupport
import Testing

@Suite("scene settings: faults and several programs at once")
struct SettingsFaultTests {
  private let settings: SettingsFolder

  init() throws { settings = try SettingsFolder() }

  /// The values of the file, or nil if it does not exist; a damaged file is an error.
  private var values: [String: Any]? {
    get throws {
      guard let text = settings.text else { return nil }
      let list = try PropertyListSerialization.propertyList(
        from: Data(text.utf8), options: [], format: nil)
      return try #require((list as? [String: Any])?["values"] as? [String: Any])
    }
  }

  private func start(_ key: String, _ value: String) throws -> Process {
    let process = Process()
    process.executableURL = URL(filePath: Program.scene)
    process.arguments = ["settings", "set", "Swipes", key, value]
    process.environment = testEnvironment(configuration: settings.folder.path)
    try process.run()
    return process
  }

  @Test("Programs that set different keys at the same time lose nothing", arguments: 1...20)
  func parallel(round: Int) throws {
    let processes = [
      try start("minimumLength", "\(round + 5)"), try start("maximumVariance", "\(round)"),
      try start("usesRawTouches", "true"),
    ]
    for process in processes {
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
    }
    let values = try #require(try values)
    #expect(values["minimumLength"] as? Double == Double(round + 5))
    #expect(values["maximumVariance"] as? Double == Double(round))
    #expect(values["usesRawTouches"] as? Bool == true)
  }

  @Test("A program that is killed takes nothing from the others", arguments: 1...20)
  func killedAmongOthers(round: Int) throws {
    let killed = try start("maximumVariance", "\(round)")
    let others = [
      try start("minimumLength", "\(round + 5)"), try start("usesRawTouches", "true"),
    ]
    if round.isMultiple(of: 2) { others[0].waitUntilExit() }
    kill(killed.processIdentifier, SIGKILL)
    for process in others {
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
    }
    killed.waitUntilExit()
    let values = try #require(try values)
    #expect(values["minimumLength"] as? Double == Double(round + 5))
    #expect(values["usesRawTouches"] as? Bool == true)
    #expect(values["maximumVariance"].map { $0 as? Double == Double(round) } ?? true)
  }

  @Test(
    "A program that is ended at any of its last calls leaves one file or the other, and no lock",
    .enabled(if: TracedProgram.isPossible, "no permission to trace"), arguments: [true, false])
  func endedAnywhere(hasPrevious: Bool) throws {
    let arguments = ["settings", "set", "Swipes", "minimumLength", "40"]
    let environment = ["XDG_CONFIG_HOME": settings.folder.path]
    func prepare() throws {
      try? FileManager.default.removeItem(atPath: settings.folder.file("touchstone"))
      if hasPrevious { try settings.write("<key>maximumVariance</key><integer>7</integer>") }
    }
    try prepare()
    let all = try TracedProgram.run(Program.scene, arguments, environment: environment).calls
    var previous = 0
    var new = 0
    for call in (all - 70)...all {
      try prepare()
      _ = try TracedProgram.run(Program.scene, arguments, environment: environment, at: call)
      let values = try values
      #expect((values?["maximumVariance"] as? Double == 7) == hasPrevious)
      if values?["minimumLength"] as? Double == 40 { new += 1 } else { previous += 1 }
      let names = try FileManager.default.contentsOfDirectory(atPath: settings.folder.path)
      if names.contains("touchstone") {
        let files = try FileManager.default.contentsOfDirectory(
          atPath: settings.folder.file("touchstone"))
        #expect(
          files.allSatisfy {
            [".Swipes.plist.lock", "Swipes.plist"].contains($0)
              || hasPrevious && $0.hasPrefix(".replay-") && $0.hasSuffix(".part")
          }, "\(files)")
      }
    }
    #expect(previous > 0 && new > 0)
    #expect(try settings.run("set", "Swipes", "minimumLength", "41").exitCode == 0)
    #expect(try settings.value("minimumLength") == "41")
  }

  @Test(
    "Without room for the file, the previous one stays",
    arguments: ["set Swipes minimumLength 40", "reset Swipes maximumVariance", "reset Swipes"])
  func fullDisk(_ command: String) throws {
    try settings.write("<key>maximumVariance</key><integer>7</integer>")
    let text = settings.text
    let words = command.split(separator: " ").map(String.init)
    let result = try Program.run(
      "/bin/sh",
      ["-c", "ulimit -f 0; exec \"$@\"", "sh", Program.scene, "settings"] + words,
      environment: ["XDG_CONFIG_HOME": settings.folder.path])
    #expect(result.exitCode == 74 && settings.text == text)
    // With room the command changes the file.
    #expect(
      try Program.run(
        Program.scene, ["settings"] + words,
        environment: ["XDG_CONFIG_HOME": settings.folder.path]
      ).exitCode == 0)
    #expect(settings.text != text)
  }

  @Test(
    "A folder that cannot be written to is an error of permissions",
    .enabled(if: Privilege.canDrop))
  func readOnly() throws {
    try settings.write("<key>maximumVariance</key><integer>7</integer>")
    try Privilege.open(settings.folder.path)
    #expect(chmod(settings.folder.file("touchstone"), 0o555) == 0)
    let variable = "XDG_CONFIG_HOME=\(settings.folder.path)"
    let result = try Privilege.run(
      "/usr/bin/env",
      [variable, Program.scene, "settings", "set", "Swipes", "minimumLength", "40"])
    #expect(result.exitCode == 77, "\(result.remarks)")
    #expect(result.remarks.contains("error: \(settings.file): cannot write: Permission denied"))
  }

  @Test("A folder of settings that is a file is an error that names it")
  func noFolder() throws {
    try settings.folder.write("touchstone", "")
    #expect(try settings.run("Swipes").exitCode == 66)
    let result = try settings.run("set", "Swipes", "minimumLength", "40")
    #expect(result.exitCode == 66 || result.exitCode == 74)
    #expect(result.remarks.contains("Not a directory"))
  }
}
