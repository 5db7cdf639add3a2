import TouchScript

/// The folder's README: what is there, in a table.
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

    \(count) recordings of made-up fingers on made-up devices. Beside each `NAME` stands
    `NAME.gestures.jsonl` with the gestures that it must give, one a line, in the order of their
    ends. They come from what the fingers were meant to do, not from what a recognizer made of it.

    A line holds some of the keys of a gesture record (see `replay run --json`); what it does not
    hold is not compared. `start` may be off by `tolerance`, in seconds. A continuous gesture that
    an interruption or the end of the recording breaks off is `cancelled`; a discrete one never
    comes. An empty file says that nothing may be recognized.

    `replay check Traces` compares. This folder is made by a program; after a change to its catalog
    (`Tools/MakeTraces/Sources/MakeTraces/Catalog`) run

    ```
    swift run --package-path Tools/MakeTraces MakeTraces Traces
    ```

    Hands are either perfect (no noise), or human or shaky with a seed; then come the frames a
    second.

    | trace | what it is | gestures | device | hand | format |
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
