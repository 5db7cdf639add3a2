import TouchScript

/// The folder's README: a table of the traces.
struct Readme {
  private var rows = ""
  private(set) var totalBytes = 0
  private var count = 0

  mutating func add(_ trace: Trace, _ rendered: RenderedTrace) {
    totalBytes += rendered.recording.count + rendered.expectations.count
    count += 1
    let gestures = rendered.summary.isEmpty ? "none" : rendered.summary.joined(separator: ", ")
    let devices = trace.tracks.map(\.device.label).joined(separator: "; ")
    let hands = trace.tracks.map(\.hand.label).joined(separator: "; ")
    rows += "| [\(trace.name)](\(trace.fileName)) | \(trace.about) | \(gestures) | \(devices) "
    rows += "| \(hands) | \(trace.format.label) |\n"
  }

  var text: String {
    """
    # Traces

    \(count) recordings of synthetic fingers on synthetic devices. The expected gestures of each
    `NAME` are in `NAME.gestures.jsonl`, one per line, in the order of their ends. They come from
    the script of the fingers, not from the output of a recognizer.

    A line has some of the keys of a gesture record (see `replay run --json`); other keys are not
    compared. The tolerance of `start_s` is `tolerance`, in seconds. A continuous gesture is
    `cancelled` by an interruption or the end of the recording; a discrete one is not reported. An
    empty file expects no gestures.

    `replay check Traces` compares the traces with their expectations. This folder is generated;
    after a change of the catalog (`Tools/MakeTraces/Sources/MakeTraces/Catalog`), run

    ```
    swift run --package-path Tools/MakeTraces MakeTraces Traces
    ```

    A hand is perfect (without noise), or human or shaky with a seed, and has a report rate.

    | trace | description | gestures | device | hand | format |
    |---|---|---|---|---|---|
    \(rows)
    """
  }
}

extension Hand {
  /// `human 7, 125 Hz`
  var label: String {
    var plain = self
    plain.seed = 0
    plain.sensor.rate = Hand.human.sensor.rate
    let name = plain == .human ? "human \(seed)" : plain.isPerfect ? "perfect" : "shaky \(seed)"
    return "\(name), \(Int(sensor.rate)) Hz"
  }

  private var isPerfect: Bool { tremor == .none && roll == .none && sensor.noise == .none }
}
