import Contacts
import Evdev
public import Gestures
import Playback
public import Recordings
import Timeline
import TouchScript

/// Finds the smallest part of a trace that still shows something: the fewest fingers, then the
/// fewest frames, then the least movement.
///
/// Each candidate is written and read again before it is judged, so that what comes out in the end
/// shows the same as a file.
public struct TraceShrinker {
  /// How large a trace is.
  public struct Measure: Hashable, Sendable {
    public var fingers = 0
    public var frames = 0
    /// The ways of all fingers, in mm.
    public var movement = 0.0
    /// Seconds.
    public var duration = 0.0
  }

  public let goal: ShrinkGoal
  public let profile: Profile
  public private(set) var before = Measure()
  public private(set) var after = Measure()
  /// How many candidates were replayed.
  public private(set) var trials = 0

  private var lane: LoadedTrace.Lane
  private var frames: [ContactFrame]
  /// The size of the surface, where it was given and the device does not tell it.
  private let givenSize: Size?

  /// More than any recording of a few gestures needs.
  private static let mostTrials = 20_000
  /// Each round finds what the one before made possible.
  private static let mostRounds = 4

  /// Nil if no device of the trace shows the goal alone.
  public init?(_ trace: LoadedTrace, goal: ShrinkGoal, profile: Profile = .standard) {
    self.goal = goal
    self.profile = profile
    for lane in trace.lanes {
      let size = lane.touchArea.scale == .given ? lane.touchArea.size : nil
      let read = TraceShrinker.reread(lane.frames, lane, size)
      guard goal.isMet(by: read, on: lane, profile) else { continue }
      self.lane = lane
      givenSize = size
      frames = lane.frames
      before = Measure(frames)
      return
    }
    return nil
  }

  /// Does the work.
  public mutating func run() {
    for _ in 0..<TraceShrinker.mostRounds {
      let last = frames
      removeFingers()
      removeExtras()
      removeFrames()
      calmFingers()
      if frames == last { break }
    }
    after = Measure(frames)
  }

  /// Writes what is left as a trace of its own.
  public func write(to path: String, format: RecordingFormat) throws(RecordingError) {
    let writer = try ConversionWriter(format, path: path)
    try writer.begin([RecordedDevice(description: lane.description)], main: 0)
    try writer.write(TraceShrinker.events(frames, lane), device: 0)
    _ = try writer.finish(AnomalyCounts(), pieceOf: nil)
  }

  private mutating func holds(_ candidate: [ContactFrame]) -> Bool {
    guard trials < TraceShrinker.mostTrials else { return false }
    trials += 1
    let read = TraceShrinker.reread(candidate, lane, givenSize)
    return goal.isMet(by: read, on: lane, profile)
  }

  private mutating func keep(_ candidate: [ContactFrame]) -> Bool {
    guard candidate != frames, holds(candidate) else { return false }
    frames = candidate
    return true
  }
}

// MARK: - Writing and reading

extension TraceShrinker {
  private static func events(
    _ frames: [ContactFrame], _ lane: LoadedTrace.Lane
  ) -> [InputEvent] {
    var encoder = SlotEncoder(description: lane.description, touchArea: lane.touchArea)
    var events: [InputEvent] = []
    for frame in frames { encoder.encode(frame, into: &events) }
    return events
  }

  /// The frames as a reader of the written trace gets them.
  private static func reread(
    _ frames: [ContactFrame], _ lane: LoadedTrace.Lane, _ size: Size?
  ) -> [ContactFrame] {
    let events = events(frames, lane)
    var observed = ObservedDevice()
    observed.observe(events)
    let touchArea = TouchArea(description: lane.description, observed: observed, size: size)
    var tracker = SlotTracker(
      description: lane.description, touchArea: touchArea, observed: observed)
    var result: [ContactFrame] = []
    for event in events where tracker.process(event) { result.append(tracker.frame) }
    if tracker.finish() { result.append(tracker.frame) }
    return result
  }
}

// MARK: - Steps

extension TraceShrinker {
  private mutating func removeFingers() {
    var ids: [Contact.ID] = []
    for frame in frames {
      for contact in frame.contacts where !ids.contains(contact.id) { ids.append(contact.id) }
    }
    let whole = frames
    let left = DeltaDebugging.minimum(ids) { holds(whole.keeping($0)) }
    frames = whole.keeping(left)
  }

