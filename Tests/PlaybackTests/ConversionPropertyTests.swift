import Contacts
import Conversion
import Evdev
import Files
import Foundation
import Gestures
import Playback
import TestSupport
import Testing
import Timeline
import TouchFormats
import TouchScript

/// A recording, and how it is read.
struct ConversionSource: Sendable, CustomTestStringConvertible {
  var name: String
  var path: String
  var device: String?

  var testDescription: String { name }

  func options() throws -> ReplayOptions {
    var options = ReplayOptions()
    options.device = try device.map { try EvemuDescription.read(path: $0) }
    return options
  }

  /// The recordings in `Traces`.
  static let traces: [ConversionSource] = {
    let folder = packageFolder.appending(path: "Traces").path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.sorted()
      .filter { !$0.hasSuffix(".jsonl") && !$0.hasSuffix(".md") && !$0.hasSuffix(".script") }
      .map { ConversionSource(name: $0, path: folder + "/" + $0) }
  }()

  /// The recordings of real fingers and palms, and the samples of formats.
  static let corpus: [ConversionSource] = {
    struct Label: Decodable {
      let file: String
      let device: String?
      let observedDevice: String?

      enum CodingKeys: String, CodingKey {
        case file, device
        case observedDevice = "observed_device"
      }
    }
    let labels = SharedFolder.objects("corpus/labels.v2.jsonl", as: Label.self)
    let recordings = labels.map { label in
      ConversionSource(
        name: label.file, path: SharedFolder.path("corpus/" + label.file),
        device: (label.device ?? label.observedDevice).map { SharedFolder.path("corpus/" + $0) })
    }
    return recordings
      + FormatSample.all.map { ConversionSource(name: $0.file, path: $0.path) }
  }()

  static let palms = corpus.filter { $0.name.hasPrefix("recordings/none/") }
}

/// What a conversion is compared by: the kind and size of the device, and the gestures.
private struct Outcome: Equatable {
  var kind: TouchArea.Kind?
  var size: Size?
  var gestures: [String]

  init(_ recording: LoadedRecording) {
    kind = recording.mainTrack?.touchArea.kind
    // A contact log has fractions of a millimetre that device units of 1/1000 mm round, so the last
    // decimal may differ.
    let isRounded = recording.path.hasSuffix(".json") || recording.path.hasSuffix(".json.out")
    size = isRounded ? nil : recording.mainTrack?.size
    gestures = recording.records().map { record in
      var record = record
      record.file = nil
      record.device = nil
      return isRounded ? Outcome.rounded(record.json) : record.json
    }
  }

  private static func rounded(_ json: String) -> String {
    json.replacing(/(-?[0-9]+\.[0-9]{2})(?=[,}])/) { match in
      Double(match.output.1).map { String(($0 * 10).rounded() / 10) } ?? String(match.output.0)
    }
  }
}

