import Contacts
import Evdev
import Files
import Gestures
import Playback
import Timeline
import TouchFormats
import TouchScript

/// An input of the targets that read recordings: three bytes of options, then the recording.
struct RecordingInput {
  /// Nil detects it.
  let format: RecordingFormat?
  var choices: ByteReader
  let bytes: [UInt8]

  init(_ input: [UInt8]) {
    var reader = ByteReader(Array(input.prefix(3)))
    let number = reader.below(RecordingFormat.allCases.count + 1)
    format = number == 0 ? nil : RecordingFormat.allCases[number - 1]
    choices = reader
    bytes = Array(input.dropFirst(3))
  }

  /// The options of a replay that the choices select.
  mutating func options() -> ReplayOptions {
    var options = ReplayOptions()
    options.format = format
    options.profile = choices.pick(Profile.named) ?? .standard
    let choice = choices.byte()
    if choice & 1 != 0 { options.cut.from = Double(choice >> 4) / 8 }
    if choice & 2 != 0 { options.cut.to = Double(choice >> 2) / 8 }
    if choice & 4 != 0 { options.cut.fingers = [1...1, 3...4] }
    if choice & 8 != 0 { options.reportRate = Double(choice) }
    if choice & 0x50 == 0x50 { options.size = Size(width: 100, height: 60) }
    if choice & 0xc0 == 0xc0 { options.transform = TouchAreaTransform(degrees: 90) }
    return options
  }
}

extension RecordingInput {
  /// Short recordings in every format, of several kinds of devices, each detected and named.
  static let seeds: [[UInt8]] = {
    var inputs: [[UInt8]] = []
    func add(_ recording: [UInt8], _ format: RecordingFormat) {
      let number = (RecordingFormat.allCases.firstIndex(of: format) ?? 0) + 1
      inputs.append([0, 0, 0] + recording)
      inputs.append([UInt8(number), 1, 0] + recording)
    }
    for (index, device) in devices.enumerated() {
      let frames = scripts[index % scripts.count].frames(
        on: Size(width: 100, height: 60), hand: .human.sampled(at: 40))
      for format in RecordingFormat.writable {
        add(written(frames, device, format, isDescribed: index % 2 == 0), format)
      }
    }
    for (format, text) in samples { add(Array(text.utf8), format) }
    return inputs
  }()

  static let devices: [DeviceDescription] = [
    .touchpad(width: 100, height: 60), .touchpad(width: 100, height: 60, reporting: .slots(2)),
    .touchpad(width: 100, height: 60, reporting: .semiMultitouch),
    .touchpad(width: 100, height: 60, reporting: .single),
    .touchscreen(width: 100, height: 60),
    .touchscreen(width: 100, height: 60, reporting: .packets(hasTrackingIDs: true)),
    .touchscreen(width: 100, height: 60, reporting: .packets(hasTrackingIDs: false)),
  ]

  private static let scripts = [
    FingerScript { Tap(at: Point(x: 50, y: 30)) },
    FingerScript { Swipe(.left, fingers: 2) },
    FingerScript { Pinch(.out) },
  ]

  static func written(
    _ frames: [ContactFrame], _ device: DeviceDescription, _ format: RecordingFormat,
    isDescribed: Bool
  ) -> [UInt8] {
    var encoder = SlotEncoder(description: device)
    var events: [InputEvent] = []
    for frame in frames { encoder.encode(frame, into: &events) }
    let sink = ByteSink()
    do {
      let writer = try format.makeWriter(sink)
      try writer.begin([RecordedDevice(description: isDescribed ? device : nil)])
      try writer.write(events, device: 0)
      try writer.finish()
    } catch {
      broken("a recording can be written: \(error)")
    }
    return sink.bytes
  }

