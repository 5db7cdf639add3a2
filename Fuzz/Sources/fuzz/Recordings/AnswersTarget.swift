import Files
import LibinputOffline
import Playback

extension FuzzTarget {
  /// Makes a recording ready for libinput, and reads an answer of the process that plays.
  ///
  /// libinput itself is not called. Promises: a recording arrives at the process as it was sent,
  /// its frames are of its devices and in the order of time, and every record conforms to its
  /// schema.
  static let answers = FuzzTarget(
    "answers", words: RecordingInput.words, seeds: RecordingInput.seeds
  ) { bytes in
    if let answer = LibinputAnswer(message: bytes) { check(answer) }
    var input = RecordingInput(bytes)
    let options = input.options()
    let path = TemporaryFiles.input(input.bytes)
    do throws(FileError) {
      let recording = try Recording(path: path, options: options)
      check(try LibinputRecording(recording, size: options.size))
    } catch {
      check(error, in: input.bytes)
    }
  }

  private static let schema = JSONSchema("libinput")

  private static func check(_ recording: LibinputRecording) {
    let input = recording.input
    let devices = input.devices.indices
    promise(
      recording.names.count == devices.count && recording.assumptions.count == devices.count,
      "each device has a name and assumptions")
    for (frame, next) in zip(input.frames, input.frames.dropFirst()) where frame.time > next.time {
      promise(input.frames.first == frame, "frames are in the order of time")
    }
    for frame in input.frames {
      promise(devices.contains(frame.device), "frames are of devices")
    }
    guard let received = input.received else { return broken("a recording arrives") }
    promise(received.devices == input.devices, "devices arrive")
    promise(received.frames.map(\.time) == input.frames.map(\.time), "frames arrive")
    promise(
      received.frames.map(\.range.count) == input.frames.map(\.range.count), "events arrive")
  }

  private static func check(_ answer: LibinputAnswer) {
    func check(_ content: LibinputRecord.Content) {
      let record = LibinputRecord(file: "a", device: nil, origin: .zero, content)
      conforms(record.json)
    }
    for device in answer.devices { check(.device(device, name: "a", assumptions: [])) }
    for event in answer.events { check(.event(event)) }
    for action in answer.actions() { check(.action(action)) }
    for line in answer.log { check(.log(line)) }
  }

  private static func conforms(_ line: String) { check(json: line, schema) }
}
