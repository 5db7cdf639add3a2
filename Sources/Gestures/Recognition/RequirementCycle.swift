/// A circle of recognizers, each of which requires the next one to fail: none of them could act.
public struct RequirementCycle: CustomStringConvertible {
  /// The recognizers in the order of waiting, starting with the one that closed the circle.
  public let recognizers: [GestureRecognizer]

  /// The circle in words, as in `tap waits for pan, which waits for tap`.
  public var description: String {
    let names = recognizers.map(\.kind.rawValue)
    let others = (names.dropFirst() + names.prefix(1)).joined(separator: ", which waits for ")
    return "\(names.first ?? "") waits for \(others)"
  }

  /// Finds the shortest path from one recognizer to another by breadth-first search.
  init?(
    from start: GestureRecognizer, to end: GestureRecognizer,
    over next: (GestureRecognizer) -> [GestureRecognizer]
  ) {
    var found = [(recognizer: start, origin: -1)]
    var known: Set = [ObjectIdentifier(start)]
    var index = 0
    while index < found.count {
      if found[index].recognizer === end { break }
      for other in next(found[index].recognizer)
      where known.insert(ObjectIdentifier(other)).inserted {
        found.append((other, index))
      }
      index += 1
    }
    guard index < found.count else { return nil }
    var path: [GestureRecognizer] = []
    while index >= 0 {
      path.append(found[index].recognizer)
      index = found[index].origin
    }
    // The path leads from the end back to the start.
    recognizers = [end] + path.dropFirst().reversed()
  }
}

extension GestureRecognizer {
  /// The shortest circle that ``require(toFail:)`` closed through this recognizer.
  ///
  /// Requirements of delegates are known only when touches arrive: see ``Arbiter/cycleObserver``.
  public var requirementCycle: RequirementCycle? {
    let cycles = requirements.compactMap {
      RequirementCycle(from: $0, to: self, over: \.requirements)
    }
    return cycles.min { $0.recognizers.count < $1.recognizers.count }
  }
}
