import Foundation
import TestSupport
import Testing

/// `scene settings` with a folder of settings of its own.
struct SettingsFolder {
  let folder: TemporaryFolder
  var file: String { folder.file("touchstone/Swipes.plist") }

  init() throws { folder = try TemporaryFolder() }

  @discardableResult
  func run(
    _ arguments: String..., input: String? = nil, environment: [String: String] = [:]
  ) throws -> ProgramResult {
    try Program.run(
      Program.scene, ["settings"] + arguments, input: input,
      environment: ["XDG_CONFIG_HOME": folder.path].merging(environment) { $1 })
  }

  /// What `get` prints, without the newline.
  func value(_ key: String, environment: [String: String] = [:]) throws -> String {
    let result = try run("get", "Swipes", key, environment: environment)
    #expect(result.exitCode == 0 && result.remarks.isEmpty, "\(result.remarks)")
    return String(result.output.dropLast())
  }

  /// Writes the file with some XML in its dictionary of values.
  func write(_ values: String, version: Int = 1) throws {
    try folder.write(
      "touchstone/Swipes.plist",
      "<plist><dict><key>version</key><integer>\(version)</integer>"
        + "<key>values</key><dict>\(values)</dict></dict></plist>")
  }

  var text: String? { try? folder.text("touchstone/Swipes.plist") }
}

@Suite("scene settings")
struct SettingsCommandTests {
  private let settings: SettingsFolder

  init() throws { settings = try SettingsFolder() }

  @Test("A value that is set applies until it is reset")
  func setAndReset() throws {
    let usual = try settings.value("minimumLength")
    #expect(try settings.run("set", "Swipes", "minimumLength", "40").output == "")
    #expect(try settings.value("minimumLength") == "40")
    try settings.run("set", "swipes", "usesRawTouches", "yes")
    #expect(try settings.value("usesRawTouches") == "true")
    try settings.run("reset", "Swipes", "minimumLength")
    #expect(try settings.value("minimumLength") == usual)
    #expect(try settings.value("usesRawTouches") == "true")
    try settings.run("reset", "Swipes")
    #expect(try settings.value("usesRawTouches") == "false")
  }

  @Test("A value comes from standard input if the command line has none")
  func standardInput() throws {
    for input in ["40\n", "40"] {
      #expect(try settings.run("set", "Swipes", "minimumLength", input: input).exitCode == 0)
      #expect(try settings.value("minimumLength") == "40")
    }
    let wrong = try settings.run("set", "Swipes", "minimumLength", input: "x\n")
    #expect(wrong.exitCode == 64 && wrong.remarks.contains(#"found "x""#))
  }

  @Test("An option is over a variable over the file over the default, and each says so")
  func origins() throws {
    let variable = "TOUCHSTONE_SWIPES_MINIMUM_LENGTH"
    func origin(_ environment: [String: String] = [:]) throws -> String {
      try settings.run(
        "get", "--show-origin", "Swipes", "minimumLength", environment: environment
      ).output
    }
    #expect(try origin().hasPrefix("default:\t"))
    try settings.run("set", "Swipes", "minimumLength", "40")
    #expect(try origin() == "file:\(settings.file)\t40\n")
    #expect(try origin([variable: "41"]) == "environment:\(variable)\t41\n")
    let shown = try settings.run(
      "Swipes", "--set", "minimumLength=42", "--show-origin", environment: [variable: "41"])
    let row = shown.lines.first { $0.contains("minimumLength") }
    #expect(row?.contains(#/ 42 +option:/#) == true, "\(shown.output)")
  }

