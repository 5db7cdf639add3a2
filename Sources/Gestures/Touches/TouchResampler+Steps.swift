import Contacts
import Timeline

// MARK: - Samples

extension TouchResampler {
  /// Puts a sample into the output, and into the history where fingers only moved.
  mutating func note(_ positions: ArraySlice<Position>, of sample: Pending) {
    output.removeAll(keepingCapacity: true)
    output.append(contentsOf: positions)
    if sample.change == .first { historyCount = 0 }
    if sample.change != .none {
      computed.positions.removeAll { gone in !positions.contains { $0.id == gone.id } }
    }
    // A landing or a lift is out of the surface's rhythm.
    guard sample.change != .other else { return }
    swap(&current, &previous)
    current.take(positions, at: sample.time)
    historyCount = min(historyCount + 1, 2)
  }

  /// Keeps fingers where they were computed to be: those that rest, so that they don't jump back and
  /// forth, and all in a sample older than the computed one, so that nothing goes back.
  mutating func standByComputed(at time: Timestamp) {
    for index in output.indices {
      let position = output[index]
      guard let known = computed.positions.firstIndex(where: { $0.id == position.id }) else {
        continue
      }
      if time < computed.time || isAtRest(position) {
        output[index] = computed.positions[known]
      } else {
        computed.positions.remove(at: known)
      }
    }
  }

  private func isAtRest(_ position: Position) -> Bool {
    historyCount == 2 && current.point(of: position.id) == position.point
      && previous.point(of: position.id) == position.point
  }
}

// MARK: - Computed positions

extension TouchResampler {
  /// Puts the fingers at a moment into the output; nil when there is nothing to compute them from.
  mutating func compute(at wanted: Timestamp) -> Timestamp? {
    var time = wanted
    let interval: Int64
    if let next = pending.first {
      interval = next.time.microseconds(since: current.time)
    } else if historyCount == 2 {
      interval = current.time.microseconds(since: previous.time)
      guard interval <= microseconds(limits.maximumInterval) else { return nil }
      let prediction = min(interval / 2, microseconds(limits.maximumPrediction))
      time = min(time, current.time.advanced(byMicroseconds: prediction))
    } else {
      return nil
    }
    guard interval >= max(1, microseconds(limits.minimumInterval)), time > current.time else {
      return nil
    }
    let share = Double(time.microseconds(since: current.time)) / Double(interval)
    output.removeAll(keepingCapacity: true)
    for sample in current.positions { output.append(position(after: sample, share)) }
    computed.take(output[...], at: time)
    return time
  }

  /// Where a finger of the current sample is when a share of the interval after it has passed.
  private func position(after sample: Position, _ share: Double) -> Position {
    if isAtRest(sample), let known = computed.positions.first(where: { $0.id == sample.id }) {
      return known
    }
    var point = sample.point
    if let next = pending.first {
      let later = waitingPositions[..<next.count].first { $0.id == sample.id }
      if let later { point = point + (later.point - point) * share }
    } else if let earlier = previous.point(of: sample.id) {
      point = point + (point - earlier) * share
    }
    return Position(id: sample.id, point: point, isResampled: true)
  }

  private func microseconds(_ seconds: Double) -> Int64 {
    Timestamp(seconds: seconds).microseconds
  }
}
