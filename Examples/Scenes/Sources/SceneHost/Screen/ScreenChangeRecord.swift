import Files
import Playback
import Timeline

/// A change of a scene's screen as a record of `replay scene`; see docs/Records.md.
///
/// Texts are in English, whatever the locale is.
public struct ScreenChangeRecord: JSONRecord {
  public let scene: String
  public let change: ScreenChange
  /// English, with the plural forms of the scene's tables.
  private let language: Language

  /// - Parameter language: English, with the scene's tables.
  public init(scene: String, change: ScreenChange, language: Language) {
    self.scene = scene
    self.change = change
    self.language = language
  }

  public func appendJSON(to bytes: inout [UInt8]) {
    JSONLine.append(to: &bytes) { line in
      line.add("v", 2)
      line.add("scene", scene)
      line.add("time_s", change.time.seconds, decimals: 6)
      line.add("element", change.element)
      switch change.kind {
      case .text(let text): line.add("text", language.string(text))
      case .image(let name): line.add("image", name)
      case .drawing(let figures, let region):
        line.add("figures", figures.count)
        if let front = figures.last { line.add("front", json: front.json) }
        line.add("region_mm", json: region.json)
      case .event(.sound(let name)): line.add("sound", name)
      case .event(.alert(let title, let message, let button)):
        line.add("alert", language.string(title))
        line.add("message", language.string(message))
        line.add("button", language.string(button))
      }
    }
  }
}

/// A scene as a record of `replay scene`; see docs/Records.md.
public struct SceneRecord: JSONRecord {
  public let scene: String
  /// What it shows, in English.
  public let summary: String

  public init(_ scene: Scene.Type) {
    self.scene = scene.name
    summary = Language.english(.none).string(scene.summary)
  }

  public func appendJSON(to bytes: inout [UInt8]) {
    JSONLine.append(to: &bytes) { line in
      line.add("v", 2)
      line.add("scene", scene)
      line.add("summary", summary)
    }
  }
}

extension Rect {
  /// The rectangle in millimetres as an object.
  fileprivate var json: String {
    var line = JSONLine()
    for (key, value) in [
      ("x", minX), ("y", minY), ("width", size.width), ("height", size.height),
    ] { line.add(key, Quantity.length.outside(value), decimals: 2) }
    return line.object
  }
}

extension Figure {
  /// The figure with its bounds in millimetres as an object.
  fileprivate var json: String {
    var line = JSONLine()
    line.add("figure", name)
    line.add("color", color.hexadecimal)
    line.add("bounds_mm", json: bounds.json)
    return line.object
  }
}
