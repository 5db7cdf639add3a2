import Contacts
import Conversion
import Files
import Foundation
import Gestures
import Playback

extension FuzzTarget {
  /// Replays a recording, whole or in part, with the rules of any profile.
  ///
  /// Promises: the gestures of a stream are those of the loaded recording; one began has one end;
  /// every record of `run`, `run --touches`, `explain` and `info` is JSON and conforms to its
  /// schema; exports for browsers are JSON, and one for Android is a recording on the screen.
  static let replays = FuzzTarget(
    "replays", words: RecordingInput.words, seeds: RecordingInput.seeds
  ) { bytes in
    var input = RecordingInput(bytes)
    var options = input.options()
    let details: [GestureEngine.Detail] = [
      .outcomes, .everyState, .touches, .changes, .explanation,
    ]
    options.detail = details[(bytes.dropFirst(1).first.map(Int.init) ?? 0) / 3 % details.count]
    let path = TemporaryFiles.input(input.bytes)
    do throws(FileError) {
      try play(path, options)
    } catch {
      check(error, in: input.bytes)
    }
  }

  private static let run = JSONSchema("run")
  private static let touches = JSONSchema("touches")
  private static let explain = JSONSchema("explain")
  private static let info = JSONSchema("info")

  private static func play(_ path: String, _ options: ReplayOptions) throws(FileError) {
    var outcomes: [String] = []
    var sequences: [String: GestureState] = [:]
    let summary = try Replay(path: path, options: options).run { report in
      switch report {
      case .gesture(let record):
        check(json: record.json, run)
        if options.detail == .outcomes { outcomes.append(record.json) }
        if options.detail == .everyState { follow(record, &sequences) }
      case .touch(let record): check(json: record.json, touches)
      case .palm(let record): check(json: record.json, touches)
      case .change(let record): check(json: record.json, explain)
      }
    }
    promise(sequences.values.allSatisfy { !$0.isActive }, "what began has an end")
    if options.detail == .outcomes {
      let loaded = try LoadedRecording(path: path, options: options)
      // A loaded recording has the frames as they were recorded.
      if options.transform == nil {
        let records = loaded.records(options.profile).map(\.json)
        promise(records == outcomes, "a replay has the gestures of the loaded recording")
      }
      promise(
        outcomes.count <= max(summary.events, summary.frames), "gestures are fewer than events")
      check(json: try RecordingInfo(path: path, options: options).json, info)
      try export(loaded, options.profile)
      _ = try TraceEventExport.write(
        Replay(path: path, options: options), to: ByteSink(), generator: "fuzz")
      for rows in [TableExport.Rows.touches, .gestures, .changes] {
        _ = try TableExport.write(Replay(path: path, options: options), rows, to: ByteSink())
      }
    }
  }

  /// Exports touches as the input of browsers and phones.
  private static func export(
    _ recording: LoadedRecording, _ profile: Profile
  ) throws(FileError) {
    let screen = Size(width: 1080, height: 2400)
    for target in TouchInputExport.Target.allCases {
      let box = target == .android ? Rect(origin: .zero, size: screen) : nil
      let mapping = PageMapping(box: box, pixelsPerMillimetre: nil)
      let touches = PlayedTouches(recording, mapping, speed: 1, profile: profile)
      let sink = ByteSink()
      try TouchInputExport.write(touches, as: target, screen: screen, to: sink)
      if target == .android {
        checkAndroid(sink.bytes, touches)
      } else {
        for line in sink.bytes.split(separator: UInt8(ascii: "\n")) {
          let object = try? JSONSerialization.jsonObject(with: Data(line))
          promise(object != nil, "a line of \(target) is JSON")
        }
      }
    }
  }

  private static func checkAndroid(_ bytes: [UInt8], _ touches: PlayedTouches) {
    do throws(FileError) {
      let copy = try Recording(ByteSource(name: "android", bytes: bytes)).load()
      let frames = copy.mainTrack?.frames ?? []
      let ids = Set(frames.flatMap(\.contacts).map(\.id))
      promise(
        touches.mostTouches > TouchInputExport.touchLimit || ids.count == touches.touches,
        "Android has all touches")
      promise(frames.flatMap(\.contacts).allSatisfy { !$0.isResumed }, "all touches go down")
      promise(frames.last?.contacts.isEmpty ?? true, "all touches end")
    } catch {
      broken("an export for Android can be read: \(error)")
    }
  }

  /// Follows the states of each kind of gesture; recognizers of one kind differ in direction.
  private static func follow(_ record: GestureRecord, _ sequences: inout [String: GestureState]) {
    let gesture = record.gesture
    let key = "\(record.device ?? "") \(gesture.kind) \(gesture.start)"
    let last = sequences[key] ?? .possible
    promise(
      (last.isFinal ? .possible : last).allows(gesture.state),
      "\(gesture.kind) is \(gesture.state) after \(last)")
    sequences[key] = gesture.state
  }
}
