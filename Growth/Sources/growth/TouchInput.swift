/// Touch recordings of about a number of events.
enum TouchInput {
  struct Format: Sendable {
    var name: String
    var file: String
    var contents: @Sendable (_ events: Int) -> [UInt8]
  }

  static let formats = [
    Format(name: "evemu", file: "a.evemu", contents: movement),
    Format(name: "libinput", file: "a.yml", contents: libinput),
    Format(name: "evtest", file: "a.evtest", contents: evtest),
    Format(name: "getevent", file: "a.getevent", contents: getevent),
    Format(name: "umockdev", file: "a.script", contents: umockdev),
    Format(name: "chromeos", file: "a.json", contents: chromeOS),
    Format(name: "pointer-events", file: "a.jsonl", contents: pointerEvents),
    Format(name: "raw", file: "a.bin", contents: raw),
  ]

  private static let evemuHead = """
    # EVEMU 1.3
    N: Pad
    I: 0003 0001 0001 0001
    P: 01 00 00 00 00 00 00 00
    B: 00 0b 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 03 00 00 00 00 00 80 60 02
    A: 2f 0 9 0 0 0
    A: 35 0 4000 0 0 40
    A: 36 0 3000 0 0 40
    A: 39 0 65535 0 0 0

    """

  /// A frame of a moving finger, as the values of `ABS_MT_POSITION_X` and the time in hundredths.
  private static func text(
    _ head: String, _ events: Int, _ frame: (_ x: Int, _ time: String) -> String
  ) -> [UInt8] {
    var bytes = Array(head.utf8)
    for index in 0..<events / 2 { bytes += frame(index * 7 % 4000, seconds(index)).utf8 }
    return bytes
  }

  private static func seconds(_ hundredths: Int) -> String {
    let fraction = String(hundredths % 100 + 100).dropFirst()
    return "\(hundredths / 100).\(fraction)0000"
  }

  @Sendable static func movement(_ events: Int) -> [UInt8] {
    text(evemuHead + "E: 0.000000 0003 0039 1\n", events) { x, time in
      "E: \(time) 0003 0035 \(x)\nE: \(time) 0000 0000 0\n"
    }
  }

  /// A tap every half second: six events each.
  @Sendable static func taps(_ events: Int) -> [UInt8] {
    var bytes = Array(evemuHead.utf8)
    for index in 0..<events / 6 {
      let (down, up) = (seconds(index * 50), seconds(index * 50 + 5))
      bytes +=
        """
        E: \(down) 0003 0039 \(index % 60000)
        E: \(down) 0003 0035 \(500 + index % 3000)
        E: \(down) 0003 0036 1000
        E: \(down) 0000 0000 0
        E: \(up) 0003 0039 -1
        E: \(up) 0000 0000 0

        """.utf8
    }
    return bytes
  }

  /// Ten fingers that all move in each frame.
  @Sendable static func manyFingers(_ events: Int) -> [UInt8] {
    var bytes = Array(evemuHead.utf8)
    for index in 0..<events / 31 {
      let time = seconds(index)
      for slot in 0..<10 {
        bytes += "E: \(time) 0003 002f \(slot)\n".utf8
        if index == 0 { bytes += "E: \(time) 0003 0039 \(slot)\n".utf8 }
        bytes += "E: \(time) 0003 0035 \((index * 7 + slot * 300) % 4000)\n".utf8
        bytes += "E: \(time) 0003 0036 \((index * 3 + slot * 200) % 3000)\n".utf8
      }
      bytes += "E: \(time) 0000 0000 0\n".utf8
    }
    return bytes
  }

  @Sendable static func libinput(_ events: Int) -> [UInt8] {
    let head = """
      # libinput record
      version: 1
      ndevices: 1
      libinput:
        version: "1.20"
      devices:

      """
    var bytes = Array((head + touchpad(4)).utf8)
    for index in 0..<events / 2 {
      let time = "\(index / 100), \(index % 100 * 10_000)"
      bytes +=
        """
          - evdev:
            - [\(time), 3, 53, \(index * 7 % 4000)]
            - [\(time), 0, 0, 0]

        """.utf8
    }
    return bytes
  }

  /// A touchpad up to its events, as `libinput record` writes it.
  private static func touchpad(_ number: Int) -> String {
    """
    - node: /dev/input/event\(number)
      evdev:
        name: "Pad"
        id: [24, 1, 2, 3]
        codes:
          0: [0]
          3: [47, 53, 54, 57]
        absinfo:
          47: [0, 9, 0, 0, 0]
          53: [0, 4000, 0, 0, 40]
          54: [0, 3000, 0, 0, 40]
          57: [0, 65535, 0, 0, 0]
        properties: [0]
      events:

    """
  }

  /// Devices that are tapped four times each, all at the same times: 24 events a device.
  @Sendable static func devices(_ events: Int) -> [UInt8] {
    devices(events) { _, tap in Double(tap) }
  }

  /// Devices that are tapped four times each, one after the other: 24 events a device.
  @Sendable static func devicesInTurn(_ events: Int) -> [UInt8] {
    let count = events / 24
    return devices(events) { device, tap in Double(tap * count + device) * 0.1 }
  }

