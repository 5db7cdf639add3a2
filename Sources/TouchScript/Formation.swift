public import Contacts

extension ScriptPlan {
  /// A place; nil is the middle of the surface.
  public func place(_ place: Point?) -> Point {
    place ?? Point(x: touchArea.width / 2, y: touchArea.height / 2)
  }

  /// What brings places that count from the middle of the surface to where they are.
  func offset(isCentered: Bool) -> Vector {
    isCentered ? Vector(dx: touchArea.width / 2, dy: touchArea.height / 2) : .zero
  }

  /// Where the fingers of a hand are about its middle, in millimetres.
  ///
  /// They stand side by side on a line that may slope, the outer ones a little behind the middle
  /// ones. Where the surface is too narrow they close up, to not less than 10 mm.
  public mutating func formation(of fingers: Int) -> [Vector] {
    let count = max(fingers, 1)
    guard count > 1 else { return [.zero] }
    let gaps = Double(count - 1)
    let room = max((touchArea.width - 4) / gaps, 10)
    let spacing = min(hand.spacing.draw(&generator), room)
    let slope = hand.slope.draw(&generator)
    let width = spacing * gaps / (1 + slope * slope).squareRoot()
    let offsets = (0..<count).map { index in
      let side = Double(index) / gaps * 2 - 1
      let x = side * width / 2
      return Vector(dx: x, dy: x * slope + side * side * hand.arch)
    }
    let middle = offsets.reduce(.zero, +) / Double(count)
    return offsets.map { $0 - middle }
  }

  /// The movements of fingers that all do the same side by side.
  ///
  /// A hand that would hang over the edge of the surface moves inward, as long as it fits.
  public mutating func sideBySide(_ movement: Movement, fingers: Int) -> [Movement] {
    let movements = formation(of: fingers).map { movement.shifted(by: $0) }
    guard movements.count > 1 else { return movements }
    let inward = inwardShift(movements)
    return movements.map { $0.shifted(by: inward) }
  }

  /// What brings all the movements at least 2 mm inside, where it can.
  private func inwardShift(_ movements: [Movement]) -> Vector {
    let places = movements.flatMap { movement in
      (0...8).map { movement.position(at: movement.duration * Double($0) / 8) }
    }
    return Vector(
      dx: inward(places.map(\.x), size: touchArea.width),
      dy: inward(places.map(\.y), size: touchArea.height))
  }

  private func inward(_ values: [Double], size: Double) -> Double {
    guard let low = values.min(), let high = values.max() else { return 0 }
    let margin = 2.0
    if high - low > size - 2 * margin { return size / 2 - (low + high) / 2 }
    return max(margin - low, 0) + min(size - margin - high, 0)
  }
}

extension Point {
  /// The middle of some places; the corner if there are none.
  static func mean(_ places: [Point]) -> Point {
    guard !places.isEmpty else { return .zero }
    let sum = places.reduce(Vector.zero) { $0 + ($1 - .zero) }
    return .zero + sum / Double(places.count)
  }
}
