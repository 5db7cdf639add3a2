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
