/// Recognizers of which each requires the next to fail, and the last the first: none of them could
/// ever act.
public struct RequirementCycle: CustomStringConvertible {
  /// The recognizers, the one that closed the circle first.
  public let recognizers: [GestureRecognizer]

  /// As in `tap waits for pan, which waits for tap`.
  public var description: String {
    let names = recognizers.map(\.kind.rawValue)
    let others = (names.dropFirst() + names.prefix(1)).joined(separator: ", which waits for ")
    return "\(names.first ?? "") waits for \(others)"
  }

  /// The shortest way from one recognizer to another over those that `next` names.
  init?(
    from start: GestureRecognizer, to end: GestureRecognizer,
    over next: (GestureRecognizer) -> [GestureRecognizer]
  ) {
    var found = [(recognizer: start, origin: -1)]
    var index = 0
    while index < found.count {
      if found[index].recognizer === end { break }
      for other in next(found[index].recognizer)
      where !found.contains(where: { $0.recognizer === other }) {
        found.append((other, index))
      }
      index += 1
    }
    guard index < found.count else { return nil }
    var way: [GestureRecognizer] = []
    while index >= 0 {
      way.append(found[index].recognizer)
      index = found[index].origin
    }
    // From the end back to the start: the end comes first, the rest in the order of waiting.
    recognizers = [end] + way.dropFirst().reversed()
  }
}

extension GestureRecognizer {
  /// The shortest circle that ``require(toFail:)`` has closed through this recognizer; nil if there
  /// is none. What delegates add shows only when touches come: see ``Arbiter/cycleObserver``.
  public var requirementCycle: RequirementCycle? {
    let cycles = requirements.compactMap {
      RequirementCycle(from: $0, to: self, over: \.requirements)
    }
    return cycles.min { $0.recognizers.count < $1.recognizers.count }
  }
}
