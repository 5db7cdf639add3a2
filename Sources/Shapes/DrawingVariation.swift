import Contacts
import Timeline

/// Redraws a drawing as another hand might: stretched, sheared and bent. The distances of an
/// example's variations predict in part how people vary the shape (measured).
struct DrawingVariation {
  /// The standard deviation of each coefficient of the linear map: 0.12.
  private static let stretch = 0.12
  /// The standard deviation of the first bend, relative to the size; the second has a half of it.
  private static let bend = 0.06
  private static let bends = 4
  private static let points = 33

  private var generator: SeededGenerator

  /// - Parameter number: The number of the variation; the same number produces the same variation.
  init(number: Int) { generator = SeededGenerator(seed: 17, item: number) }

  /// The variation of a drawing, scaled to unit size.
  mutating func callAsFunction(_ drawing: Drawing) -> Drawing {
    let strokes = drawing.strokes.map { $0.resampled(to: Self.points) }
    let all = strokes.joined()
    let count = Double(max(1, all.count))
    let center = all.centroid
    let size = (all.reduce(0) { $0 + ($1 - center).lengthSquared } / count).squareRoot()
    let unit = size > 0 && size.isFinite ? 1 / size : 0
    let x = Vector(dx: 1 + noise(), dy: noise())
    let y = Vector(dx: noise(), dy: 1 + noise())
    return Drawing(
      strokes: strokes.map { stroke in
        bent(stroke.map { .zero + (x * ($0.x - center.x) + y * ($0.y - center.y)) * unit })
      })
  }

  private mutating func noise() -> Double { Self.stretch * generator.gaussian() }

  private mutating func bent(_ stroke: [Point]) -> [Point] {
    var stroke = stroke
    for number in 1...DrawingVariation.bends {
      let size = Self.bend / Double(number)
      let offset = Vector(dx: size * generator.gaussian(), dy: size * generator.gaussian())
      let phase = generator.uniform()
      for index in stroke.indices {
        let part = Double(index) / Double(max(1, stroke.count - 1))
        stroke[index] = stroke[index] + offset * wave(phase + part * Double(number) / 2)
      }
    }
    return stroke
  }

  /// A triangle wave like a cosine, in turns, that is the same on every machine.
  private func wave(_ turns: Double) -> Double {
    let part = turns - turns.rounded(.down)
    return part < 0.5 ? 1 - 4 * part : 4 * part - 3
  }
}
