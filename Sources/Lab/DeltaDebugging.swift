/// A search for a small part of a list that still has a property.
enum DeltaDebugging {
  /// A part of which no piece can be omitted: halves are tried first, then quarters, down to single
  /// items (Zeller and Hildebrandt, "Simplifying and isolating failure-inducing input", 2002).
  ///
  /// - Parameter holds: Whether a part has the property, which the whole list has; nil ends the
  ///   search with the smallest part so far.
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
