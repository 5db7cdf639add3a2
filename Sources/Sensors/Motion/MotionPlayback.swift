/// The measurements of an ideal sensor while a script plays, by the actions in progress only.
struct MotionPlayback: Sendable {
  private let script: MotionScript
  /// The length of knocks in seconds.
  private let knock: Double
  /// The indices of the actions by their start.
  private let order: [Int]
  private var next = 0
  /// The actions that have begun and not ended, in the order of the script.
  private var current: [Int] = []
  /// The turns that have begun, in the order of the script, from the last complete one on.
  private var turns: [Int] = []

  /// - Parameter interval: The seconds between the samples, one of which is near each knock's peak.
  init(_ script: MotionScript, interval: Double = 0) {
    self.script = script
    knock = max(MotionScript.Motion.blowLength, 2 * interval)
    let actions = script.actions
    order = actions.indices.sorted { (actions[$0].start, $0) < (actions[$1].start, $1) }
  }

  /// The acceleration at a time in seconds, which must not be before the time of the last call.
  mutating func acceleration(at time: Double) -> Acceleration {
    while next < order.count, script.actions[order[next]].start <= time {
      let index = order[next]
      if case .turn = script.actions[index].motion {
        Self.insert(index, into: &turns)
      } else {
        Self.insert(index, into: &current)
      }
      next += 1
    }
    current.removeAll { script.actions[$0].isOver(at: time, knock: knock) }
    let actions = script.actions
    if let complete = turns.lastIndex(where: { actions[$0].isOver(at: time, knock: knock) }) {
      turns.removeFirst(complete)
    }
    let attitude = script.attitude(at: time, after: turns.lazy.map { actions[$0] })
    return script.acceleration(
      at: time, attitude, of: current.lazy.map { actions[$0] }, knock: knock)
  }

  private static func insert(_ index: Int, into indices: inout [Int]) {
    let place = indices.lastIndex { $0 < index }.map { $0 + 1 } ?? 0
    indices.insert(index, at: place)
  }
}
