import Conversion
import LibinputOffline
import Playback

/// A recording of one touchpad, with the times of key presses beside it.
package struct TouchpadRecording: Sendable {
  /// A touch of one or several fingers, from a first touch down until no contact is left.
  package struct Group: Hashable, Sendable {
    package var start: Timestamp
    package var end: Timestamp
    /// Whether it is short, or moves: libinput should answer to such a touch of fingers.
    package var isActive: Bool
  }

  package var path: String
  package var part: TouchpadPart
  /// The touchpad, and keyboards reduced to the times of presses.
  package var input = LibinputInput()
  /// The index of the touchpad in the devices of ``input``.
  package var touchpad = 0
  package var touchArea: TouchArea
  /// The size in mm by the device's resolution; nil for a device without one.
  package var declaredSize: Size?
  package var info: RecordingInfo
  package var touches: [TouchpadTouch] = []
  package var groups: [Group] = []
  package var keyPresses: [Timestamp] = []
  /// The recording for this program's recognizers.
  package var loaded: LoadedRecording

  package var device: DeviceDescription { input.devices[touchpad].description }

  /// Reads the touches of a recording; throws unless they are of one touchpad.
  ///
  /// - Parameters:
  ///   - size: The measured size in mm, with which the recording was opened.
  ///   - model: The machine's model for quirks, `dmi:...`.
  package init(
    _ recording: Recording, part: TouchpadPart, size: Size? = nil, model: String? = nil
  ) throws(FileError) {
    path = recording.path
    self.part = part
    let touched = recording.tracks.filter(\.isTouched)
    let other = recording.otherTouchDevice
    guard touched.count == 1, let track = touched.first, other == nil else {
      let several = touched.isEmpty ? "no touches" : "touches of several devices"
      let found = other ?? several
      throw FileError(file: path, expected: "touches of one touchpad", found: found)
    }
    touchArea = track.touchArea
    let own = TouchArea(description: track.description, observed: track.observed)
    declaredSize = own.scale == .resolution ? own.size : nil
    // A device without a size stays unchanged: a quirk may specify it for libinput.
    let played = try LibinputRecording(recording, size: declaredSize == nil ? nil : size)
    info = try RecordingInfo(recording)
    loaded = try recording.load()
    loaded.tracks.removeAll { $0.name != track.name }
    input.origin = played.input.origin
    input.model = model
    let noTouches = FileError(
      file: path, expected: "touches in slots or of BTN_TOUCH", found: "none")
    // A recording that ends within its first frame has touches, and no device that is played.
    guard let index = played.names.firstIndex(of: track.name) else { throw noTouches }
    reduce(played.input, touchpad: index)
    var tracker = RawTouchTracker(device)
    for frame in input.frames where frame.device == touchpad {
      tracker.process(input.events[frame.range], at: frame.time)
    }
    tracker.finish(at: input.frames.last?.time ?? .zero)
    touches = tracker.touches
    if touches.isEmpty { throw noTouches }
    makeGroups()
  }

  /// Reduces the input to the touchpad, and to the times of keyboards' presses.
  private mutating func reduce(_ all: LibinputInput, touchpad index: Int) {
    var places: [Int: Int] = [:]
    for (own, device) in all.devices.enumerated() {
      let isTouchpad = own == index
      guard isTouchpad || KeyPressTimes.isKeyboard(device.description) else { continue }
      if isTouchpad { touchpad = input.devices.count }
      places[own] = input.devices.count
      input.devices.append(
        isTouchpad
          ? device : LibinputInput.Device(KeyPressTimes.description(of: device.description)))
    }
    for frame in all.frames {
      guard let place = places[frame.device] else { continue }
      var events = Array(all.events[frame.range])
      if place != touchpad {
        events = KeyPressTimes.reduce(events)
        keyPresses += events.filter { $0.type == .key && $0.value == 1 }.map(\.time)
      }
      if !events.isEmpty { input.append(events, device: place, time: frame.time) }
    }
  }
}

extension Recording {
  /// The first touchscreen or pen with its name, in words; nil if a touchpad is touched, or no
  /// device.
  package var otherTouchDevice: String? {
    let touched = tracks.filter(\.isTouched)
    func isPen(_ track: RecordingTrack) -> Bool { track.description?.isPen ?? false }
    guard let other = touched.first, !touched.contains(where: { $0.isTouchpad && !isPen($0) })
    else { return nil }
    let name = other.recorded.description?.name ?? ""
    return (isPen(other) ? "a pen" : "a touchscreen") + (name.isEmpty ? "" : ", \(name.printable)")
  }
}

