import Files
import Foundation
import SceneHost
import TestSupport
import Testing

@Suite("The file of settings")
struct SettingsStoreTests {
  private let folder: TemporaryFolder
  private let store: SettingsStore

  init() throws {
    folder = try TemporaryFolder()
    store = SettingsStore(in: folder)
  }

  private func mode(_ path: String) -> mode_t {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
  }

  // MARK: Where

  @Test(
    "The folder is that of the XDG Base Directory Specification",
    arguments: [
      (["XDG_CONFIG_HOME": "/x/y", "HOME": "/h"], "/x/y/touchstone"),
      (["HOME": "/h"], "/h/.config/touchstone"),
      (["XDG_CONFIG_HOME": "", "HOME": "/h"], "/h/.config/touchstone"),
      (["XDG_CONFIG_HOME": "x", "HOME": "/h"], "/h/.config/touchstone"),
      (["XDG_CONFIG_HOME": "~/x", "HOME": "/h"], "/h/.config/touchstone"),
    ])
  func folder(_ environment: [String: String], _ path: String) {
    #expect(SettingsStore.folder(environment) == path)
    #expect(SettingsStore(SampleScene.schema, folder: path).path == path + "/SampleScene.plist")
  }

  @Test("Without a home in the variables it is that of the user database")
  func noHome() {
    #expect(SettingsStore.folder(["HOME": "h"]).hasPrefix("/"))
    #expect(SettingsStore.folder([:]).hasSuffix("/.config/touchstone"))
  }

  @Test(
    "A scene with any name has a file of its own in the folder",
    arguments: [
      ("../a/b.c", "%2e%2e%2fa%2fb%2ec"), ("A B", "A%20B"), ("A-B", "A-B"), ("A_B", "A_B"),
      ("공", "%ea%b3%b5"), ("%20", "%2520"),
    ])
  func fileName(_ scene: String, _ name: String) {
    let schema = SettingsSchema(scene: scene, pane: [])
    #expect(SettingsStore(schema, folder: "/f").path == "/f/\(name).plist")
  }

  // MARK: Values

