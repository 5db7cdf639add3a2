import Contacts
import Foundation
import Shapes
import Timeline

/// Drawings that are no shape.
struct NonShapes {
  private var generator: SeededGenerator

  init(number: Int) { generator = SeededGenerator(seed: 42, item: number) }

  private mutating func uniform(_ range: ClosedRange<Double>) -> Double {
    range.lowerBound + (range.upperBound - range.lowerBound) * generator.uniform()
  }

  /// A swipe of 8 to 80 mm in any direction: up to 8 % bent, with up to 0.4 mm of slow tremor, as
  /// measured in `docs/data/hands-percentiles.csv`, and 0.05 mm of noise; 8 to 60 points.
  mutating func swipe() -> Drawing {
    let (length, angle) = (uniform(8...80), uniform(0...(2 * .pi)))
    let (bend, tremor) = (uniform(-0.08...0.08) * length, uniform(0...0.4))
    let (periods, phase) = (uniform(1...8), uniform(0...1))
    let count = 8 + generator.index(below: 53)
    let points = (0..<count).map { index in
      let part = Double(index) / Double(count - 1)
      let wave = sin(2 * .pi * (phase + periods * part))
      let across = 4 * bend * part * (1 - part) + tremor * wave + 0.05 * generator.gaussian()
      let along = length * part + 0.05 * generator.gaussian()
      return Point(
        x: along * cos(angle) - across * sin(angle), y: along * sin(angle) + across * cos(angle))
    }
    return Drawing(points)
  }

  /// A smooth curve whose x and y are sums of four sines each, of 0.5 to 4 periods.
  mutating func scribble() -> Drawing {
    let (x, y) = (sines(), sines())
    let points = (0...100).map { index in
      Point(x: NonShapes.value(x, Double(index) / 100), y: NonShapes.value(y, Double(index) / 100))
    }
    return Drawing(points)
  }

  private struct Sine {
    var amplitude: Double
    var periods: Double
    var phase: Double
  }

  private mutating func sines() -> [Sine] {
    (0..<4).map { _ in
      Sine(amplitude: generator.gaussian(), periods: uniform(0.5...4), phase: generator.uniform())
    }
  }

  private static func value(_ sines: [Sine], _ part: Double) -> Double {
    sines.reduce(0) { $0 + $1.amplitude * sin(2 * .pi * ($1.phase + $1.periods * part)) }
  }

  /// The first half of a stroke, continued as the second half of another one.
  static func splice(_ first: Drawing, _ second: Drawing) -> Drawing {
    let begin = first.strokes[0].resampled(to: 65).prefix(33)
    let rest = second.strokes[0].resampled(to: 65).dropFirst(32)
    guard let end = begin.last, let start = rest.first else { return first }
    let scale = second.length > 0 ? first.length / second.length : 1
    return Drawing(begin + rest.dropFirst().map { end + ($0 - start) * scale })
  }
}

/// How many drawings that are no shape are accepted by the classifiers of lessons.
struct NonShapeMeasurement {
  let file: StrokeFile
  let splits: [TrainingSplit]
  let draws: Int
  /// The drawings for each lesson.
  private static let count = 100

  var table: DataTable {
    let columns = splits.map { ($0.name, column($0)) } + [("the standard set", standard)]
    let kinds = ["swipes", "scribbles", "halves of two classes"]
    var table = DataTable(columns: ["drawings", "examples", "measure"] + Estimate.columns)
    for (number, kind) in kinds.enumerated() {
      for (examples, estimates) in columns where number < estimates.count {
        table.rows.append([kind, examples, "accepted"] + estimates[number].cells)
      }
    }
    return table
  }

  private func column(_ split: TrainingSplit) -> [Estimate] {
    var accepted = [0, 0, 0]
    let lessons = file.lessons(split, classCount: file.classNames.count, draws: draws)
    for (number, lesson) in lessons.enumerated() {
      var classifier = ShapeClassifier(file.shapes(lesson.examples))
      for index in 0..<NonShapeMeasurement.count {
        var nonShapes = NonShapes(number: NonShapeMeasurement.count * number + index)
        let drawings = [nonShapes.swipe(), nonShapes.scribble(), splice(lesson, index)]
        for (kind, drawing) in drawings.enumerated()
        where classifier.classify(drawing)?.isAccepted == true {
          accepted[kind] += 1
        }
      }
    }
    let total = NonShapeMeasurement.count * lessons.count
    return accepted.map { wilson(Double($0) / Double(total), of: total) }
  }

  /// Of two of the user's drawings, of different classes.
  private func splice(_ lesson: Lesson, _ index: Int) -> Drawing {
    var generator = SeededGenerator(seed: 43, item: index)
    let first = lesson.known[generator.index(below: lesson.known.count)]
    let others = lesson.known.filter { file.classes[$0] != file.classes[first] }
    let second = others[generator.index(below: others.count)]
    return NonShapes.splice(file.drawings[first], file.drawings[second])
  }

  private var standard: [Estimate] {
    var accepted = [0, 0]
    var classifier = ShapeClassifier(.standard)
    let total = 10 * NonShapeMeasurement.count
    for index in 0..<total {
      var nonShapes = NonShapes(number: index)
      let drawings = [nonShapes.swipe(), nonShapes.scribble()]
      for (kind, drawing) in drawings.enumerated()
      where classifier.classify(drawing)?.isAccepted == true {
        accepted[kind] += 1
      }
    }
    return accepted.map { wilson(Double($0) / Double(total), of: total) }
  }
}
