import Checking
import Lab
import LibinputOffline

/// This program's gestures of a recording beside libinput's.
struct BesideComparison: JSONObject {
  /// The first gesture that only one of them recognized.
  struct Difference: JSONObject {
    var time: Double
    /// The gesture in words, as in `tap(1,1)@0.10`.
    var gesture: String
    var isOurs: Bool
    /// The reason why the other did not recognize it.
    var reason: String

    func add(to line: inout JSONLine) {
      line.add("time_s", time, decimals: 6)
      line.add("gesture", gesture)
      line.add("recognizer", isOurs ? "touchstone" : "libinput")
      line.add("reason", reason)
    }
  }

  let file: String
  let ours: [GestureRecord]
  let theirs: [GestureRecord]
  private(set) var difference: Difference?
  /// The gestures in the order of time, with libinput's beside the one that it agrees with.
  private(set) var rows: [(ours: GestureRecord?, theirs: GestureRecord?)] = []

  /// Compares gestures like labels with reports: by kind, fingers, direction and time.
  init(_ played: PlayedRecording, _ recording: LoadedRecording, _ options: ReplayOptions) {
    file = played.path
    ours = recording.records(options.profile).filter {
      [.recognized, .ended].contains($0.gesture.state)
    }
    theirs = played.gestures
    let score = RecordingScore(theirs.map(\.label), ours)
    rows = rows(score)
    let missed = score.missed.min { $0.end < $1.end }
    let extra = score.falseReports.min { $0.time < $1.time }
    if let missed, extra.map({ missed.end <= $0.time }) ?? true {
      let expected = ExpectedGesture(
        missed.kinds[0], touches: missed.touches, taps: missed.taps,
        direction: missed.direction.flatMap(Gesture.Direction.init),
        at: max(0, (missed.start + missed.end) / 2))
      difference = Difference(
        time: missed.end, gesture: missed.phrase, isOurs: false,
        reason: Verdict(expected, in: recording, profile: options.profile).text)
    } else if let extra {
      let reason = played.reason(
        on: extra.device, during: extra.start...max(extra.start, extra.time),
        of: extra.gesture.kind == .tap ? recording : nil)
      difference = Difference(
        time: extra.time, gesture: extra.labelPhrase, isOurs: true,
        reason: reason ?? "its log says nothing of it")
    }
  }

  /// The gestures in the order of time, those that the score paired in one row.
  private func rows(_ score: RecordingScore) -> [(ours: GestureRecord?, theirs: GestureRecord?)] {
    var rows: [(ours: GestureRecord?, theirs: GestureRecord?)] = ours.map { record in
      let hit = score.hits.first { $0.report == record }
      return (record, hit.flatMap { hit in theirs.first { hit.expected.isOf($0) } })
    }
    let missed = theirs.filter { record in score.missed.contains { $0.isOf(record) } }
    rows += missed.map { (nil, $0) }
    return rows.sorted { ($0.ours ?? $0.theirs)?.time ?? 0 < ($1.ours ?? $1.theirs)?.time ?? 0 }
  }

  // MARK: Output

  func print(by printer: RecordPrinter, _ console: Console) {
    for (ours, theirs) in rows {
      let time = (ours ?? theirs)?.time ?? 0
      printer.printRow([Cell.seconds(time), ours?.phrase ?? "", theirs?.phrase ?? ""], of: file)
    }
    guard let found = difference else { return }
    let (own, other) = found.isOurs ? ("touchstone", "libinput") : ("libinput", "touchstone")
    let limit = Table.limit(on: console.output) - 2
    let sentences = [
      "first difference: \(found.gesture) is recognized by \(own) only",
      "\(other): \(found.reason)",
    ]
    for line in sentences.flatMap({ $0.wrapped(toColumns: limit) }) { console.print("  \(line)") }
  }

  func add(to line: inout JSONLine) {
    line.add("v", JSONLine.schemaVersion)
    line.add("source", "libinput")
    line.add("file", file)
    line.add("touchstone", list: ours.map(\.jsonWithoutFile))
    line.add("libinput", list: theirs.map(\.jsonWithoutFile))
    line.add("difference", difference)
  }
}

