public import Playback

/// A recording as input of libinput, with the assumptions about its devices.
public struct LibinputRecording: Sendable {
  public var input: LibinputInput
  /// The names of the devices with events in records; nil for a single one.
  public var names: [String?] = []
  /// The assumptions about each device, as in `slots 0 to 9`.
  public var assumptions: [[String]] = []

  /// Reads a recording to its end, completes the descriptions of its devices, which a size of the
  /// touch area in mm may be given for, and puts them into the state in which it begins.
  public init(_ recording: Recording, size: Size? = nil) throws(FileError) {
    let trace = try PlayedTrace(recording)
    input = LibinputInput()
    input.origin = recording.origin ?? .zero
    input.events = trace.events
    let played = Set(trace.frames.map(\.device)).sorted()
    for index in played {
      let description = trace.devices[index]
      let track = recording.tracks.indices.contains(index) ? recording.tracks[index] : nil
      names.append(track?.name)
      var device = LibinputInput.Device(description)
      device.description.completeButtons()
      var assumed: [String] = []
      if recording.hasContactFrames {
        assumed.append("contacts in mm as events of a touchpad")
      } else {
        assumed += LibinputRecording.additions(to: track?.description, in: device.description)
      }
      if let size { device.description.setSize(size) }
      if let track, track.isTouched, !track.isTouchpad, track.touchArea.scale != .resolution {
        device.description.setSize(track.size)
        device.size = track.size
        if size == nil { assumed.append("a size of \(track.size.millimetresText)") }
      }
      if let matrix = track?.transform { device.properties[Self.calibration] = matrix.text }
      assumed += begin(index, trace, track?.observed?.initialTouches ?? [])
      input.devices.append(device)
      assumptions.append(assumed)
    }
    let places = Dictionary(uniqueKeysWithValues: played.enumerated().map { ($1, $0) })
    input.frames += trace.frames.compactMap { frame in
      places[frame.device].map {
        LibinputInput.Frame(device: $0, time: frame.time, range: frame.range)
      }
    }
  }

  private static let calibration = "LIBINPUT_CALIBRATION_MATRIX"

  /// Adds the frame of the state in which the recording of a device begins, with a note on it.
  private mutating func begin(
    _ device: Int, _ trace: PlayedTrace, _ touches: [ObservedDevice.InitialTouch]
  ) -> [String] {
    let events = trace.beginning(of: device)
    // A device of the machine in memory begins at rest, in slot 0.
    guard events.contains(where: { $0.value != 0 }), let first = trace.frames.first else {
      return []
    }
    let centers = LibinputRecording.centers(of: touches, on: trace.devices[device])
    input.append(
      centers + events, device: input.devices.count,
      time: first.time.advanced(byMicroseconds: -LibinputInput.leadOfBeginning))
    let fingers = events.count { $0.type == .absolute && $0.code == AbsoluteCode.trackingID }
    let keys = events.filter { $0.type == .key }.map { EventNames.text($0.code, .key) }
    let down = (fingers > 0 ? [fingers.counted("finger")] : []) + keys
    if down.isEmpty { return [] }
    return [down.joined(separator: ", ") + " down before the first event"]
      + (centers.isEmpty ? [] : ["coordinates of these in the middle that do not occur"])
  }

  /// The positions in the middle of axes, for touches that never report theirs.
  private static func centers(
    of touches: [ObservedDevice.InitialTouch], on device: DeviceDescription
  ) -> [InputEvent] {
    var events: [InputEvent] = []
    guard device.axes[AbsoluteCode.slot] != nil else { return [] }
    for touch in touches {
      let axes = [(AbsoluteCode.positionX, touch.x), (AbsoluteCode.positionY, touch.y)]
      for (code, value) in axes where value == nil {
        guard let axis = device.axes[code] else { continue }
        let center = Int32(clamping: (Int64(axis.minimum) + Int64(axis.maximum)) / 2)
        for (code, value) in [(AbsoluteCode.slot, Int32(touch.slot)), (code, center)] {
          events.append(InputEvent(time: .zero, type: .absolute, code: code, value: value))
        }
      }
    }
    return events
  }

  /// The parts of a description that the recorded one lacks.
  private static func additions(
    to recorded: DeviceDescription?, in played: DeviceDescription
  ) -> [String] {
    var texts: [String] = []
    if recorded == nil {
      let isTouchpad = played.supports(.key, KeyCode.toolFinger)
      texts.append("no device description: \(isTouchpad ? "a touchpad" : "its kind by its events")")
    }
    for (code, axis) in played.axes.sorted(by: { $0.key < $1.key }) {
      let known = recorded?.axes[code]
      if known?.minimum == axis.minimum, known?.maximum == axis.maximum { continue }
      texts.append("\(EventNames.text(code, .absolute)) from \(axis.minimum) to \(axis.maximum)")
    }
    for (type, codes) in played.codes.sorted(by: { $0.key < $1.key }) where type != 3 && type != 0 {
      let added = codes.subtracting(recorded?.codes[type] ?? []).sorted()
      if added.isEmpty { continue }
      let names = added.prefix(maximumNames).map { EventNames.text($0, EventType(rawValue: type)) }
      let rest = added.count > maximumNames ? " and \(added.count - maximumNames) more" : ""
      texts.append(names.joined(separator: ", ") + rest)
    }
    for property in played.properties.subtracting(recorded?.properties ?? []).sorted() {
      texts.append(EventNames.name(ofProperty: property) ?? "property \(property)")
    }
    return texts
  }

  /// The most names of codes of one type that an assumption lists.
  private static let maximumNames = 12
}

extension EventNames {
  /// The name of a code, or its number.
  static func text(_ code: UInt16, _ type: EventType) -> String {
    name(of: code, type: type) ?? "0x" + String(code, radix: 16)
  }
}

extension DeviceDescription {
  /// Makes a touchpad without a right button a clickpad, as libinput does with an error in its log
  /// (`evdev-mt-touchpad.c`: "missing right button").
  fileprivate mutating func completeButtons() {
    let isTouchpad = DeviceClass(self).properties["ID_INPUT_TOUCHPAD"] != nil
    if isTouchpad, !supports(.key, KeyCode.right) { properties.insert(InputProperty.buttonPad) }
  }

  /// Sets the resolution of the position axes to that of a size, in whole units per mm.
  fileprivate mutating func setSize(_ size: Size) {
    let axes = [
      (AbsoluteCode.x, size.width), (AbsoluteCode.positionX, size.width),
      (AbsoluteCode.y, size.height), (AbsoluteCode.positionY, size.height),
    ]
    for (code, length) in axes {
      guard let axis = self.axes[code], length > 0 else { continue }
      self.axes[code]?.resolution = axis.resolution(of: length)
    }
  }
}

extension DeviceDescription.Axis {
  /// The resolution of an axis of a length in mm, in whole units per mm.
  package func resolution(of length: Double) -> Int32 {
    let units = Double(maximum) - Double(minimum)
    return Int32(max(1, min(1e6, (units / length).rounded())))
  }
}
