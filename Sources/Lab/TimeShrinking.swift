import Contacts
import Timeline

extension RecordingShrinker {
  /// The step in seconds above the least duration to which pauses are shortened.
  private static let resolution = 0.001

  /// Shortens the time between frames: first the fewest pauses that stay, the others as short as
  /// the sensor reports; then each of these as short as possible.
  mutating func shortenPauses() {
    let least = usualInterval
    guard least > 0 else { return }
    let whole = frames
    let pauses = whole.pauses(longerThan: least + RecordingShrinker.resolution)
    func shortened(_ kept: [Int]) -> [ContactFrame] {
      var lengths: [Int: Double] = [:]
      for index in Set(pauses).subtracting(kept) { lengths[index] = least }
      return whole.withPauses(lengths)
    }
    let left = DeltaDebugging.minimum(pauses) { holds(shortened($0)) }
    frames = shortened(left)
    for index in left { shortenPause(before: index) }
  }

  private mutating func shortenPause(before index: Int) {
    var low = usualInterval
    var high = frames[index].time.seconds(since: frames[index - 1].time)
    while high - low > RecordingShrinker.resolution, !isCutShort {
      let middle = (low + high) / 2
      if keep(frames.withPauses([index: middle])) { high = middle } else { low = middle }
    }
  }
}

extension [ContactFrame] {
  /// The frames that are later than the given seconds after the one before.
  fileprivate func pauses(longerThan seconds: Double) -> [Int] {
    indices.dropFirst().filter { self[$0].time.seconds(since: self[$0 - 1].time) > seconds }
  }

  /// The frames with the given seconds before some of them.
  fileprivate func withPauses(_ lengths: [Int: Double]) -> [ContactFrame] {
    guard var time = first?.time else { return self }
    var result = self
    for index in indices.dropFirst() {
      let usual = self[index].time.seconds(since: self[index - 1].time)
      time = time.advanced(bySeconds: lengths[index] ?? usual)
      result[index].time = time
    }
    return result
  }
}

/// A search for a small part of a list that still has a property.
enum DeltaDebugging {
  /// A part of which no piece can be omitted: halves, then quarters, down to single items (Zeller
  /// and Hildebrandt, 2002); a nil of `holds` ends the search with the smallest part so far.
  static func minimum<Item>(_ items: [Item], holds: ([Item]) -> Bool?) -> [Item] {
    var items = items
    var pieces = 2
    while !items.isEmpty {
      let length = max(1, (items.count + pieces - 1) / pieces)
      var isSmaller = false
      var start = 0
      while start < items.count {
        let end = min(start + length, items.count)
        let rest = Array(items[..<start] + items[end...])
        guard let isEnough = holds(rest) else { return items }
        if isEnough {
          items = rest
          isSmaller = true
        } else {
          start = end
        }
      }
      if isSmaller {
        pieces = max(2, pieces - 1)
      } else if length == 1 {
        break
      } else {
        pieces = min(items.count, pieces * 2)
      }
    }
    return items
  }
}