  @Test("Nothing is created by reading or by resetting nothing")
  func missing() throws {
    #expect(try store.read() == nil)
    try store.reset()
    try store.reset(SampleScene.length.definition)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test("What is set is read again, whatever its type")
  func roundTrip() throws {
    let name = " <빨강> & \"'\u{301} ]]> 😀 "
    let values: [(SettingDefinition, SettingValue)] = [
      (SampleScene.length.definition, .number(100)),
      (SampleScene.fraction.definition, .number(0.1)),
      (SampleScene.usesRawTouches.definition, .flag(true)),
      (SampleScene.color.definition, .text("lightBlue")),
      (SampleScene.person.definition, .text(name)),
      (SampleScene.password.definition, .text("1")),
    ]
    for (setting, value) in values { try store.set(value, for: setting) }
    let file = try #require(try store.read())
    #expect(file.problems.isEmpty && file.version == 1 && !file.isNewer)
    for (setting, value) in values { #expect(file.values[setting.key] == value) }
    try store.set(.flag(false), for: SampleScene.usesRawTouches.definition)
    #expect(try store.read()?.values["usesRawTouches"] == .flag(false))
  }

  @Test("A value that the setting does not take is refused, and nothing is created")
  func refused() throws {
    let error = #expect(throws: FileError.self) {
      try store.set(.number(12), for: SampleScene.length.definition)
    }
    #expect(
      error?.description == #"length: expected a number from 10 to 100 in steps of 5, found "12""#)
    #expect(try store.read() == nil)
  }

  @Test("Resetting a value leaves the others, and resetting all those of the scene leaves the rest")
  func reset() throws {
    try store.write(
      values: "<key>length</key><integer>30</integer><key>name</key><string>a</string>"
        + "<key>other</key><date>2026-01-01T00:00:00Z</date>")
    try store.reset(SampleScene.length.definition)
    #expect(try store.read()?.values == ["name": .text("a")])
    try store.reset()
    #expect(try store.read()?.values == [:])
    #expect(try store.text.contains("<date>2026-01-01T00:00:00Z</date>"))
  }

  @Test("What the program does not know stays, of every type")
  func unknown() throws {
    let kept = [
      "<key>a</key>\n\t\t<true/>", "<key>b</key>\n\t\t<integer>1</integer>",
      "<key>c</key>\n\t\t<real>1</real>", "<key>d</key>\n\t\t<data>\n\t\tAQI=\n\t\t</data>",
      "<key>e</key>\n\t\t<array>\n\t\t\t<false/>\n\t\t\t<integer>0</integer>\n\t\t</array>",
      "<key>f</key>\n\t\t<integer>18446744073709551615</integer>",
      "<key>length</key>\n\t\t<real>30</real>",
    ]
    try store.write(
      values: kept.dropLast().joined(), others: "<key>comment</key><string>x</string>")
    try store.set(.number(30), for: SampleScene.length.definition)
    let text = try store.text
    for part in kept { #expect(text.contains(part), "\(part) in \(text)") }
    #expect(text.contains("<key>comment</key>\n\t<string>x</string>"))
  }

  @Test(
    "A value that does not fit its setting does not count, and the next version of it does",
    arguments: [
      "<key>length</key><string>30</string>", "<key>length</key><true/>",
      "<key>length</key><integer>7</integer>", "<key>length</key><real>nan</real>",
      "<key>usesRawTouches</key><integer>1</integer>", "<key>color</key><string>Red</string>",
      "<key>name</key><array/>",
    ])
  func misfits(_ entry: String) throws {
    try store.write(values: entry + "<key>fraction</key><real>0.5</real>")
    let file = try #require(try store.read())
    #expect(file.values == ["fraction": .number(0.5)])
    #expect(file.problems.count == 1)
    let key = try #require(entry.firstMatch(of: /<key>(.*)<\/key>/)?.output.1)
    #expect(file.problems.first?.description.contains(" for \(key), found ") == true)
    try store.reset(try SampleScene.schema.setting(String(key)))
    #expect(try store.read()?.problems == [])
  }

  @Test("A slider takes whole numbers of a file, too")
  func integers() throws {
    try store.write(values: "<key>length</key><integer>30</integer>")
    #expect(try store.read()?.values == ["length": .number(30)])
  }

  // MARK: Versions and damage

  @Test("A file of a newer version is read as far as it is understood, and never changed")
  func newer() throws {
    try store.write(
      values: "<key>length</key><integer>30</integer><key>color</key><integer>3</integer>",
      version: 2)
    let text = try store.text
    let file = try #require(try store.read())
    #expect(file.isNewer && file.values == ["length": .number(30)] && file.problems.isEmpty)
    for change in [
      { try store.set(.number(35), for: SampleScene.length.definition) },
      { try store.reset(SampleScene.length.definition) }, { try store.reset() },
    ] {
      let error = #expect(throws: FileError.self) { try change() }
      #expect(
        error?.description
          == "\(store.path): expected settings of version 1, found version 2 of a newer replay, "
          + "which is left as it is")
      #expect(try store.text == text)
    }
  }

  @Test("A newer file whose values are something else has no values")
  func newerLayout() throws {
    try store.write(
      "<plist><dict><key>version</key><real>2</real><key>values</key><true/></dict></plist>")
    #expect(try store.read()?.values == [:])
  }

  @Test("A byte order mark is no part of a file, and the same key may be in two dictionaries")
  func byteOrderMark() throws {
    try store.write(
      "\u{feff}<plist><dict><key>version</key><integer>1</integer><key>values</key><dict>"
        + "<key>version</key><true/></dict></dict></plist>\n")
    #expect(try store.read()?.version == 1)
  }

  @Test(
    "A damaged file is an error that names it and the line, and stays as it is",
    arguments: [
      ("", "expected a property list in XML, found an empty file"),
      ("hello", #"expected a property list in XML, found "hello""#),
      ("bplist00\u{0}", #"expected a property list in XML, found "bplist00"#),
      ("{ version = 1; }", #"expected a property list in XML, found "{ version = 1; }""#),
      ("<plist>\n<dict>\n<key>a</key>\n<foo/></dict></plist>", ":4:1: expected a property list"),
      ("<plist>\n<dict><key>a</key><real>x</real></dict></plist>", ":2:1: expected a property"),
      ("<plist><dict>", "expected a property list in XML, found a malformed one"),
      ("<plist><dict><key>a<\t<true/></dict></plist>", "(Encountered unexpected character "),
      ("<plist><true/></plist>", "expected a property list with a dictionary"),
      ("<plist><dict/></plist>", "expected a version, an <integer> from 1, found none"),
      (
        "<plist><dict><key>version</key><integer>0</integer></dict></plist>",
        "expected a version, an <integer> from 1, found another value"
      ),
      (
        "<plist><dict><key>version</key><true/></dict></plist>",
        "expected a version, an <integer> from 1, found another value"
      ),
      (
        "<plist><dict><key>version</key><real>1.5</real></dict></plist>",
        "expected a version, an <integer> from 1, found another value"
      ),
      (
        "<plist><dict><key>version</key><integer>1</integer><key>values</key><true/></dict></plist>",
        "expected values in a dictionary"
      ),
      (
        "<plist>" + String(repeating: "<array>", count: 100_000),
        "expected a property list in XML, found a malformed one"
      ),
      (
        "<plist><dict><key>version</key><integer>1</integer><key>values</key>\n<dict>"
          + "<key>a</key><real>1</real>\n<key>a</key><real>2</real></dict></dict></plist>",
        ":3:13: expected each key once, found \"a\""
      ),
      (
        "<plist><dict><key>version</key><integer>1</integer></dict></plist>\nmore",
        "expected an element, found \"more\""
      ),
      ("<" + String(repeating: " ", count: 1 << 20), "expected at most 1048576 bytes"),
    ])
  func damaged(_ text: String, _ message: String) throws {
    try store.write(text)
    for use in [
      { _ = try store.read() }, { try store.reset() },
      { try store.set(.number(35), for: SampleScene.length.definition) },
    ] {
      let error = #expect(throws: FileError.self) { try use() }
      let description = error?.description ?? ""
      #expect(description.hasPrefix(store.path) && description.contains(message), "\(description)")
      #expect(description.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
      #expect(error?.systemError == nil)
      #expect(try store.text == text)
    }
  }

  @Test("A file that is cut anywhere, or has any byte changed, is an error or another file")
  func mutations() throws {
    try store.set(.number(30), for: SampleScene.length.definition)
    try store.set(.text("a"), for: SampleScene.person.definition)
    let bytes = Array(try store.text.utf8)
    for index in bytes.indices {
      for changed in [
        Array(bytes[..<index]), bytes[..<index] + [bytes[index] ^ 1] + bytes[(index + 1)...],
      ] {
        try Data(changed).write(to: URL(filePath: store.path))
        do {
          _ = try store.read()
        } catch {
          #expect(error.file == store.path)
        }
      }
    }
  }

  @Test("A pipe in the place of the file is an error, and nothing waits for its writer")
  func pipe() throws {
    try FileManager.default.createDirectory(
      atPath: folder.file("touchstone"), withIntermediateDirectories: true)
    #expect(mkfifo(store.path, 0o600) == 0)
    let error = #expect(throws: FileError.self) { _ = try store.read() }
    #expect(error?.description.contains("expected a regular file") == true)
    #expect(throws: FileError.self) {
      try store.set(.number(35), for: SampleScene.length.definition)
    }
  }

  // MARK: Files

  @Test("Folders that are missing are created for the owner only, and so is the file")
  func permissions() throws {
    let store = SettingsStore(SampleScene.schema, folder: folder.file("a/b/touchstone"))
    try store.set(.number(35), for: SampleScene.length.definition)
    for path in ["a", "a/b", "a/b/touchstone"] { #expect(mode(folder.file(path)) == 0o700) }
    #expect(mode(store.path) == 0o600)
    #expect(chmod(store.path, 0o644) == 0)
    try store.set(.number(40), for: SampleScene.length.definition)
    #expect(mode(store.path) == 0o600)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("a/b/touchstone"))
    #expect(names.sorted() == [".SampleScene.plist.lock", "SampleScene.plist"])
    #expect(mode(folder.file("a/b/touchstone/.SampleScene.plist.lock")) == 0o600)
  }

  @Test("A link stays a link, and the file that it leads to is changed or created")
  func link() throws {
    let files = FileManager.default
    for name in ["touchstone", "elsewhere"] {
      try files.createDirectory(
        atPath: folder.file(name), withIntermediateDirectories: true)
    }
    try files.createSymbolicLink(
      atPath: store.path, withDestinationPath: "../elsewhere/mine.plist")
    for value in [30.0, 35] {
      try store.set(.number(value), for: SampleScene.length.definition)
      #expect(
        try files.destinationOfSymbolicLink(atPath: store.path) == "../elsewhere/mine.plist")
      #expect(try store.read()?.values == ["length": .number(value)])
    }
    #expect(mode(folder.file("elsewhere/mine.plist")) == 0o600)
    #expect(
      try files.contentsOfDirectory(atPath: folder.file("elsewhere")).sorted() == [
        ".mine.plist.lock", "mine.plist",
      ])
  }

  @Test("Many tasks that change different settings at the same time lose nothing")
  func concurrentChanges() async throws {
    let settings = (0..<40).map { Setting.text("key\($0)", "Key") }
    let schema = SettingsSchema(
      scene: "Many", pane: .init(items: settings.map { .setting($0) }))
    let store = SettingsStore(schema, folder: folder.file("touchstone"))
    try await withThrowingTaskGroup { group in
      for setting in settings {
        group.addTask { try store.set(.text(setting.key), for: setting.definition) }
      }
      try await group.waitForAll()
    }
    let values = try #require(try store.read()).values
    #expect(values.count == 40)
    for setting in settings { #expect(values[setting.key] == .text(setting.key)) }
  }
}
