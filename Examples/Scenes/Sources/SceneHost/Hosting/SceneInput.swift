public import Contacts
import Files
import Gestures
public import Playback
import SensorFormats
import Timeline
import TouchFormats

/// What scenes receive from files: touches, accelerations and locations, played on one clock.
///
/// ```swift
/// let input = try SceneInput(paths: ["touches.evemu", "shakes.csv"], offsets: [0, 2.5])
/// let context = SceneContext(screenSize: input.screenSize)
/// let runner = SceneRunner(ShakeAndBreak.self, in: context, isTouchpad: input.isTouchpad)
/// try input.play(on: runner)
/// ```
///
/// Each file begins at 0 s of the scene's clock, or at its offset: times count from its first
/// event. Events are merged in the order of time, those of the same time in the order of the files.
/// All of them are held in memory.
///
/// What a file contains is detected from its content: touches in any format of
/// ``TouchFormats/RecordingFormat``, a table of accelerations, locations in any format of
/// ``SensorFormats/LocationFormat``, a table of both, or a script of fingers
/// (``TouchScript/ScriptFile``), of a device's motion (``SensorFormats/MotionScriptFile``) or of a
/// receiver (``Sensors/LocationScript``).
public struct SceneInput: Sendable {
  /// A remark of a reader on a file: an assumption, or something that was skipped.
  public struct Note: Hashable, Sendable {
    /// The path as it was given.
    public var path: String
    /// A phrase, as in `12 of 824 sentences skipped: wrong checksum`.
    public var text: String
    /// Whether the file may have been misread.
    public var isWarning: Bool

    public init(path: String, text: String, isWarning: Bool = false) {
      self.path = path
      self.text = text
      self.isWarning = isWarning
    }
  }

  /// How files are read.
  public struct Options: Sendable {
    /// For touch recordings. Its ``Playback/ReplayOptions/cut`` cuts the other files, too, each in
    /// its own time.
    public var touches = ReplayOptions()
    public var locations = LocationReadingOptions()
    /// The sample rate in Hz of tables of accelerations without times; nil assumes
    /// ``SensorFormats/AccelerationReader/defaultRate``.
    public var accelerationRate: Double?
    /// The most samples or fixes that a script may stand for, and the most steps of a scene's loop.
    public var limit = SampleLimit.usual

    public init() {}
  }

  /// The size of the screen in points of 1/163 inch: that of the touch area; of several, the
  /// largest width and height, so that no touch is outside. Without touches it is
  /// ``SceneContext/textbookScreenSize``.
  public let screenSize: Size
  /// Whether all touches are those of touchpads, on which palms rest.
  public let isTouchpad: Bool
  /// What the readers skipped or assumed, in the order of the files.
  public let notes: [Note]
  private let tracks: [SceneInputTrack]
  private let limit: SampleLimit

  /// Reads files to their ends.
  ///
  /// - Parameters:
  ///   - paths: Touch recordings, tables of accelerations, recordings of locations, or scripts of
  ///     any of
  ///     them; `-` is standard input.
  ///   - offsets: When each file begins, in seconds from the start of the scene; 0 for files beyond
  ///     the
  ///     end of the list. A negative offset is treated as 0.
  /// - Throws: A ``Files/FileError`` for a file of another kind, or one that cannot be read.
  public init(
    paths: [String], offsets: [Double] = [], options: Options = Options()
  ) throws(FileError) {
    var reader = SceneInputReader(options)
    for (index, path) in paths.enumerated() {
      let offset = index < offsets.count ? max(0, offsets[index]) : 0
      try reader.read(path, offset: offset)
    }
    tracks = reader.tracks
    notes = reader.notes
    limit = options.limit
    let touched = tracks.compactMap(\.touchArea)
    let points = Window.pointsPerMillimetre
    screenSize =
      touched.isEmpty
      ? SceneContext.textbookScreenSize
      : Size(
        width: (touched.map(\.size.width).max() ?? 0) * points,
        height: (touched.map(\.size.height).max() ?? 0) * points)
    isTouchpad = !touched.isEmpty && touched.allSatisfy(\.isTouchpad)
  }

  /// Seconds from the start of the scene to the last event.
  public var duration: Double { end.seconds }

  /// The number of events: frames of touches, samples, fixes and errors.
  public var eventCount: Int { tracks.reduce(0) { $0 + $1.times.count } }

  private var end: Timestamp { tracks.compactMap(\.times.last).max() ?? .zero }
}

// MARK: - Playing

extension SceneInput {
  /// Plays all events on a scene, and ends its run.
  ///
  /// - Parameters:
  ///   - pace: Waits until the given number of seconds after the start; called for each event and
  ///     for each
  ///     deadline and step between them. By default nothing waits.
  /// - Throws: A ``Files/FileError`` if the scene uses its loop and there are more steps until the
  ///   last event than the limit allows.
  public func play(
    on runner: SceneRunner, pace: ((Double) -> Void)? = nil
  ) throws(FileError) {
    try checkSteps(of: runner)
    var next = [Int](repeating: 0, count: tracks.count)
    // The next event of each track, the latest first.
    var queue = tracks.indices.compactMap { track in
      tracks[track].times.first.map { (time: $0, track: track) }
    }.sorted { ($1.time, $1.track) < ($0.time, $0.track) }
    while let (time, track) = queue.popLast() {
      if let pace { wait(until: time, runner, pace) }
      tracks[track].send(next[track], to: runner)
      next[track] += 1
      guard next[track] < tracks[track].times.count else { continue }
      let following = (time: tracks[track].times[next[track]], track: track)
      let place = queue.partitioningIndex {
        ($0.time, $0.track) < (following.time, following.track)
      }
      queue.insert(following, at: place)
    }
    runner.advance(to: end)
    runner.finish()
  }

  /// Advances the scene at a pace to just before an event.
  private func wait(until time: Timestamp, _ runner: SceneRunner, _ pace: (Double) -> Void) {
    while let deadline = runner.nextDeadline, deadline < time {
      pace(deadline.seconds)
      runner.advance(to: deadline)
    }
    pace(time.seconds)
  }

  /// The steps of a scene's loop until the last event.
  public func stepCount(of runner: SceneRunner) -> Int64 {
    let loop = runner.context.loop
    return loop.rate.stepCount(within: end.microseconds(since: loop.origin))
  }

  private func checkSteps(of runner: SceneRunner) throws(FileError) {
    let loop = runner.context.loop
    guard loop.hasClients, let last = tracks.max(by: { $0.end < $1.end }) else { return }
    try limit.check(Double(stepCount(of: runner)), "steps of the scene", in: last.path)
  }
}

extension Array {
  /// The index of the first element that satisfies a condition, which all later ones satisfy.
  fileprivate func partitioningIndex(where satisfies: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if satisfies(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
