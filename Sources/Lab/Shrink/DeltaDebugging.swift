import Playback

/// Finding a small part of a list that still has a property.
enum DeltaDebugging {
  /// A part from which nothing more can be left out, piece by piece: halves first, then quarters, down to
  /// single items (Zeller and Hildebrandt, "Simplifying and isolating failure-inducing input", 2002).
  ///
  /// - Parameter holds: whether a part has the property, as the whole list has.
  static func minimum<Item>(_ items: [Item], holds: ([Item]) -> Bool) -> [Item] {
    var items = items
    var pieces = 2
    while !items.isEmpty {
      let length = max(1, (items.count + pieces - 1) / pieces)
      var isSmaller = false
      var start = 0
      while start < items.count {
        let end = min(start + length, items.count)
        let rest = Array(items[..<start] + items[end...])
        if holds(rest) {
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
