import PropertyTesting

/// A finger from its touch down to its touch up, as the played frames show it.
struct PlayedFinger {
  struct Sample {
    var time: Timestamp
    /// In points, as the limits of profiles are.
    var point: Point
  }

  let id: Contact.ID
  private(set) var samples: [Sample] = []
  /// The time of the first frame without it.
  fileprivate(set) var end = Timestamp.zero
  /// Whether an interruption took it.
  fileprivate(set) var isInterrupted = false

  var start: Timestamp { samples.first?.time ?? .zero }
  var first: Point { samples.first?.point ?? .zero }
  var last: Point { samples.last?.point ?? .zero }
  var duration: Double { end.seconds(since: start) }
  var translation: Vector { last - first }

  /// When the finger was first seen farther from its touch down than the limit for its age: in a
  /// movement, or when it lifts. Nil if it never was.
  func departure(_ limits: StillnessLimits) -> Timestamp? {
    func isBeyond(_ travel: Double, at time: Timestamp) -> Bool {
      let isYoung = time.seconds(since: start) < limits.initialDuration
      return travel > (isYoung ? max(limits.initialSlop, limits.slop) : limits.slop)
    }
    var travel = 0.0
    for (former, sample) in zip(samples, samples.dropFirst()) where sample.point != former.point {
      travel = max(travel, sample.point.distance(to: first))
      if isBeyond(travel, at: sample.time) { return sample.time }
    }
    return isBeyond(travel, at: end) ? end : nil
  }

  /// The movement from one frame to the next; nil if it was not down in both.
  func step(from: Timestamp, to: Timestamp) -> (from: Point, to: Point)? {
    guard let index = samples.firstIndex(where: { $0.time == from }),
      index + 1 < samples.count, samples[index + 1].time == to
    else { return nil }
    return (samples[index].point, samples[index + 1].point)
  }

  fileprivate init(_ contact: Contact, at time: Timestamp) {
    id = contact.id
    add(contact, at: time)
  }

  fileprivate mutating func add(_ contact: Contact, at time: Timestamp) {
    let scale = Window.pointsPerMillimetre
    samples.append(
      Sample(
        time: time, point: Point(x: contact.position.x * scale, y: contact.position.y * scale)))
  }
}

extension StageLog {
  /// The fingers in the order of their touch downs.
  var fingers: [PlayedFinger] {
    var fingers: [PlayedFinger] = []
    var down: [Int] = []
    for frame in frames {
      for index in down where !frame.contacts.contains(where: { $0.id == fingers[index].id }) {
        fingers[index].end = frame.time
      }
      down.removeAll { index in !frame.contacts.contains { $0.id == fingers[index].id } }
      for contact in frame.contacts {
        if let index = down.first(where: { fingers[$0].id == contact.id }) {
          fingers[index].add(contact, at: frame.time)
        } else {
          fingers.append(PlayedFinger(contact, at: frame.time))
          down.append(fingers.count - 1)
        }
      }
      if frame.isInterrupted { for index in down { fingers[index].isInterrupted = true } }
    }
    return fingers
  }

  /// The fingers in groups: within each there is always one down.
  var hands: [[PlayedFinger]] {
    var hands: [[PlayedFinger]] = []
    for finger in fingers {
      if let end = hands.last?.map(\.end).max(), finger.start < end {
        hands[hands.count - 1].append(finger)
      } else {
        hands.append([finger])
      }
    }
    return hands
  }

  /// The changes to a state, with their times.
  func times(of state: GestureState) -> [Timestamp] {
    changes.filter { $0.to == state }.map(\.time)
  }
}

extension [PlayedFinger] {
  var firstDown: Timestamp { map(\.start).min() ?? .zero }
  var lastDown: Timestamp { map(\.start).max() ?? .zero }
  var firstUp: Timestamp { map(\.end).min() ?? .zero }
  var lastUp: Timestamp { map(\.end).max() ?? .zero }

  /// The most that were down at the same time.
  var most: Int {
    map { finger in count { $0.start <= finger.start && finger.start < $0.end } }.max() ?? 0
  }

  /// Whether a finger came back so soon and so near that it counts as the same one, or was so fast
  /// that it could be taken for another: 50 ms and 10 mm.
  var areAmbiguous: Bool {
    contains { finger in
      let isBack = contains { earlier in
        earlier.end <= finger.start && finger.start.seconds(since: earlier.end) <= 0.051
          && finger.first.distance(to: earlier.last) <= 65
      }
      let isFast = zip(finger.samples, finger.samples.dropFirst()).contains {
        $0.point.distance(to: $1.point) > 60
      }
      return isBack || isFast
    }
  }
}
