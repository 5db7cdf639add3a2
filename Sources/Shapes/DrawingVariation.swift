import Contacts
import Timeline

/// Draws a drawing again, as another hand might: stretched and sheared, and with bends that are not
/// in the original.
///
/// One example says nothing about how people vary a shape. What its variations are apart from it
/// does, in part: those of a shape with many turns are farther away than those of a plain one. Over
/// the classes of 2880 strokes their distance and the one that people's strokes have correlate by
/// 0.48 (measured).
struct DrawingVariation {
  /// How much each coefficient of the linear map varies: 0.12.
  private static let stretch = 0.12
  /// How far the first bend moves a point, over the size of the drawing: 0.06; the second one half
  /// of it, and so on.
  private static let bend = 0.06
  private static let bends = 4
  private static let points = 33

  private var generator: SeededGenerator

  /// - Parameter number: Which of endlessly many variations.
  init(number: Int) {
    generator = SeededGenerator(seed: 17, item: number)
  }

  /// The variation of a drawing, of unit size.
  mutating func callAsFunction(_ drawing: Drawing) -> Drawing {
    let strokes = drawing.strokes.map { $0.resampled(to: DrawingVariation.points) }
    let all = strokes.joined()
    let count = Double(max(1, all.reduce(0) { sum, _ in sum + 1 }))
    let center = Point.zero + all.reduce(Vector.zero) { $0 + ($1 - .zero) } / count
    let size = (all.reduce(0) { $0 + ($1 - center).lengthSquared } / count).squareRoot()
    let unit = size > 0 && size.isFinite ? 1 / size : 0
    let x = Vector(dx: 1 + noise(), dy: noise())
    let y = Vector(dx: noise(), dy: 1 + noise())
    return Drawing(
      strokes: strokes.map { stroke in
        bent(stroke.map { .zero + (x * ($0.x - center.x) + y * ($0.y - center.y)) * unit })
      })
  }

  private mutating func noise() -> Double { DrawingVariation.stretch * generator.gaussian() }

  private mutating func bent(_ stroke: [Point]) -> [Point] {
    var stroke = stroke
    for number in 1...DrawingVariation.bends {
      let size = DrawingVariation.bend / Double(number)
      let offset = Vector(dx: size * generator.gaussian(), dy: size * generator.gaussian())
      let phase = generator.uniform()
      for index in stroke.indices {
        let part = Double(index) / Double(max(1, stroke.count - 1))
        stroke[index] = stroke[index] + offset * wave(phase + part * Double(number) / 2)
      }
    }
    return stroke
  }

  /// A cosine of a number of turns, as a parabola through its zeros: the same on every machine.
  private func wave(_ turns: Double) -> Double {
    let part = turns - turns.rounded(.down)
    return part < 0.5 ? 1 - 4 * part : 4 * part - 3
  }
}