  /// Fingers without a place, buttons and interruptions, where they have no part in it.
  private mutating func removeExtras() {
    let changes: [(inout ContactFrame) -> Void] = [
      { $0.extraFingers = 0 }, { $0.buttons = [] }, { $0.isInterrupted = false },
    ]
    for change in changes {
      var candidate = frames
      for index in candidate.indices { change(&candidate[index]) }
      _ = keep(candidate.withoutIdleness)
    }
  }

  private mutating func removeFrames() {
    let whole = frames
    let last = whole.indices.last
    // The last frame stays: a trace that ends with its lifts is better than one that breaks off.
    let inner = Array(whole.indices.dropLast())
    func part(_ indices: [Int]) -> [ContactFrame] {
      var kept = Set(indices)
      if let last { kept.insert(last) }
      return FrameThinning.keeping(whole) { kept.contains($0) }
    }
    let left = DeltaDebugging.minimum(inner) { holds(part($0)) }
    frames = part(left)
  }

  /// How finely the way that is left is searched for: 1/256 of it.
  private static let calmSteps = 8

  private mutating func calmFingers() {
    let ids = Set(frames.flatMap { $0.contacts.map(\.id) }).sorted()
    for id in ids {
      if keep(frames.scalingWay(of: id, by: 0)) { continue }
      let whole = frames
      var low = 0.0
      var high = 1.0
      for _ in 0..<TraceShrinker.calmSteps {
        let middle = (low + high) / 2
        if keep(whole.scalingWay(of: id, by: middle)) { high = middle } else { low = middle }
      }
    }
  }
}

extension [ContactFrame] {
  /// Some of the fingers only.
  fileprivate func keeping(_ ids: [Contact.ID]) -> [ContactFrame] {
    let kept = Set(ids)
    return map { frame in
      var frame = frame
      frame.contacts.removeAll { !kept.contains($0.id) }
      frame.cancelled.removeAll { !kept.contains($0) }
      return frame
    }.withoutIdleness
  }

  /// Without the frames in which nothing is there, but for the first after something was.
  fileprivate var withoutIdleness: [ContactFrame] {
    var result: [ContactFrame] = []
    var wasIdle = true
    for frame in self {
      let isIdle =
        frame.contacts.isEmpty && frame.cancelled.isEmpty && frame.extraFingers == 0
        && frame.buttons.isEmpty && !frame.isInterrupted
      if !isIdle || !wasIdle { result.append(frame) }
      wasIdle = isIdle
    }
    return result
  }

  /// A finger that goes only a share of its way from where it was first.
  fileprivate func scalingWay(of id: Contact.ID, by share: Double) -> [ContactFrame] {
    var start: Point?
    return map { frame in
      var frame = frame
      for index in frame.contacts.indices where frame.contacts[index].id == id {
        let place = frame.contacts[index].position
        let first = start ?? place
        start = first
        frame.contacts[index].position = first + (place - first) * share
      }
      return frame
    }
  }
}

extension TraceShrinker.Measure {
  init(_ frames: [ContactFrame]) {
    var places: [Contact.ID: Point] = [:]
    for frame in frames {
      for contact in frame.contacts {
        if let last = places[contact.id] { movement += last.distance(to: contact.position) }
        places[contact.id] = contact.position
      }
    }
    fingers = places.count
    self.frames = frames.count
    if let first = frames.first, let last = frames.last {
      duration = last.time.seconds(since: first.time)
    }
  }

  /// The measure as JSON.
  var json: String {
    var line = JSONLine()
    line.add("fingers", fingers)
    line.add("frames", frames)
    line.add("movement_mm", movement, decimals: 2)
    line.add("duration", duration, decimals: 6)
    return line.object
  }
}

extension TraceShrinker {
  /// What was done as one line of JSON, without the newline.
  public func json(input: String, output: String) -> String {
    var line = JSONLine()
    line.add("v", 1)
    line.add("file", input)
    line.add("output", output)
    line.add("before", json: before.json)
    line.add("after", json: after.json)
    line.add("trials", trials)
    return line.object
  }
}