extension ScoreLabel.Gesture {
  /// Whether the label was made of a gesture.
  fileprivate func isOf(_ record: GestureRecord) -> Bool {
    (start, end) == (record.start, record.time)
  }
}

extension PlayedRecording {
  /// The reason why libinput recognized no gesture of a device in a time in seconds; of a tap,
  /// which needs the fingers of the recording, with its measures.
  func reason(
    on device: String?, during seconds: ClosedRange<Double>, of tap: LoadedRecording?
  ) -> String? {
    let start = origin.advanced(bySeconds: seconds.lowerBound)
    let span = start...max(start, origin.advanced(bySeconds: seconds.upperBound))
    return answer.reason(
      on: recording.names.firstIndex(of: device) ?? 0, during: span,
      tap: tap?.tracks.first { $0.name == device }?.extent(during: span), in: recording.input)
  }
}

extension LoadedRecording.Track {
  /// How far and how long the fingers of a span touched.
  fileprivate func extent(during span: ClosedRange<Timestamp>) -> TouchExtent {
    var downs: [Contact.ID: (point: Point, time: Timestamp)] = [:]
    var extent: TouchExtent = (0, 0)
    for frame in frames where span.contains(frame.time) {
      for (id, down) in downs where !frame.contacts.contains(where: { $0.id == id }) {
        extent.duration = max(extent.duration, frame.time.seconds(since: down.time))
        downs[id] = nil
      }
      for contact in frame.contacts {
        let down = downs[contact.id] ?? (contact.position, frame.time)
        downs[contact.id] = down
        extent.distance = max(extent.distance, contact.position.distance(to: down.point))
      }
    }
    return extent
  }
}

extension GestureRecord {
  /// The gesture as a label for other recognizers.
  fileprivate var label: ScoreLabel.Gesture {
    let kind = gesture.kind
    return ScoreLabel.Gesture(
      kinds: kind == .pan ? [.pan, .swipe] : [kind], start: start, end: time,
      touches: gesture.touches, taps: gesture.taps, direction: gesture.direction?.rawValue,
      name: nil)
  }

  /// The gesture in words, as in `pan of 2 left, 31.0 mm`.
  fileprivate var phrase: String {
    let fingers = gesture.touches.map { " of \($0)" } ?? ""
    return gesture.kind.rawValue + fingers + summary.dropFirst(gesture.kind.rawValue.count)
  }
}

/// The first different action of another libinput, or else the first with other values.
struct LibinputDifference: JSONObject {
  private let recording: PlayedRecording
  private let before: LibinputAction?
  private let after: LibinputAction?

  /// Compares two answers to a recording; nil if they are the same.
  init?(_ old: PlayedRecording, _ new: PlayedRecording) {
    let (before, after) = (old.actions, new.actions)
    let all = 0..<max(before.count, after.count)
    // Another gesture is a larger difference than the same one with other values.
    guard
      let index = all.first(where: { before.at($0)?.subject != after.at($0)?.subject })
        ?? all.first(where: { before.at($0)?.details != after.at($0)?.details })
    else { return nil }
    recording = old
    self.before = before.at(index)
    self.after = after.at(index)
  }

  /// The time, and both actions in words.
  var cells: [String] {
    let time = [before, after].compactMap { $0?.start }.min()
    return [
      time.map { Cell.seconds($0.seconds(since: recording.origin)) } ?? "",
      before?.phrase ?? "nothing", after?.phrase ?? "nothing",
    ]
  }

  func add(to line: inout JSONLine) {
    line.add("v", JSONLine.schemaVersion)
    line.add("source", "libinput")
    line.add("file", recording.path)
    for (key, action) in [("before", before), ("after", after)] {
      line.add(key, action.map { recording.record($0.device, .action($0)) })
    }
  }
}

extension LibinputAction {
  /// The identity of an action, without its values.
  fileprivate var subject: [String?] {
    [name, state, fingers.map { String($0) }, code.map { String($0) }]
  }

  /// The action in words, as in `swipe of 3, 12.0 mm left`.
  var phrase: String {
    let subject = fingers.map { "\(name) of \($0)" } ?? name
    let end = ["cancelled", "began"].filter { (name: String) in name == state }
    return ([subject] + details + end).joined(separator: ", ")
  }
}

extension Array {
  fileprivate func at(_ index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
