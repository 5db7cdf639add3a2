import Conversion
public import Playback
import TouchScript

/// A search for the smallest part of a recording that still meets a goal when written and read
/// again: the fewest fingers, then frames, then the least time, then movement.
public struct RecordingShrinker {
  /// The size of a recording.
  public struct Measure: Hashable, JSONObject {
    public var fingers = 0
    public var frames = 0
    /// The distance that all fingers travel, in mm.
    public var movement = 0.0
    /// The duration in seconds.
    public var duration = 0.0

    public func add(to line: inout JSONLine) {
      line.add("fingers", fingers)
      line.add("frames", frames)
      line.add("movement_mm", movement, decimals: 2)
      line.add("duration_s", duration, decimals: 6)
    }
  }

  public let goal: ShrinkGoal
  public let profile: Profile
  public private(set) var before = Measure()
  public private(set) var after = Measure()
  /// The number of replayed candidates.
  public private(set) var trials = 0
  /// Whether ``maximumTrials`` ended the search: the result may not be the smallest part.
  public private(set) var isCutShort = false
  public let maximumTrials: Int

  private var recording: LoadedRecording
  private var track: LoadedRecording.Track { recording.tracks[0] }
  var frames: [ContactFrame]
  /// The usual seconds between two frames of the recording; a sensor reports no faster.
  let usualInterval: Double
  /// The given size of the touch area, if the device does not report one.
  private let givenSize: Size?

  /// The default limit of trials: more than any recording of a few gestures needs.
  public static let usualTrials = 20_000
  /// The most rounds: each one finds what the one before it made possible.
  private static let maximumRounds = 4

  /// Prepares a search of some candidates; nil if no device meets the goal by itself.
  public init?(
    _ trace: LoadedRecording, goal: ShrinkGoal, profile: Profile = .standard,
    maximumTrials: Int = RecordingShrinker.usualTrials
  ) {
    self.goal = goal
    self.profile = profile
    self.maximumTrials = maximumTrials
    for track in trace.tracks {
      let size = track.touchArea.scale == .given ? track.touchArea.size : nil
      let read = RecordingShrinker.reread(track.frames, track, size)
      guard goal.isMet(by: read, on: track, profile) else { continue }
      recording = trace
      recording.tracks = [track]
      givenSize = size
      frames = track.frames
      before = Measure(frames)
      after = before
      usualInterval = frames.usualInterval
      return
    }
    return nil
  }

  /// Performs the search.
  public mutating func run() {
    for _ in 0..<RecordingShrinker.maximumRounds {
      let last = frames
      removeFingers()
      removeExtras()
      removeFrames()
      shortenPauses()
      calmFingers()
      if isCutShort || frames == last { break }
    }
    after = Measure(frames)
  }

  /// Writes the remaining part, and returns the content that the format cannot express, as phrases;
  /// `inputs` limit the permissions.
  @discardableResult
  public func write(
    to path: String, format: RecordingFormat, madeOf inputs: [String] = []
  ) throws(FileError) -> [String] {
    var part = recording
    part.tracks[0].frames = frames
    return try part.write(to: path, format: format, madeOf: inputs)
  }

  /// Whether a candidate meets the goal; nil if it may no longer be tried.
  mutating func holds(_ candidate: [ContactFrame]) -> Bool? {
    guard trials < maximumTrials else {
      isCutShort = true
      return nil
    }
    trials += 1
    let read = RecordingShrinker.reread(candidate, track, givenSize)
    return goal.isMet(by: read, on: track, profile)
  }

  mutating func keep(_ candidate: [ContactFrame]) -> Bool {
    guard candidate != frames, holds(candidate) == true else { return false }
    frames = candidate
    return true
  }
}

// MARK: - Writing and reading

extension LoadedRecording {
  /// Writes the recording, with positions in the device's units, and returns the content that the
  /// format cannot express, as phrases; `inputs` limit the permissions.
  @discardableResult
  public func write(
    to path: String, format: RecordingFormat, madeOf inputs: [String] = []
  ) throws(FileError) -> [String] {
    let writer = try ConversionWriter(format, path: path, madeOf: inputs)
    let main = tracks.indices.max { tracks[$0].frames.count < tracks[$1].frames.count }
    try writer.begin(
      tracks.map { RecordedDevice(description: $0.encoder.description, calibration: $0.transform) },
      main: main ?? 0)
    var encoders = tracks.map(\.encoder)
    // The devices write in turn, in the order of time.
    let frames = tracks.enumerated().flatMap { device, track in
      track.frames.map { (device: device, frame: $0) }
    }
    for (device, frame) in frames.sorted(by: { $0.frame.time < $1.frame.time }) {
      var events: [InputEvent] = []
      encoders[device].encode(frame, into: &events)
      try writer.write(events, device: device)
    }
    return try writer.finish(AnomalyCounts(), pieceOf: nil).losses
  }
}

