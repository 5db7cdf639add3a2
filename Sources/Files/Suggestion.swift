/// Suggestions for mistyped names.
public enum Suggestion: Sendable {
  /// The candidate nearest to a word; nil if none is near.
  ///
  /// A candidate is near if it is the only one that begins with the word, or if it differs by at
  /// most a third of the letters (at least one, at most three).
  public static func nearest(to word: String, among candidates: [String]) -> String? {
    let longer = candidates.filter { $0.hasPrefix(word) }
    if longer.count == 1, word.count > 1 { return longer[0] }
    let limit = max(1, min(3, word.count / 3))
    let ranked = candidates.map { (distance: distance(word, $0), name: $0) }
    guard let best = ranked.min(by: { $0.distance < $1.distance }), best.distance <= limit else {
      return nil
    }
    return best.name
  }

  /// The number of letters to insert, delete, replace or swap with a neighbour to turn one word
  /// into the other, ignoring case (the Damerau-Levenshtein distance).
  public static func distance(_ first: String, _ second: String) -> Int {
    let a = Array(first.lowercased())
    let b = Array(second.lowercased())
    var beforeLast = [Int](repeating: 0, count: b.count + 1)
    var last = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          cost = min(cost, beforeLast[j - 1] + 1)
        }
        row.append(cost)
      }
      beforeLast = last
      last = row
    }
    return last[b.count]
  }
}
