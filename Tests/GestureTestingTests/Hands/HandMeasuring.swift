import GestureTesting

extension PeopleRecording {
  /// All that the recording says of its person's hand and its sensor.
  func measurements() -> [HandMeasurement] {
    var found: [HandMeasurement] = []
    func add(_ quantity: HandQuantity, _ values: [Double], gesture: Int) {
      for value in values {
        found.append(
          HandMeasurement(
            quantity: quantity, value: value, recording: name, person: person, gesture: gesture))
      }
    }
    for (index, item) in label.expect.enumerated() {
      let touches = touches(of: item)
      for (quantity, values) in Self.measures(of: touches, item, hasKnownLengths)
      where hasMeasure(quantity) {
        add(quantity, values, gesture: index + 1)
      }
    }
    for (quantity, values) in timing() { add(quantity, values, gesture: 0) }
    return found
  }

  private func hasMeasure(_ quantity: HandQuantity) -> Bool {
    switch quantity {
    case .spacing, .slope: !isPlacementGiven
    case .pressure: hasComparablePressure
    default: true
    }
  }

  private static func measures(
    of touches: [Touch], _ item: Label.Item, _ hasKnownLengths: Bool
  ) -> [(HandQuantity, [Double])] {
    var found: [(HandQuantity, [Double])] = []
    let isTap = item.name == "tap"
    let fingers = item.touches ?? 1
    let isMovement = ["swipe", "pan", "pinch", "rotation"].contains(item.name)
    let isSingleTap = isTap && (item.taps ?? 1) == 1
    if fingers > 1, touches.count == fingers, isMovement || isSingleTap {
      let downs = span(touches.map(\.touchDown))
      let ups = span(touches.map(\.touchUp))
      if isTap {
        found.append((.tapStagger, [downs, ups]))
      } else {
        let lastDown = touches.map(\.touchDown).max() ?? 0
        let firstUp = touches.map(\.touchUp).min() ?? 0
        found += [
          (.touchDownStagger, [downs]), (.touchUpStagger, [ups]),
          (.movementDuration, [firstUp - lastDown]),
        ]
        if item.name == "swipe" {
          let first = touches.min { $0.touchDown < $1.touchDown }
          let last = touches.max { $0.touchUp < $1.touchUp }
          found += [
            (.lead, downs > 0.012 ? [first?.share(until: lastDown)].compactMap { $0 } : []),
            (
              .coasting,
              ups > 0.012 ? [last?.share(until: firstUp)].compactMap { $0.map { 1 - $0 } } : []
            ),
          ]
        }
      }
    }
    if isTap {
      found.append((.tapDuration, touches.map { $0.touchUp - $0.touchDown }))
      if hasKnownLengths { found.append((.roll, touches.map(\.shift))) }
    } else {
      found += pressures(of: touches)
    }
    found.append((.pressure, touches.compactMap(\.midPressure)))
    if fingers == 1, item.name == "tapAndDrag" || (item.taps ?? 1) > 1 {
      found += rows(of: touches, hasKnownLengths)
    }
    guard hasKnownLengths else { return found }
    if item.name == "swipe" || isTap, fingers > 1, touches.count == fingers {
      let isSideways = ["left", "right"].contains(item.direction)
      found += formation(of: touches).filter { $0.0 == .spacing || !isSideways }
    }
    if item.name == "swipe" {
      found.append((.noise, touches.compactMap(\.noiseAcross)))
    }
    found.append((.tremor, tremors(of: touches, item)))
    return found
  }

  private static func span(_ values: [Double]) -> Double {
    (values.max() ?? 0) - (values.min() ?? 0)
  }

  private static func rows(
    of touches: [Touch], _ hasKnownLengths: Bool
  ) -> [(HandQuantity, [Double])] {
    let pairs = zip(touches, touches.dropFirst())
    let distances = pairs.compactMap { before, after -> Double? in
      guard let first = before.samples.first, let next = after.samples.first else { return nil }
      return first.position.distance(to: next.position) / 2
    }
    return [
      (.tapInterval, pairs.map { $1.touchDown - $0.touchUp }),
      (.tapScatter, hasKnownLengths ? distances : []),
    ]
  }

  /// The distances and slopes between neighbours, sorted along the axis on which they are farther
  /// apart.
  private static func formation(of touches: [Touch]) -> [(HandQuantity, [Double])] {
    let lastDown = touches.map(\.touchDown).max() ?? 0
    let positions = touches.compactMap { $0.position(at: lastDown) }
    guard positions.count == touches.count else { return [] }
    let isWide = span(positions.map(\.x)) >= span(positions.map(\.y))
    let sorted = positions.sorted { isWide ? $0.x < $1.x : $0.y < $1.y }
    let steps = zip(sorted, sorted.dropFirst()).map { $1 - $0 }
    return [
      (.spacing, steps.map(\.length)), (.slope, steps.map { $0.dx == 0 ? 1e3 : $0.dy / $0.dx }),
    ]
  }