  /// - Parameter time: When a tap of a device begins, in seconds.
  private static func devices(
    _ events: Int, at time: (_ device: Int, _ tap: Int) -> Double
  ) -> [UInt8] {
    var bytes = Array("version: 1\ndevices:\n".utf8)
    for device in 0..<events / 24 {
      bytes += touchpad(device).utf8
      for tap in 0..<4 {
        let (down, up) = (stamp(time(device, tap)), stamp(time(device, tap) + 0.05))
        bytes +=
          """
            - evdev:
              - [\(down), 3, 57, \(tap)]
              - [\(down), 3, 53, 2000]
              - [\(down), 3, 54, 1000]
              - [\(down), 0, 0, 0]
            - evdev:
              - [\(up), 3, 57, -1]
              - [\(up), 0, 0, 0]

          """.utf8
      }
    }
    return bytes
  }

  /// Seconds and microseconds, as `libinput record` writes them.
  private static func stamp(_ seconds: Double) -> String {
    let microseconds = Int((seconds * 1e6).rounded())
    return "\(microseconds / 1_000_000), \(microseconds % 1_000_000)"
  }

  @Sendable static func evtest(_ events: Int) -> [UInt8] {
    let head = """
      Input driver version is 1.0.1
      Input device ID: bus 0x18 vendor 0x2c2f product 0x1 version 0x100
      Input device name: "Pad"
      Supported events:
        Event type 0 (EV_SYN)
        Event type 3 (EV_ABS)
          Event code 53 (ABS_MT_POSITION_X)
            Value      0
            Min        0
            Max     4000
          Event code 57 (ABS_MT_TRACKING_ID)
            Value      0
            Min        0
            Max    65535
      Testing ... (interrupt to exit)
      Event: time 0.000000, type 3 (EV_ABS), code 57 (ABS_MT_TRACKING_ID), value 1

      """
    return text(head, events) { x, time in
      """
      Event: time \(time), type 3 (EV_ABS), code 53 (ABS_MT_POSITION_X), value \(x)
      Event: time \(time), -------------- SYN_REPORT ------------

      """
    }
  }

  @Sendable static func getevent(_ events: Int) -> [UInt8] {
    text("[ 0.000000] /dev/input/event3: 0003 0039 00000001\n", events) { x, time in
      """
      [ \(time)] /dev/input/event3: 0003 0035 \(hexadecimal(x))
      [ \(time)] /dev/input/event3: 0000 0000 00000000

      """
    }
  }

  /// Taps without times, so that all are at one time.
  @Sendable static func untimedGetevent(_ events: Int) -> [UInt8] {
    (0..<events / 6).flatMap { index in
      [
        "0003 0039 \(hexadecimal(index + 1))", "0003 0035 \(hexadecimal(index * 7 % 4000))",
        "0003 0036 00000100", "0000 0000 00000000", "0003 0039 ffffffff", "0000 0000 00000000",
      ].flatMap { Array("/dev/input/event3: \($0)\n".utf8) }
    }
  }

  private static func hexadecimal(_ number: Int) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: max(0, 8 - digits.count)) + digits
  }

  @Sendable static func umockdev(_ events: Int) -> [UInt8] {
    text("d 0 /dev/input/event4\n", events) { x, time in
      "E: \(time) 0003 0035 \(x)\nE: \(time) 0000 0000 0\n"
    }
  }

  /// An entry for each eight events, of one finger.
  @Sendable static func pointerEvents(_ events: Int) -> [UInt8] {
    text(#"{"type":"viewport","innerWidth":4000,"innerHeight":1000}"# + "\n", events) { x, time in
      let rest = #""pointerId":2,"timeStamp":\#(time)0,"clientX":\#(x),"clientY":5}"#
      return #"{"type":"pointermove",\#(rest)"# + "\n" + #"{"type":"pointerrawupdate",\#(rest)"#
        + "\n"
    }
  }

  @Sendable static func chromeOS(_ events: Int) -> [UInt8] {
    var bytes = Array("{\"version\": 1, \"entries\": [".utf8)
    for index in 0..<events / 8 {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes +=
        """

        {"type": "hardwareState", "buttonsDown": 0, "touchCount": 1, "timestamp": \(seconds(index)),
         "fingers": [{"pressure": 40, "positionX": \(index * 7 % 4000), "positionY": 5,
          "trackingId": 3, "flags": 0}]}
        """.utf8
    }
    return bytes
      + """
      ], "hardwareProperties": {"left": 0, "top": 0, "right": 4000, "bottom": 3000,
        "xResolution": 40, "yResolution": 40, "maxFingerCount": 5}}

      """.utf8
  }

  @Sendable static func raw(_ events: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    for index in 0..<events / 2 {
      for (type, code, value) in [(3, 53, index * 7 % 4000), (0, 0, 0)] {
        append(index / 100, 8, to: &bytes)
        append(index % 100 * 10_000, 8, to: &bytes)
        append(type, 2, to: &bytes)
        append(code, 2, to: &bytes)
        append(value, 4, to: &bytes)
      }
    }
    return bytes
  }

  private static func append(_ number: Int, _ count: Int, to bytes: inout [UInt8]) {
    for byte in 0..<count { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * byte))) }
  }
}