// MARK: - Groups

extension TouchpadRecording {
  /// The longest tap in seconds: libinput's (`DEFAULT_TAP_TIMEOUT_PERIOD`, 0.18), less some frames.
  private static let maximumTapDuration = 0.15
  /// The least movement in mm: four times that of libinput's taps, and far above the noise.
  private static let minimumMovement = 5.0
  /// The seconds after which a tap is a click: longer than libinput's timer of tap-and-drag.
  private static let answerTime = 0.35

  private mutating func makeGroups() {
    for touch in touches {
      let isActive =
        touch.end.seconds(since: touch.start) <= Self.maximumTapDuration
        || travel(of: touch) >= Self.minimumMovement
      if let last = groups.indices.last, touch.start <= groups[last].end {
        groups[last].end = max(groups[last].end, touch.end)
        groups[last].isActive = groups[last].isActive || isActive
      } else {
        groups.append(Group(start: touch.start, end: touch.end, isActive: isActive))
      }
    }
  }

  /// The positions of a touch in mm.
  func points(of touch: TouchpadTouch) -> [Point] {
    touch.samples.compactMap { sample in
      sample.x.flatMap { x in sample.y.map { touchArea.point(x: x, y: $0) } }
    }
  }

  /// The greatest distance in mm from the start of a touch.
  func travel(of touch: TouchpadTouch) -> Double {
    let points = points(of: touch)
    return points.reduce(0) { max($0, points[0].distance(to: $1)) }
  }

  /// The touches with a wrong answer: active ones of fingers without one, and others with one.
  func errors(_ answers: [ClosedRange<Timestamp>]) -> ErrorCount.Recording {
    // A report at the time when the next touch begins belongs to that touch.
    let ends = groups.indices.map { index in
      let end = groups[index].end.advanced(bySeconds: Self.answerTime)
      return index + 1 < groups.count ? min(end, groups[index + 1].start) : end
    }
    var areAnswered = Array(repeating: false, count: groups.count)
    for answer in answers {
      var index = groups.partitioningIndex { $0.start > answer.upperBound }
      while index > 0, answer.lowerBound < ends[index - 1] {
        index -= 1
        areAnswered[index] = true
      }
    }
    let counted = groups.indices.filter { part.isUnintended || groups[$0].isActive }
    return ErrorCount.Recording(
      errors: counted.count { areAnswered[$0] == part.isUnintended }, touches: counted.count,
      seconds: info.duration)
  }

  /// The machine's model in a recording of `libinput record`, `dmi:...`; nil in others.
  package static func model(_ source: ByteSource) throws(FileError) -> String? {
    let key = "  dmi: "
    let head = String(decoding: try source.peek(4096), as: UTF8.self)
    let line = head.split(separator: "\n").first { $0.hasPrefix(key) }
    let model = line?.dropFirst(key.count).filter { $0 != "\"" }
    return model.flatMap { $0.hasPrefix("dmi:") ? $0 : nil }
  }
}

/// Copies recordings without the typed text.
package enum AnonymousRecording {
  /// Writes the touchpads of a recording unchanged, only the times of keyboards' key presses, and
  /// nothing of other devices, in the format of `libinput record`.
  package static func write(_ recording: Recording, to path: String) throws(FileError) {
    let writer = try ConversionWriter(.libinput, path: path, madeOf: [recording.path])
    var kept: [RecordedDevice] = []
    var places: [Int: (index: Int, isKeyboard: Bool)] = [:]
    for (index, track) in recording.tracks.enumerated() {
      let device = RecordedDevice(
        description: track.writtenDescription, calibration: track.recorded.calibration)
      let isKeyboard = !track.isTouched && device.isKeyboard
      guard track.isTouched || isKeyboard else { continue }
      places[index] = (kept.count, isKeyboard)
      kept.append(device.withoutKeys)
    }
    guard !recording.hasContactFrames, let main = places.values.first(where: { !$0.isKeyboard })
    else {
      throw FileError(file: recording.path, expected: "events of a touchpad", found: "none")
    }
    try writer.begin(kept, main: main.index)
    try recording.forEachBatch { batch throws(FileError) in
      guard let place = places[batch.device] else { return }
      let events = place.isKeyboard ? KeyPressTimes.reduce(batch.events) : batch.events
      if !events.isEmpty { try writer.write(events, device: place.index) }
    }
    _ = try writer.finish(recording.anomalies, pieceOf: nil)
  }
}
