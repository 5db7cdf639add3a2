public import TouchScript

/// An archive of recordings of a script; the seed of the `i`th hand is the script's plus `i` - 1.
public struct ScriptVariations: Sendable {
  public var script: ScriptFile
  public var count: Int
  /// The perturbations of each recording's frames, in order, with the seed of the recording.
  public var perturbations: [Perturbation] = []
  /// The name in the device descriptions; nil for the name of the script's device.
  public var deviceName: String?

  /// The most recordings of an archive, whose names have six digits.
  public static let maximumRecordings = 999_999

  public init(_ script: ScriptFile, count: Int) {
    self.script = script
    self.count = count
  }

  /// Writes the archive of members such as `NAME-000001.evemu` and, if a path is given, their
  /// labels; `inputs` limit the permissions.
  public func write(
    to path: String, name: String, labels: String? = nil, madeOf inputs: [String] = []
  ) throws(FileError) {
    let archive = TarWriter(try ByteSink(path: path, madeOf: inputs))
    var labelSink: ByteSink?
    if let labels { labelSink = try ByteSink(path: labels, madeOf: inputs) }
    for number in 1...max(1, min(count, ScriptVariations.maximumRecordings)) {
      let file = "\(name)-\(String(padding: number, to: 6)).evemu"
      let performance = perform(number)
      let recording = ByteSink()
      try RecordingFormat.evemu.write(performance.frames, of: device, to: recording)
      try archive.add(file, recording.bytes)
      try labelSink?.append("\(label(performance, of: file))\n".utf8)
    }
    // Either both files are new or none is.
    try labelSink?.flush()
    try archive.finish()
    try labelSink?.finish()
  }

  private func perform(_ number: Int) -> Performance {
    let seed = script.hand.seed &+ UInt64(number - 1)
    var performance = script.script.performed(on: script.touchArea, by: script.hand.seeded(seed))
    for var perturbation in perturbations {
      perturbation.seed = seed
      performance.frames = perturbation.applied(to: performance.frames)
    }
    return performance
  }

  private var device: DeviceDescription {
    var device = script.device
    if let deviceName { device.name = deviceName }
    return device
  }

  /// A label, version 2, with the gestures that the script intends; see `docs/Testing.md`.
  private func label(_ performance: Performance, of file: String) -> String {
    let origin = performance.frames.first?.time ?? .zero
    // A perturbation may have removed the first frames of a gesture.
    func seconds(_ time: Timestamp) -> Double { max(0, time.seconds(since: origin)) }
    let expected = performance.expectedGestures.map { gesture in
      var line = JSONLine()
      line.add("gesture", gesture.kind.rawValue)
      line.add(
        touches: gesture.touches, taps: gesture.taps, direction: gesture.direction?.rawValue,
        name: gesture.name)
      line.add("start", seconds(gesture.start), decimals: 6)
      line.add("end", seconds(gesture.end), decimals: 6)
      return line.object
    }
    var line = JSONLine()
    line.begin(file)
    line.add("device_name", device.name)
    line.add("expect", list: expected)
    return line.object
  }
}

extension Performance {
  /// The gestures that no interruption prevents: a tap is cancelled while another may follow it.
  package var expectedGestures: [IntendedGesture] {
    gestures.filter { gesture in
      if gesture.isInterrupted || gesture.kind != .tap { return !gesture.isInterrupted }
      let end = gesture.end.advanced(bySeconds: Profile.standard.tap.interval)
      return !frames[frames.partitioningIndex { $0.time >= gesture.end }...]
        .prefix { $0.time <= end }.contains(where: \.isInterrupted)
    }
  }
}