  @Test("Setting what a variable overrides says so")
  func overridden() throws {
    let result = try settings.run(
      "set", "Swipes", "minimumLength", "40",
      environment: ["TOUCHSTONE_SWIPES_MINIMUM_LENGTH": "41"])
    #expect(result.exitCode == 0)
    #expect(
      result.remarks
        == "note: TOUCHSTONE_SWIPES_MINIMUM_LENGTH: this variable takes precedence over the new value\n"
    )
    #expect(try settings.value("minimumLength") == "40")
  }

  @Test("A table has the title, the key, the value and what is allowed")
  func table() throws {
    try settings.run("set", "QuartzFun", "color", "blue")
    let lines = try settings.run("QuartzFun").lines
    #expect(lines.first?.hasPrefix("TITLE") == true)
    let row = lines.first { $0.hasPrefix("Color ") }
    #expect(
      row?.split(separator: #/ {2,}/#) == [
        "Color", "color", "blue", "red, blue, yellow, green, random",
      ])
  }

  @Test("The path of the file has ~ for the person's folder")
  func home() throws {
    try settings.run("set", "Swipes", "minimumLength", "40")
    let result = try settings.run(
      "Swipes", "--show-origin", environment: ["HOME": settings.folder.path])
    #expect(result.output.contains(" file:~/touchstone/Swipes.plist"))
  }

  @Test("The list has each scene with settings, and how many are changed")
  func list() throws {
    try settings.run("set", "Swipes", "minimumLength", "40")
    let lines = try settings.run().lines.map { $0.split(separator: #/ {2,}/#) }
    #expect(lines.first == ["SCENE", "SETTINGS", "CHANGED"])
    #expect(lines.contains(["Swipes", "3", "1"]) && !lines.contains { $0[0] == "TouchExplorer" })
    let json = try settings.run("--json").lines
    #expect(json.count { $0.contains(#""scene":"Swipes""#) } == 3)
  }

  @Test("JSON is the same in every language, and titles of the table are not")
  func language() throws {
    let json = try settings.run("Swipes", "--json", "--locale", "ko").output
    #expect(try settings.run("Swipes", "--json").output == json)
    #expect(json.contains(#""title":"Minimum length in points""#))
    let table = try settings.run("Swipes", "--locale", "en-XA").output
    #expect(!table.contains("Minimum length in points") && table.contains("minimumLength"))
  }

  @Test(
    "A wrong command line ends with 64 and what is right",
    arguments: [
      (["Swpies"], "did you mean Swipes?"),
      (["get", "Swpies", "minimumLength"], "did you mean Swipes?"),
      (["get", "Swipes", "minimumLenght"], "did you mean minimumLength?"),
      (["set", "Swipes", "minimumLenght", "40"], "did you mean minimumLength?"),
      (["reset", "Swipes", "minimumLenght"], "did you mean minimumLength?"),
      (["reset", "Swpies"], "did you mean Swipes?"),
      (["Swipes", "get", "minimumLength"], "'scene settings get Swipes minimumLength'"),
      (["Swipes", "set", "minimumLength", "4"], "'scene settings set Swipes minimumLength 4'"),
      (["Swipes", "reset"], "'scene settings reset Swipes'"),
      (["get", "minimumLength", "Swipes"], "'Swipes minimumLength'"),
      (["Swipes", "QuartzFun"], "expected one scene"),
      (["set", "Swipes", "minimumLength", "4"], "from 5 to 200 in steps of 1, found \"4\""),
      (["set", "Swipes", "minimumLength", "201"], "from 5 to 200"),
      (["set", "Swipes", "minimumLength", "5.5"], "in steps of 1, found \"5.5\""),
      (["set", "Swipes", "minimumLength", "long"], "expected a number"),
      (["set", "Swipes", "usesRawTouches", "perhaps"], "expected true or false"),
      (["set", "QuartzFun", "color", "blu"], "did you mean blue?"),
      (["set", "Swipes", "minimumLength", "--", "-5"], "found \"-5\""),
      (["Swipes", "--set", "minimumLength"], "expected key=value"),
      (["Swipes", "--set", "minimumLenght=4"], "did you mean minimumLength?"),
      (["Swipes", "--set", "minimumLength=4"], "from 5 to 200"),
      (["--set", "minimumLength=4"], "--set needs a scene"),
    ])
  func usage(_ arguments: [String], _ message: String) throws {
    let result = try Program.run(
      Program.scene, ["settings"] + arguments,
      environment: ["XDG_CONFIG_HOME": settings.folder.path])
    #expect(result.exitCode == 64)
    #expect(result.remarks.contains(message), "\(result.remarks)")
    #expect(result.output.isEmpty && settings.text == nil)
  }

  @Test("A variable with a wrong value is bad data")
  func badVariable() throws {
    let result = try settings.run(
      "get", "Swipes", "minimumLength", environment: ["TOUCHSTONE_SWIPES_MINIMUM_LENGTH": "4"])
    #expect(result.exitCode == 65)
    #expect(
      result.remarks.hasPrefix("error: TOUCHSTONE_SWIPES_MINIMUM_LENGTH: expected a number from 5"))
  }

  @Test("A value of the file that is not allowed is a warning, and the default applies")
  func misfit() throws {
    let usual = try settings.value("minimumLength")
    try settings.write("<key>minimumLength</key><integer>4</integer>")
    let result = try settings.run("get", "Swipes", "minimumLength")
    #expect(result.exitCode == 0 && result.output == usual + "\n")
    #expect(
      result.remarks
        == "warning: \(settings.file): expected a number from 5 to 200 in steps of 1 for "
        + "minimumLength, found \"4\": not used\n")
  }

  @Test("A damaged file is bad data with its line, and nothing overwrites it")
  func damaged() throws {
    let text = "<plist>\n<dict>\n<foo/>"
    try settings.folder.write("touchstone/Swipes.plist", text)
    for arguments in [
      ["Swipes"], ["get", "Swipes", "minimumLength"], ["set", "Swipes", "minimumLength", "40"],
      ["reset", "Swipes"], ["reset", "Swipes", "minimumLength"], [],
    ] {
      let result = try Program.run(
        Program.scene, ["settings"] + arguments,
        environment: ["XDG_CONFIG_HOME": settings.folder.path])
      #expect(result.exitCode == 65)
      #expect(result.remarks.hasPrefix("error: \(settings.file):3:1: expected a property list"))
      #expect(result.output.contains("QuartzFun") == arguments.isEmpty)
      #expect(settings.text == text)
    }
  }

  @Test("A file of a newer version is used and left as it is")
  func newer() throws {
    try settings.write("<key>minimumLength</key><integer>40</integer>", version: 2)
    let text = settings.text
    #expect(try settings.value("minimumLength") == "40")
    #expect(try settings.run("Swipes").remarks.contains("of a newer replay"))
    for arguments in [["set", "Swipes", "minimumLength", "41"], ["reset", "Swipes"]] {
      let result = try Program.run(
        Program.scene, ["settings"] + arguments,
        environment: ["XDG_CONFIG_HOME": settings.folder.path])
      #expect(result.exitCode == 65 && result.remarks.contains("version 2 of a newer replay"))
      #expect(settings.text == text)
    }
  }

  @Test("A scene without settings has none to show")
  func withoutSettings() throws {
    let result = try settings.run("TouchExplorer")
    #expect(result.exitCode == 0 && result.output.isEmpty)
    #expect(result.remarks == "note: TouchExplorer: no settings\n")
  }
}

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

  @Test("Without room for the file, the previous one stays")
  func fullDisk() throws {
    try settings.write("<key>maximumVariance</key><integer>7</integer>")
    let text = settings.text
    let result = try Program.run(
      "/bin/sh",
      ["-c", "ulimit -f 0; exec \"$@\"", "sh", Program.scene]
        + ["settings", "set", "Swipes", "minimumLength", "40"],
      environment: ["XDG_CONFIG_HOME": settings.folder.path])
    #expect(result.exitCode == 74 && settings.text == text)
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
