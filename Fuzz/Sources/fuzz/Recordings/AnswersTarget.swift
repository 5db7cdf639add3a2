import Files
import LibinputOffline
import Playback
import Timeline
import Touchpads

extension FuzzTarget {
  /// Makes a recording ready for libinput, and reads an answer of the process that plays.
  ///
  /// libinput itself is not called. Promises: a recording arrives at the process as it was sent,
  /// its frames are of its devices and in the order of time, and every record, also that of the
  /// touchpad's measurements, conforms to its schema.
  static let answers = FuzzTarget(
    "answers", words: RecordingInput.words, seeds: RecordingInput.seeds
  ) { bytes in
    if let answer = LibinputAnswer(message: bytes) { checkAnswer(answer) }
    var input = RecordingInput(bytes)
    let options = input.options()
    let path = TemporaryFiles.input(input.bytes)
    do throws(FileError) {
      let recording = try Recording(path: path, options: options)
      checkRecording(try LibinputRecording(recording, size: options.size))
      check(json: try TouchpadMeasurement.json(of: recording), touchpadSchema)
    } catch {
      check(error, in: input.bytes)
    }
  }

  private static let schema = JSONSchema("libinput")
  private static let touchpadSchema = JSONSchema("touchpad-analyze")

  private static func checkRecording(_ recording: LibinputRecording) {
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
    guard let received = input.received else { broken("a recording arrives") }
    promise(received.devices == input.devices, "devices arrive")
    promise(received.frames.map(\.time) == input.frames.map(\.time), "frames arrive")
    promise(
      received.frames.map(\.range.count) == input.frames.map(\.range.count), "events arrive")
  }

  private static func checkAnswer(_ answer: LibinputAnswer) {
    func conforms(_ content: LibinputRecord.Content) {
      let record = LibinputRecord(file: "a", device: nil, origin: .zero, content)
      check(json: record.json, schema)
    }
    for device in answer.devices { conforms(.device(device, name: "a", assumptions: [])) }
    for event in answer.events { conforms(.event(event)) }
    for action in answer.actions() { conforms(.action(action)) }
    for line in answer.log { conforms(.log(line)) }
  }
}
