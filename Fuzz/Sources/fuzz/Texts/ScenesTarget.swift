import Contacts
import Files
import Foundation
import SceneHost
import Scenes

extension FuzzTarget {
  /// Opens a saved scene, as JSON or as a property list, or reads settings of a scene, behind an
  /// `s`.
  ///
  /// Promises: a memory that is written in either format is read back unchanged; a scene that
  /// opened a file saves a file that it can open; changing a setting leaves the other settings.
  static let scenes = FuzzTarget("scenes", words: sceneWords, seeds: sceneSeeds()) { bytes in
    if bytes.first == UInt8(ascii: "s") { return changeSetting(Array(bytes.dropFirst())) }
    let format = bytes.first == UInt8(ascii: "{") ? "json" : "plist"
    let path = TemporaryFiles.input(bytes, fileExtension: format)
    do throws(FileError) {
      let memory = try MemoryFile.read(path, of: QuartzFun.name)
      checkCopies(of: memory)
      reopen(path)
    } catch {
      check(error, in: bytes)
    }
  }

  private static func checkCopies(of memory: SceneMemory) {
    for format in ["json", "plist"] {
      let path = TemporaryFiles.output + "." + format
      do throws(FileError) {
        try MemoryFile.write(memory, to: path)
      } catch {
        // JSON has all characters of a text, XML has not.
        promise(format == "plist" && error.isOutput, "what was read can be written: \(error)")
        continue
      }
      do throws(FileError) {
        let copy = try MemoryFile.read(path, of: memory.scene)
        promise(copy == memory, "a written scene is read as the same")
      } catch {
        broken("a written scene can be read: \(error)")
      }
    }
  }

  private static func reopen(_ path: String) {
    let runner = SceneRunner(QuartzFun.self)
    // The scene may have no use for the values.
    guard (try? runner.open(path)) != nil else { return }
    let copy = TemporaryFiles.output + ".json"
    do {
      try runner.save(to: copy)
      let again = SceneRunner(QuartzFun.self)
      try again.open(copy)
      promise(try again.save() == runner.save(), "a scene opens what it has saved")
    } catch {
      broken("a scene saves what it has opened: \(error)")
    }
  }

  private static func changeSetting(_ bytes: [UInt8]) {
    let schema = SettingsSchema(Swipes.self)
    let store = SettingsStore(schema, folder: TemporaryFiles.folder)
    TemporaryFiles.write(bytes, to: store.path)
    do throws(FileError) {
      guard let file = try store.read() else { broken("a file exists") }
      for problem in file.problems { check(problem, in: bytes) }
      guard !file.isNewer, let setting = schema["minimumLength"] else { return }
      do throws(FileError) {
        try store.set(.number(40), for: setting)
        let expected = file.values.merging(["minimumLength": .number(40)]) { $1 }
        promise(try store.read()?.values == expected, "a changed setting leaves the others")
      } catch {
        broken("settings that were read can be changed: \(error)")
      }
    } catch {
      check(error, in: bytes)
    }
  }

  private static let sceneWords = [
    "{\"v\": 2, \"scene\": \"QuartzFun\", \"values\": {", "\"rules\": \"standard\"",
    "\"saved_at_s\": 1.5", "\"figures\": [", "\"kind\": \"line\"", "\"points\": [[0, 0], [9, 9]]",
    "\"lineWidth\": 2", "\"isFilled\": true", "null", "-0", "1e308", "9223372036854775807", "]}}",
    "<plist><dict>", "</dict></plist>", "<key>v</key><integer>2</integer>",
    "<key>scene</key><string>QuartzFun</string>", "<key>values</key><dict>", "<array>",
    "</array>", "<true/>", "<data></data>", "<real>", "</real>", "&amp;", "&#x9;", "<![CDATA[",
    "]]>", "<!--", "-->", "s<plist>", "<key>minimumLength</key><real>30</real>",
    "<key>version</key><integer>1</integer>",
  ]

  private static func sceneSeeds() -> [[UInt8]] {
    let corner = Point(x: 10, y: 20)
    let rectangle = Rect(origin: corner, size: Size(width: 30, height: 0.1))
    let figures = [
      Figure(.line([corner, .zero]), color: .red, lineWidth: 2, isFilled: false),
      Figure(.ellipse(rectangle), color: .blue, lineWidth: 2, isFilled: true),
      Figure(.image("icon.png", rectangle), color: .green, lineWidth: 0, isFilled: false),
    ]
    var memory = SceneMemory(scene: QuartzFun.name)
    memory.rules = .standard
    var seeds: [[UInt8]] = []
    for format in ["json", "plist"] {
      let path = TemporaryFiles.output + "." + format
      do {
        try memory.encode(figures, forKey: "figures")
        try MemoryFile.write(memory, to: path)
        seeds.append(Array(try Data(contentsOf: URL(filePath: path))))
      } catch {
        broken("a scene can be saved: \(error)")
      }
    }
    let settings = [
      "<plist><dict><key>values</key><dict><key>minimumLength</key><real>30</real>"
        + "<key>usesRawTouches</key><true/></dict><key>version</key><integer>1</integer></dict></plist>",
      "<plist version=\"1.0\"><dict><key>version</key><integer>2</integer><key>more</key><array/></dict></plist>",
    ]
    return seeds + settings.map { Array("s\($0)".utf8) }
  }
}
