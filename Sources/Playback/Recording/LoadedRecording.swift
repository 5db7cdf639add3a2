/// A recording with all its frames in memory, to be played repeatedly: with other rules, or with
/// its frames changed.
///
/// ```swift
/// let recording = try LoadedRecording(path: "swipe.evemu")
/// let records = recording.records(.textbook)
/// ```
///
/// Unchanged, it produces the same records as a ``Replay`` of its file.
public struct LoadedRecording: Sendable {
  /// One device with its frames.
  public struct Track: Sendable {
    /// The name of the device in records; nil if it is the only one.
    public var name: String?
    /// An encoder for frames of this device, with the description completed from its events.
    public var encoder: SlotEncoder
    public var touchArea: TouchArea
    /// The size of the touch area in mm.
    public var size: Size
    /// The frames, with times on the clock of the recording.
    public var frames: [ContactFrame]
    /// Applied when frames are played; see ``RecordingTrack/transform``.
    public var transform: TouchAreaTransform?
    /// Names the paths that are drawn when the frames are played; nil recognizes none.
    package var classifier: ShapeClassifier?
  }

  /// The path as it was given.
  public var path: String
  /// The devices that sent events.
  public var tracks: [Track]
  /// The time of the first event, from which times in records count.
  public var origin: Timestamp
  /// The assumptions about the devices.
  public var notes: [RecordingNote]

  /// Reads a recording to its end.
  public init(path: String, options: ReplayOptions = ReplayOptions()) throws(FileError) {
    self = try Recording(path: path, options: options).load()
  }

  fileprivate init(_ recording: Recording, tracks: [Track]) {
    path = recording.path
    self.tracks = tracks
    origin = recording.origin ?? .zero
    notes = recording.notes.filter { $0 != .noEvents }
  }

  /// The track with the most frames of touches; nil if the recording has no track.
  public var mainTrack: Track? { mainTrackIndex.map { tracks[$0] } }

  /// The index of ``mainTrack``: a keyboard or a mouse may send more frames than it.
  package var mainTrackIndex: Int? {
    let counts = tracks.map { $0.frames.count { !$0.contacts.isEmpty } }
    return counts.indices.max { counts[$0] < counts[$1] }
  }

  /// The gestures under the rules of a profile, in the order of time.
  public func records(_ profile: Profile = .standard) -> [GestureRecord] {
    let queue = ReportQueue(isOrdered: tracks.count < 2)
    for track in tracks {
      let engine = track.makeEngine(profile, detail: .outcomes)
      engine.file = path
      engine.device = track.name
      engine.origin = origin
      engine.observer = queue.add
      track.play(on: engine)
    }
    var records: [GestureRecord] = []
    queue.flush { if case .gesture(let record) = $0 { records.append(record) } }
    return records
  }
}

extension LoadedRecording.Track {
  /// An engine for this device.
  package func makeEngine(_ profile: Profile, detail: GestureEngine.Detail) -> GestureEngine {
    GestureEngine(
      touchArea: playedSize, isTouchpad: touchArea.kind == .touchpad,
      set: RecognizerSet(profile: profile, classifier: classifier), detail: detail)
  }

  /// Plays all frames, and the end of the recording.
  package func play(on engine: GestureEngine) {
    for frame in playedFrames { engine.send(frame) }
    engine.finish()
  }

  /// The size of the touch area in mm, transformed.
  public var playedSize: Size { transform?.size(size) ?? size }

  public var playedFrames: [ContactFrame] {
    guard let transform else { return frames }
    var played = frames
    for index in played.indices { transform.apply(to: &played[index], on: size) }
    return played
  }
}

extension Recording {
  /// Reads the recording to its end and keeps the frames of the devices that sent events.
  public func load() throws(FileError) -> LoadedRecording {
    var trackers = tracks.map { $0.makeTracker() }
    var frames = Array(repeating: [ContactFrame](), count: tracks.count)
    try forEachBatch { batch throws(FileError) in
      for event in batch.events where trackers[batch.device].process(event) {
        frames[batch.device].append(trackers[batch.device].frame)
      }
    }
    for index in tracks.indices where trackers[index].finish() {
      frames[index].append(trackers[index].frame)
    }
    try forEachContactFrame { frame throws(FileError) in frames[0].append(frame) }
    if let origin, !options.cut.isWhole {
      for index in frames.indices {
        var cutter = FrameCutter(options.cut, origin: origin)
        frames[index] = frames[index].compactMap { cutter.pass($0) }
      }
    }
    let loaded = tracks.indices.filter { tracks[$0].hasEvents }.map { index in
      LoadedRecording.Track(
        name: tracks[index].name, encoder: tracks[index].makeEncoder(),
        touchArea: tracks[index].writtenTouchArea, size: tracks[index].size, frames: frames[index],
        transform: tracks[index].transform, classifier: options.classifier)
    }
    return LoadedRecording(self, tracks: loaded)
  }
}
