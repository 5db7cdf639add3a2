import Foundation
import PropertyTesting

/// What a property finds wrong, in words; nothing if it holds.
struct Findings: PropertyResult {
  private var lines: [String] = []

  var propertyFailure: String? { lines.isEmpty ? nil : lines.joined(separator: "\n") }

  mutating func expect(_ holds: Bool, _ text: @autoclosure () -> String) {
    if !holds { lines.append(text()) }
  }
}

extension StageGenerator {
  /// A touchpad whose window has one recognizer, so that no other one competes.
  static func only(_ make: @escaping () -> GestureRecognizer) -> StageGenerator {
    StageGenerator { _ in Stage { $0.addGestureRecognizer(make()) } }
  }

  /// A touchpad with every recognizer, also those that the standard profile turns off.
  static var everything: StageGenerator { .device(.touchpad(), profile: .everything) }
}

extension Profile {
  static var everything: Profile {
    var profile = Profile.standard
    profile.edgePan.rule = .standard
    profile.tipTap.rule = .standard
    return profile
  }
}

extension ScriptGenerator {
  /// Fingers of one action.
  static func fingers(_ make: @escaping @Sendable (inout Choices) -> [Finger]) -> ScriptGenerator {
    ScriptGenerator { [Fingers(make(&$0))] }
  }
}

extension Choices {
  /// Seconds in steps of a frame of the perfect hand.
  mutating func seconds(_ range: ClosedRange<Double>) -> Double { number(range, step: 0.01) }

  /// A vector in mm whose length is in steps of a quarter of a millimetre.
  mutating func vector(_ length: ClosedRange<Double>, degrees: Double = 5) -> Vector {
    let angle = number(-180...180, step: degrees, simplest: 0)
    return Vector(degrees: angle) * number(length, step: 0.25)
  }
}

extension Vector {
  /// A vector of length 1; 0 is to the right, and 90 down.
  init(degrees: Double) {
    let radians = degrees * .pi / 180
    self.init(dx: cos(radians), dy: sin(radians))
  }

  func rotated(degrees: Double) -> Vector {
    let turn = Vector(degrees: degrees)
    return Vector(dx: dx * turn.dx - dy * turn.dy, dy: dx * turn.dy + dy * turn.dx)
  }
}

extension Double {
  /// Whether it is the same number apart from rounding.
  func isNear(_ other: Double, within tolerance: Double = 1e-6) -> Bool {
    abs(self - other) <= tolerance
  }
}