  /// The formats that are only read, and others with several devices.
  private static let samples: [(RecordingFormat, String)] = [
    (
      .umockdev,
      """
      d /dev/input/event5
      r 10 ^@^@^@^@^@^@^@^@^@^@^@^@^@^@^@^@^C^@5^@^@^@^@^@
      w 20 abc
      E: 1.500000 0003 0035 94

      """
    ),
    (
      .umockdev,
      """
      P: /devices/a/input/input5/event5
      N: input/event5=%00
      E: DEVNAME=/dev/input/event5
      E: SUBSYSTEM=input
      H: input_id=0100
      A: capabilities/abs=260800000000003
      A: name=Pad
      A: properties=5

      """
    ),
    (
      .chromeos,
      """
      {"hardwareProperties": {"left": 0, "top": 0.5, "right": 3000.0, "bottom": 1500.0,
        "xResolution": 20.0, "yResolution": 25.0, "isButtonPad": true, "maxFingerCount": 2},
       "entries": [
        {"type": "hardwareState", "timestamp": 1.5, "buttonsDown": 0, "touchCount": 0, "fingers": []},
        {"type": "timerCallback", "now": 1.6},
        {"type": "hardwareState", "timestamp": 2.5, "buttonsDown": 1, "touchCount": 1, "fingers": [
          {"flags": 0, "positionX": 24.0, "positionY": 19.0, "pressure": 11.0, "trackingId": 24}]},
        {"type": "hardwareState", "timestamp": 3.5, "fingers": [ ], "note": "\\u00e9"}]}

      """
    ),
    (
      .pointerEvents,
      """
      {"type":"viewport","innerWidth":390,"innerHeight":844,"px_per_mm":6.3}
      {"type":"pointerdown","pointerId":2,"pointerType":"touch","timeStamp":12.5,"clientX":100.25,"clientY":80,"pressure":0.5}
      {"type":"pointermove","pointerId":2,"timeStamp":20.5,"clientX":104,"clientY":80.5,"width":23,"height":20}
      {"type":"pointerdown","pointerId":3,"pointerType":"pen","timeStamp":20.5,"clientX":10,"clientY":8}
      {"type":"pointerover","note":"\\u00e9"}
      {"type":"pointercancel","pointerId":3,"timeStamp":28,"clientX":10,"clientY":8}
      {"type":"pointerup","pointerId":2,"timeStamp":36,"clientX":104,"clientY":80.5}

      """
    ),
    (
      .getevent,
      """
      add device 1: /dev/input/event2
        name:     "touch"
        events:
          KEY (0001): KEY_POWER             BTN_TOUCH
          ABS (0003): ABS_MT_SLOT           : value 0, min 0, max 9, fuzz 0, flat 0, resolution 0
        input props:
          INPUT_PROP_DIRECT
      [    1193.605705] /dev/input/event2: EV_ABS       ABS_MT_TRACKING_ID   ffffffff
      [    1193.605705] /dev/input/event2: EV_KEY       BTN_TOUCH            DOWN
      [    1193.605736] /dev/input/event2: EV_SYN       SYN_REPORT           00000000            \r
      [    1193.605736] /dev/input/event3: 0000         SYN_REPORT           00000000

      """
    ),
    (
      .getevent,
      """
      0003 0039 0000000a
      0003 0035 00000064
      0000 0000 00000000
      /dev/input/event3: 0003 0035 0000000a
      565-208057: /dev/input/event1: 0003 0035 00000213

      """
    ),
    (
      .libinput,
      """
      {version: 1, devices: [{node: /dev/a, evdev: {name: Pad, absinfo: {53: &a [0, 99, 0, 0, 32]}},
        events: [{evdev: [[0, 1, 3, 53, 7], [0, 1, 0, 0, 0]]}]}]}

      """
    ),
  ]

  static let words = [
    "E: ", "N: ", "I: ", "P: ", "B: ", "A: ", "# EVEMU 1.3\n", "# libinput record\n",
    "version: 1\n",
    "ndevices: 1\n", "devices:\n", "- node: ", "evdev:", "events:\n", "absinfo:", "codes:",
    "properties:", "name: ", "&a ", "*a", "Event: time ", "type 3 (EV_ABS)",
    "code 57 (ABS_MT_TRACKING_ID)", ", value -1", "SYN_REPORT", "SYN_DROPPED", "SYN_MT_REPORT",
    "Input driver version is 1.0.1\n", "add device 1: /dev/input/event2\n", "/dev/input/event3: ",
    "EV_ABS", "EV_KEY", "BTN_TOUCH", "DOWN", "ffffffff", "d /dev/input/event5\n", "r 10 ", "^@",
    "P: /",
    "\"entries\": [", "\"hardwareProperties\": {", "\"hardwareState\"", "\"trackingId\": ",
    "\"type\": ",
    "\"fingers\": [", "\"timestamp\": ", "-9223372036854775808", "9223372036854775807", "1e308",
    "4294967296", "-2147483648", "0003 0039 ", "0000 0000 00000000\n", "\u{feff}", "\r\n",
  ]
}
