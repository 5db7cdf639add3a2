import Contacts
import Gestures
import Shapes
import Timeline

extension TouchStage {
  /// A stage with the standard recognizers, paths among them.
  static func drawing(
    _ shapes: [Shape] = PathShapes.all, _ change: (inout Profile) -> Void = { _ in }
  ) -> TouchStage {
    var profile = Profile.standard
    change(&profile)
    return TouchStage(profile: profile, shapes: ShapeSet(shapes))
  }

  func find<Kind: GestureRecognizer>(_ kind: Kind.Type) -> Kind? {
    window.gestureRecognizers.lazy.compactMap { $0 as? Kind }.first
  }

  var path: PathRecognizer { find(PathRecognizer.self) ?? PathRecognizer(ShapeSet()) }

  /// Draws along corners, with a number of fingers side by side; `step` is called after each frame.
  func draw(
    _ corners: [(Double, Double)], fingers count: Int = 1, at start: Double, lasting: Double = 0.4,
    device: Int = 0, step: () -> Void = {}
  ) {
    let points = corners.map { Point(x: $0.0, y: $0.1) }.resampled(to: 33)
    let ids = newIDs(count)
    for (index, point) in points.enumerated() {
      let positions = ids.enumerated().map { number, id in
        (id, (point.x + 60 * Double(number), point.y))
      }
      frame(
        at: start + lasting * Double(index) / 32, Dictionary(uniqueKeysWithValues: positions),
        device: device)
      step()
    }
    frame(at: start + lasting, up: ids, device: device)
  }

  /// Gestures that were recognized or ended, paths with their names.
  var names: [String] {
    gestures.filter { $0.state == .recognized || $0.state == .ended }.map {
      $0.name.map { name in "path \(name)" } ?? $0.kind.rawValue
    }
  }
}

/// Shapes to draw and their corners, in points.
enum PathShapes {
  static func length(of corners: [(Double, Double)]) -> Double {
    corners.map { Point(x: $0.0, y: $0.1) }.pathLength
  }

  static let zigzag = [(100.0, 100.0), (200.0, 100.0), (100.0, 200.0), (200.0, 200.0)]
  static let roof = [(100.0, 160.0), (150.0, 100.0), (200.0, 160.0)]
  static let floor = [(100.0, 170.0), (200.0, 170.0)]
  static let slash = [(200.0, 100.0), (100.0, 200.0)]
  static let backslash = [(100.0, 100.0), (200.0, 200.0)]

  static func shape(_ name: String, _ strokes: [(Double, Double)]...) -> Shape {
    Shape(
      name,
      examples: [Drawing(strokes: strokes.map { $0.map { Point(x: $0.0, y: $0.1) } })])
  }

  /// A shape of one stroke, one of two, and one that is the beginning of another.
  static let all = [
    shape("z", zigzag), shape("x", backslash, slash), shape("roof", roof),
    shape("house", roof, floor),
  ]
}