extension RecordingShrinker {
  /// The frames that a reader of the written recording gets.
  private static func reread(
    _ frames: [ContactFrame], _ track: LoadedRecording.Track, _ size: Size?
  ) -> [ContactFrame] {
    var encoder = track.encoder
    var events: [InputEvent] = []
    for frame in frames { encoder.encode(frame, into: &events) }
    var observed = ObservedDevice()
    observed.observe(events)
    let description = track.encoder.description
    let touchArea = TouchArea(description: description, observed: observed, size: size)
    var tracker = SlotTracker(description: description, touchArea: touchArea, observed: observed)
    var result: [ContactFrame] = []
    for event in events where tracker.process(event) { result.append(tracker.frame) }
    if tracker.finish() { result.append(tracker.frame) }
    return result
  }
}

// MARK: - Steps

extension RecordingShrinker {
  private mutating func removeFingers() {
    let whole = frames
    let left = DeltaDebugging.minimum(whole.contactIDs) { holds(whole.keeping($0)) }
    frames = whole.keeping(left)
  }

  /// Removes fingers without a position, buttons and interruptions.
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
    // The last frame stays, so that the recording ends with its touch ups.
    let inner = Array(whole.indices.dropLast())
    func part(_ indices: [Int]) -> [ContactFrame] {
      var kept = Set(indices)
      if let last { kept.insert(last) }
      return FrameThinning.keeping(whole) { kept.contains($0) }
    }
    let left = DeltaDebugging.minimum(inner) { holds(part($0)) }
    frames = part(left)
  }

  /// The halvings of the distance that a finger travels: down to 1/256 of it.
  private static let calmSteps = 8

  private mutating func calmFingers() {
    for id in frames.contactIDs.sorted() where !isCutShort {
      if keep(frames.scalingPath(of: id, by: 0)) { continue }
      let whole = frames
      var low = 0.0
      var high = 1.0
      for _ in 0..<RecordingShrinker.calmSteps where !isCutShort {
        let middle = (low + high) / 2
        if keep(whole.scalingPath(of: id, by: middle)) { high = middle } else { low = middle }
      }
    }
  }
}

extension [ContactFrame] {
  fileprivate func keeping(_ ids: [Contact.ID]) -> [ContactFrame] {
    let kept = Set(ids)
    return map { frame in
      var frame = frame
      frame.contacts.removeAll { !kept.contains($0.id) }
      frame.cancelled.removeAll { !kept.contains($0) }
      return frame
    }.withoutIdleness
  }

  /// The frames without empty ones, except for the first after a frame that is not empty.
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

  /// The frames with the path of a finger scaled about its start.
  fileprivate func scalingPath(of id: Contact.ID, by share: Double) -> [ContactFrame] {
    var start: Point?
    var result = self
    result.changeContacts { contact, _ in
      guard contact.id == id else { return }
      let first = start ?? contact.position
      start = first
      contact.position = first + (contact.position - first) * share
    }
    return result
  }
}

extension RecordingShrinker.Measure {
  init(_ frames: [ContactFrame]) {
    var positions: [Contact.ID: Point] = [:]
    for frame in frames {
      for contact in frame.contacts {
        if let last = positions[contact.id] { movement += last.distance(to: contact.position) }
        positions[contact.id] = contact.position
      }
    }
    fingers = positions.count
    self.frames = frames.count
    if let first = frames.first, let last = frames.last {
      duration = last.time.seconds(since: first.time)
    }
  }
}

extension RecordingShrinker {
  /// The result as one line of JSON, without the newline.
  public func json(input: String, output: String) -> String {
    var line = JSONLine()
    line.add("v", 2)
    line.add("file", input)
    line.add("output", output)
    line.add("before", before)
    line.add("after", after)
    line.add("trials", trials)
    line.add("complete", !isCutShort)
    return line.object
  }
}
