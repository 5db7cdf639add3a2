import Gestures
import Playback
import SceneHost
import Scenes
import Timeline

/// Prints the changes of a scene's screen, as a table or as JSON Lines.
final class ScenePrinter {
  private let scene: Scene.Type
  private let console: Console
  private let table: Table?
  let language: Language
  /// For JSON, which no locale changes.
  private let english: Language
  private(set) var changes = 0

  /// - Parameter language: That of the table; JSON is in English.
  init(_ scene: Scene.Type, _ console: Console, isJSON: Bool, language: Language) {
    self.scene = scene
    self.console = console
    self.language = language
    english = .english(SceneCatalog.strings)
    table =
      isJSON
      ? nil
      : Table(
        [.right("TIME", 10), .left("ELEMENT", 12), .left("SHOWS")])
    if let table { console.print(table.header) }
  }

  func print(_ change: ScreenChange) {
    changes += 1
    guard let table else {
      return console.print(
        ScreenChangeRecord(scene: scene.name, change: change, language: english).appendJSON)
    }
    let (element, shows) = cells(change)
    console.print(table.row(["\(change.time.seconds.text(decimals: 3)) s", element, shows]))
  }

  /// The element and what it shows.
  private func cells(_ change: ScreenChange) -> (String, String) {
    let element = change.element ?? ""
    switch change.kind {
    case .text(let text): return (element, text.isEmpty ? "(empty)" : language.string(text))
    case .image(let name): return (element, name)
    case .drawing(let figures, let region):
      let front = figures.last.map { "\($0.name) \($0.color.hexadecimal) \(text($0.bounds)), " }
      return (element, (front ?? "") + "redraw \(text(region)) mm")
    case .event(.sound(let name)): return ("sound", name)
    case .event(.alert(let title, let message, let button)):
      let texts = [title, message].map(language.string).joined(separator: ": ")
      return ("alert", "\(texts) [\(language.string(button))]")
    }
  }

  /// The corners of a rectangle in millimetres, as in `10.0,20.0 to 30.0,40.0`.
  private func text(_ rect: Rect) -> String {
    func millimetres(_ x: Double, _ y: Double) -> String {
      [x, y].map { Quantity.length.outside($0).text(decimals: 1) }.joined(separator: ",")
    }
    return "\(millimetres(rect.minX, rect.minY)) to \(millimetres(rect.maxX, rect.maxY))"
  }
}
