import Contacts
import Evdev
import Files
import Gestures
import Playback
import SensorFormats
import Sensors
import Timeline
import TouchScript

/// Reads the files of a ``SceneInput``.
struct SceneInputReader {
  private let options: SceneInput.Options
  private(set) var tracks: [SceneInputTrack] = []
  private(set) var notes: [SceneInput.Note] = []
  private var devices = 0

  init(_ options: SceneInput.Options) {
    self.options = options
  }

  /// Reads a file to its end, and adds what it contains.
  ///
  /// - Parameter offset: When it begins, in seconds of the scene's clock.
  mutating func read(_ path: String, offset: Double) throws(FileError) {
    let source = try ByteSource(path: path)
    switch try SceneInputDetection.detect(source, format: options.touches.format) {
    case .recording(.touches): try readTouches(source, path, offset)
    case .recording(.accelerations): _ = try readAccelerations(source, path, offset)
    case .recording(.locations): try readLocations(source, path, offset)
    case .recording(.accelerationsAndLocations):
      let bytes = try source.readAll(limit: SceneInputReader.maximumTableSize)
      let start = try readAccelerations(ByteSource(name: path, bytes: bytes), path, offset)
      try readLocations(ByteSource(name: path, bytes: bytes), path, offset, start: start)
    case .script:
      let text = try source.decodingUnicode()
      try text.skipByteOrderMark()
      let bytes = try text.readAll(limit: SceneInputDetection.maximumScriptSize)
      switch try SceneScript(bytes, file: path) {
      case .touches(let script): addTouches(of: script, path, offset)
      case .motion(let script): try addMotion(of: script, path, offset)
      case .locations(let script): try addLocations(of: script, path, offset)
      }
    }
  }

  /// The largest table in bytes that is read twice: 1 GiB, days of samples at 100 Hz.
  private static let maximumTableSize = 1 << 30

  private mutating func note(_ text: String, _ path: String, isWarning: Bool = false) {
    notes.append(SceneInput.Note(path: path, text: text, isWarning: isWarning))
  }

  private mutating func note(_ remarks: [ReadingNote], _ path: String) {
    for remark in remarks { note(remark.description, path) }
  }

  /// Whether a time in microseconds from a file's first event is in the part that is played.
  private func isPlayed(_ elapsed: Int64) -> Bool {
    let seconds = Double(elapsed) / 1e6
    let cut = options.touches.cut
    return seconds >= cut.from ?? -.infinity && seconds <= cut.to ?? .infinity
  }
}

// MARK: - Touches

extension SceneInputReader {
  private mutating func readTouches(
    _ source: ByteSource, _ path: String, _ offset: Double
  ) throws(FileError) {
    let recording = try Recording(source, options: options.touches)
    let isTouched = recording.tracks.contains(where: \.isTouched)
    let loaded = try recording.load()
    for remark in loaded.notes { note(remark.description, path, isWarning: remark.isWarning) }
    if recording.origin != nil, !isTouched {
      let remark = recording.noTouchNote
      note(remark.description, path, isWarning: remark.isWarning)
    }
    for track in loaded.tracks {
      add(
        track.playedFrames, on: track.playedSize, isTouchpad: track.touchArea.kind == .touchpad,
        path, FileClock(origin: loaded.origin, offset: offset))
    }
  }

  private mutating func addTouches(of file: ScriptFile, _ path: String, _ offset: Double) {
    var frames = file.script.frames(on: file.touchArea, hand: file.hand)
    var size = file.touchArea
    if let transform = options.touches.transform {
      for index in frames.indices { transform.apply(to: &frames[index], on: file.touchArea) }
      size = transform.size(size)
    }
    guard let first = frames.first else { return note("no actions", path, isWarning: true) }
    frames.removeAll { !isPlayed($0.time.microseconds(since: first.time)) }
    add(
      frames, on: size, isTouchpad: !file.isTouchscreen, path,
      FileClock(origin: first.time, offset: offset))
  }

  private mutating func add(
    _ frames: [ContactFrame], on size: Size, isTouchpad: Bool, _ path: String, _ clock: FileClock
  ) {
    tracks.append(
      SceneInputTrack(
        path: path, frames: frames, of: devices, on: .init(size: size, isTouchpad: isTouchpad),
        clock: clock))
    devices += 1
  }
}

// MARK: - Accelerations

extension SceneInputReader {
  /// - Returns: The time of the first sample on the file's clock; nil in a file without times.
  private mutating func readAccelerations(
    _ source: ByteSource, _ path: String, _ offset: Double
  ) throws(FileError) -> Timestamp? {
    let reader = AccelerationReader(source, rate: options.accelerationRate)
    let samples = try reader.readAll()
    for remark in reader.remarks { note(remark.text, path, isWarning: remark.isWarning) }
    add(samples, path, offset)
    return reader.hasTimes ? samples.first?.time : nil
  }

  private mutating func addMotion(
    of file: MotionScriptFile, _ path: String, _ offset: Double
  ) throws(FileError) {
    try options.limit.check(file.sampleCount, "samples", in: path)
    add(
      Array(AccelerometerSimulator(file.script, sensor: file.sensor, seed: file.seed)), path,
      offset)
  }

  private mutating func add(_ samples: [AccelerationSample], _ path: String, _ offset: Double) {
    guard let first = samples.first else { return }
    tracks.append(
      SceneInputTrack(
        path: path,
        samples: samples.filter { isPlayed($0.time.microseconds(since: first.time)) },
        clock: FileClock(origin: first.time, offset: offset)))
  }
}

// MARK: - Locations

extension SceneInputReader {
  /// - Parameter start: The time of the first acceleration in the same file.
  private mutating func readLocations(
    _ source: ByteSource, _ path: String, _ offset: Double, start: Timestamp? = nil
  ) throws(FileError) {
    var reading = options.locations
    reading.limit = options.limit
    let reader = try LocationFormat.open(source, reading)
    var arrivals = FixArrivals(start: start)
    var events: [(time: Timestamp, event: Result<Location, LocationError>)] = []
    try reader.readAll { fix in events.append((arrivals.next(fix), .success(fix))) }
    if events.isEmpty { note("no fixes: \(reader.contents)", path, isWarning: true) }
    if arrivals.untimed > 0 {
      let interval = FixArrivals.usualInterval.text(decimals: 0...1)
      note(
        "\(arrivals.untimed) of \(events.count.counted("fix", "fixes")) without a time: "
          + "assuming \(interval) s after the one before", path)
    }
    if arrivals.hasOtherClock {
      note("accelerations and locations have different clocks: both begin at 0 s", path)
    }
    note(reader.notes, path)
    add(events, path, offset)
  }

  private mutating func addLocations(
    of script: LocationScript, _ path: String, _ offset: Double
  ) throws(FileError) {
    try options.limit.check(LocationSimulation.fixCount(of: script), "fixes", in: path)
    var events: [(time: Timestamp, event: Result<Location, LocationError>)] = []
    for sample in LocationSimulation(script) {
      let elapsed = (sample.truth.timestamp ?? script.start).microseconds(since: script.start)
      let time = Timestamp(microseconds: elapsed)
      for error in sample.errors { events.append((time, .failure(error))) }
      if let fix = sample.fix { events.append((time, .success(fix))) }
    }
    add(events, path, offset)
  }

  private mutating func add(
    _ events: [(time: Timestamp, event: Result<Location, LocationError>)], _ path: String,
    _ offset: Double
  ) {
    tracks.append(
      SceneInputTrack(
        path: path, locations: events.filter { isPlayed($0.time.microseconds) },
        clock: FileClock(origin: .zero, offset: offset)))
  }
}
