import Contacts
import Foundation
import ShapePeers
import Shapes
import Timeline

/// A way to draw that is not in the files, imitated on their drawings.
///
/// Each user has habits of their own for each class: where a stroke begins, where it is cut in two,
/// and how the plane is stretched and bent. The rest differs from drawing to drawing. Lengths are
/// in root mean square distances from the centroid.
struct Imitation {
  let name: String
  /// The chance that a user draws a stroke of a class from its end, begins a closed one elsewhere,
  /// or cuts it in two.
  var otherOrder = 0.0
  /// How much a user stretches a class, and bends it.
  var stretch = 0.1
  var bend = 0.07
  /// The tremor of a stroke, of waves of 0.12 to 0.5.
  var tremor = 0.0
  /// How far strokes are from where they belong, and how much larger or smaller they are.
  var displacement = 0.0
  /// How many drawings of a user make an icon.
  var parts = 1

  static let otherOrders = Imitation(name: "begun elsewhere or in parts", otherOrder: 0.35)
  static let trembling = Imitation(name: "trembling", tremor: 0.06)
  static let displaced = Imitation(name: "strokes that do not meet", displacement: 0.12)
  static let icons = Imitation(
    name: "icons of four shapes", otherOrder: 0.2, stretch: 0.08, bend: 0.04, displacement: 0.04,
    parts: 4)

  /// Imitated drawings of all users, with the classes of a file, or of as many icons.
  func callAsFunction(_ file: StrokeFile) -> StrokeFile {
    let drawings = file.drawings.indices.map { index in
      imitated(file, index, user: file.users[index], class: file.classes[index])
    }
    return StrokeFile(
      drawings: drawings, classes: file.classes, users: file.users, classNames: file.classNames,
      userCount: file.userCount)
  }

  private func imitated(
    _ file: StrokeFile, _ index: Int, user: Int, class number: Int
  ) -> Drawing {
    var hand = SeededGenerator(seed: 51, item: index)
    var strokes: [[Point]] = []
    // Places and sizes of an icon's parts are the same for all users.
    var plan = SeededGenerator(seed: 52, item: number)
    for part in 0..<parts {
      var habit = SeededGenerator(seed: 53, item: 1000 * user + 10 * number + part)
      // Few kinds of parts, so that icons have some in common.
      let kind = parts == 1 ? number : plan.index(below: file.classNames.count / 2)
      let own = file.drawings(user: user, class: kind)
      let drawing = parts == 1 ? index : own[hand.index(below: own.count)]
      let (x, y, size) = (plan.gaussian(), plan.gaussian(), 0.3 + 0.5 * plan.uniform())
      strokes += ordered(file.drawings[drawing].unit, &habit).strokes.map { stroke in
        parts == 1
          ? stroke
          : stroke.map { Point(x: 0.8 * x + size * $0.x, y: 0.8 * y + size * $0.y) }
      }
    }
    var habit = SeededGenerator(seed: 54, item: 100 * user + number)
    let bent = bent(Drawing(strokes: strokes).unit, &habit)
    return Drawing(strokes: bent.strokes.map { shaken($0, &hand) })
  }

  /// Strokes in a user's own order.
  private func ordered(_ drawing: Drawing, _ habit: inout SeededGenerator) -> Drawing {
    var strokes: [[Point]] = []
    for stroke in drawing.strokes {
      var points = stroke.resampled(to: 65)
      let isClosed = points[0].distance(to: points[64]) < 0.15 * points.pathLength
      let (start, cut) = (1 + habit.index(below: 63), 8 + habit.index(below: 48))
      if isClosed, habit.uniform() < otherOrder {
        points = Array(points[start...] + points[1...start])
      }
      if habit.uniform() < otherOrder { points.reverse() }
      strokes +=
        habit.uniform() < otherOrder
        ? [Array(points[...cut]), Array(points[cut...])] : [points]
    }
    return Drawing(strokes: strokes)
  }

  /// Stretched, slanted and bent by waves across the plane.
  private func bent(_ drawing: Drawing, _ habit: inout SeededGenerator) -> Drawing {
    let x = Vector(dx: 1 + stretch * habit.gaussian(), dy: stretch * habit.gaussian())
    let y = Vector(dx: stretch * habit.gaussian(), dy: 1 + stretch * habit.gaussian())
    let (across, down) = (1.2 * habit.gaussian(), 1.2 * habit.gaussian())
    let phase = 2 * .pi * habit.uniform()
    let wave = Vector(dx: bend * habit.gaussian(), dy: bend * habit.gaussian()) * 1.7
    return drawing.map { point in
      .zero + x * point.x + y * point.y + wave * sin(across * point.x + down * point.y + phase)
    }
  }

  /// Displaced, of another size, and with tremor.
  private func shaken(_ stroke: [Point], _ hand: inout SeededGenerator) -> [Point] {
    let length = stroke.pathLength
    guard length > 0 else { return stroke }
    let count = max(12, min(160, Int(length / 0.05)))
    var points = stroke.resampled(to: count)
    let (middle, size) = (points[count / 2], exp(1.2 * displacement * hand.gaussian()))
    let offset = Vector(dx: displacement * hand.gaussian(), dy: displacement * hand.gaussian())
    points = points.map { middle + offset + ($0 - middle) * size }
    for _ in 0..<5 {
      let waves = length / (0.12 + 0.38 * hand.uniform())
      let phase = hand.uniform()
      let amount = Vector(dx: tremor * hand.gaussian(), dy: tremor * hand.gaussian()) * 0.63
      for index in points.indices {
        let part = Double(index) / Double(count - 1)
        points[index] = points[index] + amount * sin(2 * .pi * (phase + part * waves))
      }
    }
    return points
  }
}

extension Drawing {
  /// With its centroid at zero, and a root mean square distance from it of 1.
  fileprivate var unit: Drawing {
    let points = strokes.flatMap { $0.resampled(to: 65) }
    let count = Double(points.count)
    let center = Point.zero + points.reduce(Vector.zero) { $0 + ($1 - .zero) } / count
    let size = (points.reduce(0) { $0 + ($1 - center).lengthSquared } / count).squareRoot()
    return map { .zero + ($0 - center) / max(size, 1e-9) }
  }
}

extension Tables {
  /// Right names of imitated drawings, with examples of other users.
  static func imitations(_ cases: [(Imitation, strokes: String, StrokeFile)], draws: Int)
    -> DataTable
  {
    var table = DataTable(
      columns: ["drawings", "strokes", "recognizer", "examples", "measure"] + Estimate.columns)
    for (imitation, strokes, file) in cases {
      progress(imitation.name)
      var measurement = Measurement(
        strokes: strokes, file: imitation(file), draws: draws, naming: [.others(1), .others(4)],
        refusal: [])
      measurement.measure(ClassifierContender())
      measurement.measure(PeerContender<DollarP>(measurement.file))
      measurement.measure(PeerContender<DollarPPlus>(measurement.file))
      measurement.measure(PeerContender<DollarQ>(measurement.file))
      for row in measurement.rows {
        for (split, accuracy) in zip(measurement.naming, row.accuracies) {
          table.rows.append(
            [imitation.name, strokes, row.name, split.name, "right names"] + accuracy.cells)
        }
      }
    }
    return table
  }
}
