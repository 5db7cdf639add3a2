public import Playback
import TouchScript

/// A change of a movement with which it is the expected gesture, as in `1.6 times as fast`.
public struct MovementChange: Hashable, Sendable {
  /// The kind of change.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A movement of all fingers in less or more time; the amount is a factor above 1.
    case faster, slower
    /// A longer or shorter path of each finger from its touch down; the amount is a factor above 1
    /// or below it.
    case longer, shorter
    /// The movement is turned about its middle; the amount is in degrees.
    case clockwise, counterclockwise
    /// A path nearer to the line from touch down to touch up for each finger; the amount is the
    /// share of the deviation that is removed.
    case straighter
    /// Touch downs and touch ups nearer to the first and the last; the amount is the share of the
    /// delays that is removed.
    case together
    /// Another number of fingers; the amount is the number.
    case touches
    /// Shorter or longer pauses between touches; the amount is a factor below 1 or above it.
    case shorterPauses, longerPauses
    /// A lower pressure of the fingers; the amount is a factor below 1.
    case lighter

    var isTurn: Bool { self == .clockwise || self == .counterclockwise }

    /// The key of the amount in records.
    var key: String {
      switch self {
      case .faster, .slower, .longer, .shorter, .shorterPauses, .longerPauses, .lighter: "factor"
      case .clockwise, .counterclockwise: "degrees"
      case .straighter, .together: "share"
      case .touches: "touches"
      }
    }

    /// The amount without an effect.
    var none: Double { key == "factor" ? 1 : 0 }
  }

  public var kind: Kind
  public var amount: Double

  public init(_ kind: Kind, _ amount: Double) {
    self.kind = kind
    self.amount = amount
  }

  /// The amount as a number of fingers; nil for one that no whole number expresses.
  var fingers: Int? { Int(exactly: amount.rounded(.towardZero)) }

  /// The change in words after "when", as in `made 1.6 times as fast`.
  public var phrase: String {
    let number = amount.text(decimals: 0...2)
    let percent = (amount * 100).text(decimals: 0)
    return switch kind {
    case .faster: "made \(number) times as fast"
    case .slower: "made \(number) times as slow"
    case .longer, .shorter: "made \(number) times as long"
    case .clockwise, .counterclockwise: "turned \(number)° \(kind.rawValue)"
    case .straighter: "made straighter by \(percent) %"
    case .together: "the fingers' delays are shorter by \(percent) %"
    case .touches: "made with \(fingers?.counted("finger") ?? "\(number) fingers")"
    case .shorterPauses, .longerPauses: "made with pauses \(number) times as long"
    case .lighter: "made with \(number) times the pressure"
    }
  }
}

// MARK: - Applying

extension MovementChange {
  /// The recording with the movement of a ``Verdict/span`` changed, on its main track; nil if the
  /// change does not apply.
  public func applied(
    to recording: LoadedRecording, during span: ClosedRange<Double>
  ) -> LoadedRecording? {
    guard let main = recording.mainTrackIndex else { return nil }
    let track = recording.tracks[main]
    let frames = track.frames
    func isInside(_ frame: ContactFrame) -> Bool {
      // Times in records are rounded to a microsecond.
      let time = frame.time.seconds(since: recording.origin)
      return span.lowerBound - 1e-6 <= time && time <= span.upperBound + 1e-6
    }
    let device = PlayedDevice(touchArea: track.size, isTouchpad: false, frames: frames)
    guard let first = frames.firstIndex(where: isInside),
      let last = frames.lastIndex(where: isInside),
      let changed = applied(to: Attempt(device, movement: first..<last + 1))
    else { return nil }
    var result = recording
    result.tracks[main].frames = changed.frames
    return result
  }

  /// The attempt with the changed movement; nil if the change does not apply.
  func applied(to attempt: Attempt) -> Attempt? {
    var attempt = attempt
    switch kind {
    case .faster: attempt.scaleTimes { $0 / amount }
    case .slower: attempt.scaleTimes { $0 * amount }
    case .longer, .shorter:
      let original = attempt
      attempt.mapPaths { vector, _ in vector * amount }
      guard attempt.isPossible(insteadOf: original) else { return nil }
    case .clockwise: attempt.perturb(Perturbation(.clockwise, amount: amount))
    case .counterclockwise: attempt.perturb(Perturbation(.counterclockwise, amount: amount))
    case .straighter:
      attempt.mapPaths { vector, chord in
        guard chord.length > 0 else { return vector }
        let axis = chord / chord.length
        return vector + (axis * axis.dot(vector) - vector) * amount
      }
    case .together:
      guard attempt.touches > 1 else { return nil }
      attempt.removeStagger(amount)
    case .touches:
      guard let count = Int(exactly: amount), ExpectedGesture.numbers.contains(count),
        count != attempt.touches
      else { return nil }
      attempt.setTouches(count)
    case .shorterPauses, .longerPauses:
      guard attempt.scalePauses(amount) else { return nil }
    case .lighter:
      attempt.frames[attempt.movement].changeContacts { contact, _ in
        contact.pressure = contact.pressure.map { $0 * amount }
      }
    }
    return attempt
  }
}

extension Attempt {
  /// Moves the frames of the movement to other times since its start, and the later frames with it.
  fileprivate mutating func scaleTimes(_ scale: (Double) -> Double) {
    let (start, end) = (start, end)
    let length = end.seconds(since: start)
    let shift = scale(length) - length
    for index in movement.lowerBound..<frames.count {
      let time = frames[index].time
      frames[index].time =
        movement.contains(index)
        ? start.advanced(bySeconds: scale(time.seconds(since: start)))
        : time.advanced(bySeconds: shift)
    }
  }

