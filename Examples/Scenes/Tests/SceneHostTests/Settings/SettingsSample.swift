import Foundation
import SceneHost
import TestSupport

/// A scene with a setting of each kind, which counts the changes that it notices.
final class SampleScene: Scene {
  static let length = Setting.slider("length", "Length", 25, in: 10...100, step: 5)
  static let fraction = Setting.slider("fraction", "Fraction", 0.3, in: 0...1, step: 0.1)
  static let usesRawTouches = Setting.toggle("usesRawTouches", "Use raw touches", false)
  static let color = Setting.choice(
    "color", "Color", "red", of: ["red": "Red", "lightBlue": "Light blue"])
  static let person = Setting.text("name", "Name", "none")
  static let password = Setting.secureText("password", "Password")

  override class var settings: SettingsPane {
    [
      .title("Version", value: "1"), .setting(length), .setting(usesRawTouches),
      .group("Person"), .setting(person), .setting(password),
      .pane("Colors", [.group("Fill"), .setting(color), .pane("More", [.setting(fraction)])]),
    ]
  }

  private(set) var changes: [Double] = []

  override func settingsDidChange() { changes.append(context.settings[SampleScene.length]) }

  static let schema = SettingsSchema(SampleScene.self)
}

extension SettingsStore {
  /// The store of the sample scene in a folder.
  init(in folder: TemporaryFolder) {
    self.init(SampleScene.schema, folder: folder.file("touchstone"))
  }

  /// The text of the file.
  var text: String { get throws { try String(contentsOfFile: path, encoding: .utf8) } }

  /// Writes the file with some XML between the tags of the dictionary of a version.
  func write(values: String = "", others: String = "", version: Int = 1) throws {
    try write(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0">
      <dict>
      <key>version</key><integer>\(version)</integer>
      \(others)
      <key>values</key>
      <dict>
      \(values)
      </dict>
      </dict>
      </plist>

      """)
  }

  func write(_ text: String) throws {
    try FileManager.default.createDirectory(
      at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(toFile: path, atomically: true, encoding: .utf8)
  }
}