  private static func pressures(of touches: [Touch]) -> [(HandQuantity, [Double])] {
    var downs: [Double] = []
    var ups: [Double] = []
    var rises: [Double] = []
    var falls: [Double] = []
    for touch in touches {
      guard touch.samples.count >= 8, let middle = touch.midPressure, middle > 0 else { continue }
      let shares = touch.samples.compactMap(\.pressure).map { $0 / middle }
      guard shares.count == touch.samples.count else { continue }
      downs.append(min(shares[0], 1))
      ups.append(min(shares[shares.count - 1], 1))
      if let first = shares.firstIndex(where: { $0 >= 0.9 }),
        let last = shares.lastIndex(where: { $0 >= 0.9 })
      {
        rises.append(touch.samples[first].time - touch.touchDown)
        falls.append(touch.touchUp - touch.samples[last].time)
      }
    }
    return [
      (.touchDownPressure, downs), (.touchUpPressure, ups), (.pressureRise, rises),
      (.pressureFall, falls),
    ]
  }

  /// The tremor of fingers while all rest: in a long press, and before a movement after a rest.
  private static func tremors(of touches: [Touch], _ item: Label.Item) -> [Double] {
    let start = (touches.map(\.touchDown).max() ?? 0) + 0.06
    let end: Double
    if item.name == "longPress" {
      end = (touches.map(\.touchUp).min() ?? 0) - 0.08
    } else if let pause = item.pauseBeforeS {
      // The labels' pause ends when a finger has left its place, so the movement starts earlier.
      end = item.start + pause - 0.08
    } else {
      return []
    }
    guard end - start >= 0.22 else { return [] }
    return touches.compactMap { $0.wandering(from: start, to: end) }
  }

  /// Jitter, report rate and gaps; lost frames don't count as jitter.
  private func timing() -> [(HandQuantity, [Double])] {
    var steps: [Double] = []
    for (before, after) in zip(frames, frames.dropFirst())
    where !before.contacts.isEmpty && !after.contacts.isEmpty {
      steps.append(after.time.seconds(since: before.time))
    }
    guard steps.count >= 30 else { return [] }
    let median = steps.sorted()[steps.count / 2]
    let near = steps.filter { $0 > 0 && $0 < 1.6 * median }
    guard median > 0, near.count >= 20 else { return [] }
    // Two timestamps contribute to each step.
    let jitter = near.deviation / near.mean / 2.0.squareRoot()
    let missing = steps.map { max(0, ($0 / median).rounded() - 1) }.filter { $0 >= 1 }
    let lost = missing.reduce(0, +)
    return [
      (.jitter, [jitter]), (.reportRate, [1 / median]),
      (.gaps, [lost / (Double(steps.count) + lost)]),
    ]
  }
}

extension PeopleRecording.Touch {
  /// From the first position to the last.
  var shift: Double {
    guard let first = samples.first, let last = samples.last else { return 0 }
    return first.position.distance(to: last.position)
  }

  /// How much of the way from the first position to the last was covered at a time; nil if there is
  /// no way.
  func share(until time: Double) -> Double? {
    guard let first = samples.first, let last = samples.last, let position = position(at: time)
    else { return nil }
    let whole = first.position.distance(to: last.position)
    return whole > 0 ? min(first.position.distance(to: position) / whole, 1) : nil
  }

  /// The median pressure in the middle half of the touch; nil if the device reports none.
  var midPressure: Double? {
    let quarter = samples.count / 4
    let pressures = samples.dropFirst(quarter).dropLast(quarter).compactMap(\.pressure).sorted()
    return pressures.isEmpty ? nil : pressures[pressures.count / 2]
  }

  /// The last position at or before a time.
  func position(at time: Double) -> Point? {
    samples.last { $0.time <= time + 1e-9 }?.position
  }

  /// The root mean square about the mean, mean of both axes, each position counting for the time
  /// until the next: a device is silent while nothing changes.
  func wandering(from start: Double, to end: Double) -> Double? {
    guard let first = samples.lastIndex(where: { $0.time <= start }) else { return nil }
    let inside = samples[first...].prefix { $0.time < end }
    var weights: [Double] = []
    for (index, sample) in zip(inside.indices, inside) {
      let until = index + 1 < inside.endIndex ? inside[index + 1].time : end
      weights.append(until - max(sample.time, start))
    }
    let whole = weights.reduce(0, +)
    guard whole > 0 else { return nil }
    func variance(_ values: [Double]) -> Double {
      let mean = zip(values, weights).reduce(0) { $0 + $1.0 * $1.1 } / whole
      return zip(values, weights).reduce(0) { $0 + ($1.0 - mean) * ($1.0 - mean) * $1.1 } / whole
    }
    let square = variance(inside.map(\.position.x)) + variance(inside.map(\.position.y))
    return (square / 2).squareRoot()
  }

  /// The standard deviation of a position across the direction of a straight movement, without its
  /// first and last samples; nil if it is short.
  ///
  /// Second differences of white noise have six times its variance, those of a smooth path nearly
  /// none.
  var noiseAcross: Double? {
    let middle = samples.dropFirst(4).dropLast(4)
    guard middle.count >= 15, let first = middle.first, let last = middle.last else { return nil }
    let along = last.position - first.position
    guard along.length >= 5 else { return nil }
    let across = middle.map {
      let offset = $0.position - first.position
      return (offset.dx * along.dy - offset.dy * along.dx) / along.length
    }
    let second = zip(across, zip(across.dropFirst(), across.dropFirst(2))).map {
      $0 - 2 * $1.0 + $1.1
    }
    return (second.reduce(0) { $0 + $1 * $1 } / Double(second.count) / 6).squareRoot()
  }
}