  /// Scales the pauses between the touches of the movement, and moves the later frames with it;
  /// false for a movement without a pause.
  fileprivate mutating func scalePauses(_ factor: Double) -> Bool {
    var shift = 0.0
    var liftTime: Timestamp?
    var hasPause = false
    for index in movement.lowerBound..<frames.count {
      let time = frames[index].time
      guard let lift = liftTime, movement.contains(index) else {
        if frames[index].contacts.isEmpty { liftTime = time }
        frames[index].time = time.advanced(bySeconds: shift)
        continue
      }
      let pause = time.seconds(since: lift)
      // Frames within a pause are scaled with it.
      frames[index].time = lift.advanced(bySeconds: shift + pause * factor)
      if !frames[index].contacts.isEmpty {
        shift += pause * (factor - 1)
        liftTime = nil
        hasPause = true
      }
    }
    return hasPause
  }

  fileprivate mutating func perturb(_ perturbation: Perturbation) {
    frames.replaceSubrange(movement, with: perturbation.applied(to: Array(frames[movement])))
  }

  /// Maps the vectors from the touch down of each finger to its positions and to its touch up.
  fileprivate mutating func mapPaths(_ map: (Vector, Vector) -> Vector) {
    var paths: [Contact.ID: (start: Point, end: Point)] = [:]
    for frame in frames[movement] {
      for contact in frame.contacts {
        paths[contact.id] = (paths[contact.id]?.start ?? contact.position, contact.position)
      }
    }
    frames[movement].changeContacts { contact, _ in
      guard let path = paths[contact.id] else { return }
      contact.position = path.start + map(contact.position - path.start, path.end - path.start)
    }
  }

  /// Whether the touch area is large enough, and no finger has passed through another one.
  fileprivate func isPossible(insteadOf original: Attempt) -> Bool {
    let (extent, old) = (extent, original.extent)
    guard extent.width <= max(device.touchArea.width, old.width),
      extent.height <= max(device.touchArea.height, old.height)
    else { return false }
    return movement.allSatisfy { index in
      let fingers = Array(zip(frames[index].contacts, original.frames[index].contacts))
      return fingers.indices.allSatisfy { second in
        fingers[..<second].allSatisfy { new, old in
          let (other, oldOther) = fingers[second]
          return (other.position - new.position).dot(oldOther.position - old.position) >= 0
        }
      }
    }
  }

  /// The width and the height in which the movement takes place.
  private var extent: Size {
    let points = frames[movement].flatMap { $0.contacts.map(\.position) }
    func length(_ coordinates: [Double]) -> Double {
      (coordinates.max() ?? 0) - (coordinates.min() ?? 0)
    }
    return Size(width: length(points.map(\.x)), height: length(points.map(\.y)))
  }

  /// Lets all fingers touch down earlier, toward the first one, and up later, toward the last one.
  fileprivate mutating func removeStagger(_ share: Double) {
    var spans: [Contact.ID: (first: Int, last: Int)] = [:]
    for index in movement {
      for contact in frames[index].contacts {
        spans[contact.id] = (spans[contact.id]?.first ?? index, index)
      }
    }
    guard let first = spans.values.map(\.first).min(), let last = spans.values.map(\.last).max()
    else { return }
    for (id, span) in spans.sorted(by: { $0.key < $1.key }) {
      let newFirst = index(between: span.first, and: first, share)
      let newLast = index(between: span.last, and: last, share)
      let start = frames[span.first].contacts.first { $0.id == id }
      let end = frames[span.last].contacts.first { $0.id == id }
      for index in newFirst..<max(newFirst, span.first) { insert(start, at: index) }
      for index in min(span.last + 1, newLast + 1)..<newLast + 1 { insert(end, at: index) }
    }
  }

  /// The index of the frame at a share of the time from one frame to another.
  private func index(between old: Int, and new: Int, _ share: Double) -> Int {
    let start = frames[old].time
    let target = frames[new].time.seconds(since: start) * share
    let range = min(old, new)...max(old, new)
    return range.min { left, right in
      abs(frames[left].time.seconds(since: start) - target)
        < abs(frames[right].time.seconds(since: start) - target)
    } ?? old
  }

  private mutating func insert(_ contact: Contact?, at index: Int) {
    guard let contact, !frames[index].contacts.contains(where: { $0.id == contact.id }) else {
      return
    }
    frames[index].contacts.append(contact)
    frames[index].contacts.sort { $0.id < $1.id }
  }

  /// Removes the fingers of each touch that touch down last, or adds fingers beside the last one.
  fileprivate mutating func setTouches(_ count: Int) {
    let surplus = touches - count
    if surplus > 0 {
      var kept: Set<Contact.ID> = []
      for index in movement {
        let isLifted = frames[index].contacts.isEmpty
        for contact in frames[index].contacts where kept.count < count { kept.insert(contact.id) }
        frames[index].contacts.removeAll { !kept.contains($0.id) }
        frames[index].cancelled.removeAll { !kept.contains($0) }
        let places = max(0, count - frames[index].contacts.count)
        frames[index].extraFingers = min(frames[index].extraFingers, places)
        if isLifted { kept = [] }
      }
      return
    }
    // The identifiers are beyond all others, in ascending order as frames require.
    let free = (frames.flatMap(\.contacts).map(\.id).max() ?? 0) + 1
    for index in movement {
      guard let last = frames[index].contacts.last else { continue }
      for number in 0..<(-surplus) {
        var contact = last
        contact.id = free + number
        // The distance is that of the fingers of a hand.
        contact.position.x += 15 * Double(number + 1)
        frames[index].contacts.append(contact)
      }
    }
  }
}
