/// A recognizer's change of state, as a line of JSON or as a sentence.
public struct StateRecord: Hashable, JSONObject {
  /// The path of the recording as given.
  public var file: String?
  /// The name of the device, if the recording has several.
  public var device: String?
  public var change: StateChange
  /// The time of the first event of the recording, from which times count.
  public var origin: Timestamp

  package init(file: String? = nil, device: String? = nil, change: StateChange, origin: Timestamp) {
    self.file = file
    self.device = device
    self.change = change
    self.origin = origin
  }

  /// The time in seconds from the first event of the recording.
  public var time: Double { change.time.seconds(since: origin) }

  /// The change in words, as in `swipe left failed at 0.134 s: 1.1 mm across, at most …`.
  public var sentence: String { change.sentence(since: origin) }

  public func add(to line: inout JSONLine) {
    line.begin(file, time: time, device: device)
    line.add("gesture", change.kind.rawValue)
    line.add("direction", change.direction?.rawValue)
    line.add("from", change.from.rawValue)
    line.add("state", change.to.rawValue)
    if change.reason == nil, change.readings.isEmpty { return }
    addReason(to: &line)
    if !change.readings.isEmpty {
      let readings = change.readings.map { reading in
        var object = JSONLine()
        object.add("name", reading.name)
        object.add("likelihood", reading.likelihood, decimals: 3)
        return object
      }
      line.add("readings", readings)
    }
    line.add("sentence", sentence)
  }

  /// Adds the reason of a failure or cancellation, without the sentence.
  package func addReason(to line: inout JSONLine) {
    guard let reason = change.reason else { return }
    let (measured, limit, unit) = reason.outside
    line.add("reason", reason.cause.rawValue)
    line.add("measured", measured, decimals: 6)
    line.add("limit", limit, decimals: 6)
    if measured != nil || limit != nil, !unit.isEmpty { line.add("unit", unit) }
    line.add("parameter", reason.parameter)
    line.add("touch", reason.touch)
    line.add("other", reason.other?.rawValue)
    line.add("name", reason.match?.name)
    line.add("runner_up", reason.match?.runnerUp)
    line.add("runner_up_score", reason.match?.runnerUpScore, decimals: 3)
  }
}
