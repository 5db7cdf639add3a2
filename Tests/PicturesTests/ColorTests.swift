import Foundation
import TestSupport
import Testing
import VectorGraphics

@testable import Pictures

struct ColorTests {
  /// The colors of the player's style sheet for light, by name.
  private func colors() throws -> [String: String] {
    let url = packageFolder.appending(path: "Sources/Pictures/Player/player.css")
    let text = try String(contentsOf: url, encoding: .utf8)
    let matches = text.matches(of: /--([a-z0-9-]+): light-dark\((#[0-9a-f]{6}),/)
    return Dictionary(
      matches.map { (String($0.output.1), String($0.output.2)) }, uniquingKeysWith: { $1 })
  }

  @Test("The page has the colors of the pictures for gestures, attempts, failures and fingers")
  func sharedColors() throws {
    let colors = try colors()
    for (index, color) in Palette.lines.enumerated() {
      #expect(colors["color-\(index)"] == color.hexadecimal)
    }
    for (name, color) in [
      ("recognized", Palette.success), ("attempt", Palette.attempt), ("changing", Palette.changing),
      ("cancelled", Palette.cancelled), ("limit", Palette.alert), ("text", Palette.ink),
    ] {
      #expect(colors[name] == color.hexadecimal, "\(name)")
    }
  }
}
