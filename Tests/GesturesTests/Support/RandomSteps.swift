import Contacts
import Timeline

/// Fingers that touch down, move and lift at random.
///
/// Each step does one of the three. Fingers lift and return at least 60 ms apart, so that none
/// counts as one that was out of sight for a moment.
struct RandomSteps {
  enum Step {
    case down(Contact.ID)
    case up(Contact.ID)
    case move
  }

  private var random: SeededGenerator
  private(set) var positions: [Contact.ID: (Double, Double)] = [:]
  private var lastID = 0
  private let maximumCount: Int

  init(seed: Int, maximumCount: Int) {
    random = SeededGenerator(seed: UInt64(seed))
    self.maximumCount = maximumCount
  }

  mutating func next() -> Step {
    let choice = random.uniform()
    if positions.isEmpty || (choice < 0.15 && positions.count < maximumCount) {
      lastID += 1
      positions[lastID] = (30 + random.uniform() * 540, 30 + random.uniform() * 340)
      return .down(lastID)
    }
    if choice > 0.85 && positions.count > 1 {
      let ids = positions.keys.sorted()
      let id = ids[Int(random.uniform() * Double(ids.count))]
      positions[id] = nil
      return .up(id)
    }
    for id in positions.keys.sorted() where random.uniform() < 0.8 {
      let (x, y) = positions[id] ?? (0, 0)
      positions[id] = (
        x + (random.uniform() - 0.5) * 80, y + (random.uniform() - 0.5) * 80
      )
    }
    return .move
  }
}