struct ConversionPropertyTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Converts a recording, and reads the result as the note of a format without descriptions says.
  private func converted(
    _ source: ConversionSource, _ target: RecordingFormat, _ cut: RecordingCut = RecordingCut()
  ) throws -> LoadedRecording {
    let (path, options) = try convert(source.path, try source.options(), target, cut)
    return try LoadedRecording(path: path, options: options)
  }

  private func convert(
    _ path: String, _ reading: ReplayOptions, _ target: RecordingFormat,
    _ cut: RecordingCut = RecordingCut(), to name: String = "copy"
  ) throws -> (path: String, options: ReplayOptions) {
    var conversion = RecordingConversion(input: path, target: target)
    conversion.options = reading
    conversion.cut = cut
    let output = folder.file(name + (path.hasSuffix(".json") ? ".json.out" : ""))
    var options = ReplayOptions()
    options.format = target
    if target == .raw || target == .raw32 {
      conversion.descriptionPath = folder.file(name + ".desc")
    }
    _ = try conversion.run(to: output)
    options.device = try conversion.descriptionPath.map { try EvemuDescription.read(path: $0) }
    return (output, options)
  }

  private func original(
    _ source: ConversionSource, _ cut: RecordingCut = RecordingCut()
  ) throws -> LoadedRecording {
    var options = try source.options()
    options.cut = cut
    return try LoadedRecording(path: source.path, options: options)
  }

  private func expectSame(_ got: LoadedRecording, _ expected: LoadedRecording, _ text: String) {
    let (got, expected) = (Outcome(got), Outcome(expected))
    if got.gestures.isEmpty, expected.gestures.isEmpty, got.kind == nil { return }
    #expect(got == expected, "\(text)")
  }

  /// The middles of pauses that are longer than any gesture waits.
  private func pauses(_ recording: LoadedRecording) -> [Double] {
    let frames = recording.mainTrack?.frames ?? []
    return zip(frames, frames.dropFirst()).compactMap { frame, next in
      let pause = next.time.seconds(since: frame.time)
      guard frame.contacts.isEmpty, frame.extraFingers == 0, pause >= 2 else { return nil }
      return frame.time.seconds(since: recording.origin) + pause / 2
    }
  }

  /// Checks the whole in each format that can hold it.
  private func check(_ source: ConversionSource, _ targets: [RecordingFormat]) throws {
    let whole = try original(source)
    for target in targets where whole.tracks.count == 1 || target.holdsSeveralDevices {
      expectSame(try converted(source, target), whole, "\(source.name) as \(target)")
    }
  }

  /// Checks parts of the time, and some of the fingers, in one format.
  private func checkCuts(_ source: ConversionSource, _ target: RecordingFormat) throws {
    let whole = try original(source)
    // Formats for one device keep the first that is touched.
    guard whole.tracks.count == 1 || target.holdsSeveralDevices else { return }
    let frames = whole.mainTrack?.frames ?? []
    let duration = frames.last.map { $0.time.seconds(since: whole.origin) } ?? 0
    let touches = frames.reduce(0) { max($0, $1.contacts.last?.id ?? 0) }
    var cuts = [
      RecordingCut(from: duration / 3, to: duration * 2 / 3), RecordingCut(from: 0, to: 1000),
    ]
    if whole.tracks.count == 1 {
      cuts += [RecordingCut(fingers: [1...1]), RecordingCut(fingers: [2...max(2, touches)])]
      cuts += pauses(whole).prefix(2).map { RecordingCut(from: $0) }
    }
    for cut in cuts {
      var expected = try original(source, cut)
      guard let first = expected.tracks.compactMap(\.frames.first?.time).min(),
        expected.tracks.contains(where: { $0.frames.contains { !$0.contacts.isEmpty } })
      else { continue }
      expected.origin = first
      expectSame(try converted(source, target, cut), expected, "\(source.name) as \(target) \(cut)")
    }
  }

  /// A number for each recording, which spreads tests over the recordings.
  private func number(of source: ConversionSource) -> Int {
    source.name.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xffff }
  }

  /// A format for each recording, and each format for many recordings.
  private func format(for source: ConversionSource) -> RecordingFormat {
    let formats = RecordingFormat.writable
    return formats[number(of: source) % formats.count]
  }

  @Test("Conversions of a trace keep what is recognized", arguments: ConversionSource.traces)
  func traces(source: ConversionSource) throws {
    try check(source, RecordingFormat.writable)
  }

  @Test("Cuts of a trace keep what is recognized", arguments: ConversionSource.traces)
  func cuts(source: ConversionSource) throws {
    try checkCuts(source, format(for: source))
  }

  @Test(
    "Conversions of recordings of real fingers, and cuts of a third, keep what is recognized",
    .requiresShared("corpus/labels.v2.jsonl"), arguments: ConversionSource.corpus)
  func corpus(source: ConversionSource) throws {
    try check(source, [format(for: source)])
    if number(of: source) / RecordingFormat.writable.count % 3 == 0 {
      try checkCuts(source, format(for: source))
    }
  }

  @Test(
    "A recording that is converted twice keeps what is recognized",
    arguments: RecordingFormat.writable, RecordingFormat.writable)
  func pairs(first: RecordingFormat, second: RecordingFormat) throws {
    for name in ["swipes-four-fingers.evemu", "palm.evemu", "taps-apart.events", "lost-lift.evemu"]
    {
      let source = ConversionSource(
        name: name, path: packageFolder.appending(path: "Traces/" + name).path)
      let once = try convert(source.path, source.options(), first, to: "once")
      let twice = try convert(once.path, once.options, second, to: "twice")
      let copy = try LoadedRecording(path: twice.path, options: twice.options)
      expectSame(copy, try original(source), "\(name) as \(first), then as \(second)")
    }
  }

  @Test(
    "A part that begins and ends at touch-free moments has the gestures of the whole within it",
    arguments: ConversionSource.traces)
  func touchFreeParts(source: ConversionSource) throws {
    let whole = try original(source)
    guard whole.tracks.count == 1 else { return }
    let ends = [0] + pauses(whole) + [1e6]
    for (from, to) in zip(ends, ends.dropFirst()) {
      let inside = whole.records().filter { $0.time >= from && $0.time < to }
      guard !inside.isEmpty else { continue }
      let part = try converted(source, .evemu, RecordingCut(from: from, to: to))
      let expected = inside.map { record in
        var record = record
        record.origin = part.origin
        record.file = part.path
        return record.json
      }
      #expect(part.records().map(\.json) == expected, "\(source.name) \(from) to \(to)")
    }
  }

  @Test("Recordings of random gestures keep what is recognized", arguments: 0..<12)
  func scripts(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let devices: [DeviceDescription] = [
      .touchpad(width: 100, height: 60), .touchscreen(width: 250, height: 140),
      .touchpad(width: 100, height: 60, reporting: .semiMultitouch),
      .touchpad(width: 100, height: 60, reporting: .single),
      .touchscreen(width: 250, height: 140, reporting: .packets(hasTrackingIDs: true)),
      .touchscreen(width: 250, height: 140, reporting: .packets(hasTrackingIDs: false)),
    ]
    let fingers = (0..<8).map { index in
      let time = Double(index / 2) * 2.5
      let y = Double.random(in: 5...50, using: &random)
      return Bool.random(using: &random)
        ? Finger.tap(x: .random(in: 5...90, using: &random), y: y, at: time)
        : Finger.swipeRight(y: y, at: time)
    }
    let device = devices[Int(seed) % devices.count]
    let isDescribed = seed % 12 < 6
    var encoder = SlotEncoder(description: device)
    let sink = ByteSink()
    let writer = try RecordingFormat.evemu.makeWriter(sink)
    try writer.begin([RecordedDevice(description: isDescribed ? device : nil)])
    for frame in SampleTrace.frames(fingers) {
      var events: [InputEvent] = []
      encoder.encode(frame, into: &events)
      try writer.write(events, device: 0)
    }
    try writer.finish()
    let path = try folder.write("random.evemu", sink.bytes)
    let source = ConversionSource(name: "seed \(seed)", path: path)
    #expect(try !original(source).records().isEmpty)
    try check(source, RecordingFormat.writable)
    try checkCuts(source, format(for: source))
  }

  @Test(
    "A part of a palm is still a palm on a touchpad", .requiresShared("corpus/labels.v2.jsonl"),
    arguments: ConversionSource.palms,
    [RecordingCut(from: 0, to: 1000), RecordingCut(fingers: [1...1000])])
  func palms(source: ConversionSource, cut: RecordingCut) throws {
    let part = try converted(source, .evemu, cut)
    #expect(part.mainTrack?.touchArea.kind == .touchpad)
    #expect(part.records().isEmpty)
  }
}
