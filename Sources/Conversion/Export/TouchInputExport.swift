public import TouchFormats

/// Writes touches as the input of browsers and phones.
public enum TouchInputExport {
  public enum Target: String, CaseIterable, Sendable {
    /// The calls of `Input.dispatchTouchEvent` of the Chrome DevTools Protocol, one a line.
    case cdp
    /// The parameters of WebDriver's command Perform Actions, with a pointer for each finger.
    case w3c
    /// The touch events for Playwright's `dispatchEvent`, one a line.
    case playwright
    /// The dialect of evemu in Android's tool `uinput`.
    case android
  }

  /// The most touches at once in Chromium (`kTouchesLengthCap`) and Android (`MAX_POINTERS`).
  public static let touchLimit = 16

  /// Writes the touches; ``Target/android`` needs the size of its screen in pixels.
  public static func write(
    _ touches: PlayedTouches, as target: Target, screen: Size?, to sink: ByteSink
  ) throws(FileError) {
    if target == .android, let screen { return try writeAndroid(touches, screen, to: sink) }
    var writer = BlockWriter(sink)
    if target == .w3c {
      writer.write { $0.append(WebDriverActions(touches.steps).json) }
    } else {
      for step in touches.steps {
        for event in step.events {
          writer.write { bytes in
            JSONLine.append(to: &bytes) { line in
              line.add("time_s", Double(step.time.microseconds) / 1e6, decimals: 6)
              target == .cdp ? event.addCall(to: &line) : event.addMembers(to: &line)
            }
            bytes.append("\n")
          }
        }
      }
    }
    try writer.finish()
  }

  // MARK: Android

  /// Writes a touchscreen with a unit for each pixel. `uinput` reads the lines of the description
  /// in evemu's order, ignores a delay of less than a millisecond, and ends the device with the
  /// file; Android maps the axes of a touchscreen to its display.
  private static func writeAndroid(
    _ touches: PlayedTouches, _ screen: Size, to sink: ByteSink
  ) throws(FileError) {
    var input = AndroidInput(touches, screen: screen)
    let writer = EvemuWriter(sink)
    try writer.begin([RecordedDevice(description: input.device)])
    var events: [InputEvent] = []
    for frame in input.frames {
      events.removeAll(keepingCapacity: true)
      input.encoder.encode(frame, into: &events)
      try writer.write(events, device: 0)
    }
    try writer.finish()
  }
}

private struct TouchEvent {
  /// The type of the event, as in `touchstart`.
  var type: String
  var changed: [PlayedStep.Finger]
  /// The fingers that are down after the event.
  var touches: [PlayedStep.Finger]

  /// The type and the touches, with the names of the DOM.
  func addMembers(to line: inout JSONLine) {
    line.add("type", type)
    for (key, fingers) in [("touches", touches), ("changedTouches", changed)] {
      line.add(key, fingers.map { $0.members(id: "identifier", x: "clientX", y: "clientY") })
    }
  }

  /// Adds the call of the protocol, in which a touchEnd without points lifts all, and a touchCancel
  /// always cancels all.
  func addCall(to line: inout JSONLine) {
    let isEnd = type == "touchend" || type == "touchcancel" && !touches.isEmpty
    let type = isEnd ? "touchend" : type
    let name = "touch" + type.dropFirst(5).prefix(1).uppercased() + type.dropFirst(6)
    let points = isEnd && !touches.isEmpty ? changed : touches
    var parameters = JSONLine()
    parameters.add("type", name)
    parameters.add("touchPoints", points.map { $0.members(id: "id", x: "x", y: "y") })
    line.add("method", "Input.dispatchTouchEvent")
    line.add("params", parameters)
  }
}

extension PlayedStep {
  /// The events of a browser, in their order.
  fileprivate var events: [TouchEvent] {
    [
      TouchEvent(type: "touchend", changed: lifted, touches: kept + cancelled),
      TouchEvent(type: "touchcancel", changed: cancelled, touches: kept),
      TouchEvent(type: "touchmove", changed: moved, touches: kept),
      TouchEvent(type: "touchstart", changed: began, touches: down),
    ].filter { !$0.changed.isEmpty }
  }
}

extension PlayedStep.Finger {
  /// A touch point in pixels: 0.01 is finer than any sensor.
  func members(id: String, x: String, y: String) -> JSONLine {
    var line = JSONLine()
    line.add(id, number)
    line.add(x, contact.position.x, decimals: 2)
    line.add(y, contact.position.y, decimals: 2)
    line.add("radiusX", contact.size.map { $0.width / 2 }, decimals: 2)
    line.add("radiusY", contact.size.map { $0.height / 2 }, decimals: 2)
    line.add("force", contact.pressure, decimals: 3)
    return line
  }
}

/// WebDriver's actions: an input source for each finger, with an action for each tick.
///
/// A step is a tick that moves and lifts, and one that puts down; the last one waits until the next
/// step by a source without input. Durations are rounded from the start.
struct WebDriverActions {
  private var ticks: [[Int: String]] = []
  /// The duration of each tick in ms.
  private var waits: [Int64] = []
  private var count = 0
  private var elapsed: Int64 = 0

  private static let pause = #"{"type":"pause","duration":0}"#

  /// The microseconds of a tick for each finger, since drivers wait for a frame after each event.
  /// Positions in between are left out, but not the last before a finger lifts or joins.
  private static let interval: Int64 = 20_000

  init(_ steps: [PlayedStep]) {
    var last = Int64.min / 2
    for (index, step) in steps.enumerated() {
      let isWithin = steps[index...].prefix(2).allSatisfy { $0.began.isEmpty && !$0.hasEnds }
      let interval = WebDriverActions.interval * Int64(step.down.count)
      if isWithin, step.time.microseconds - last < interval { continue }
      last = step.time.microseconds
      add(step, isLast: index == steps.count - 1)
    }
  }

  private mutating func add(_ step: PlayedStep, isLast: Bool) {
    let time = (step.time.microseconds + 500) / 1000
    if !waits.isEmpty { waits[waits.count - 1] = max(0, time - elapsed) }
    elapsed = time
    var (tick, downs) = ([:] as [Int: String], [:] as [Int: String])
    for finger in step.down {
      tick[finger.number] = WebDriverActions.action("pointerMove", finger) { line in
        line.add("duration", 0)
        line.add("origin", "viewport")
        line.add("x", finger.contact.position.x, decimals: 2)
        line.add("y", finger.contact.position.y, decimals: 2)
      }
    }
    for finger in step.began {
      downs[finger.number] = WebDriverActions.action("pointerDown", finger) { $0.add("button", 0) }
    }
    let up = #"{"type":"pointerUp","button":0}"#
    for finger in step.lifted { tick[finger.number] = up }
    for finger in step.cancelled { tick[finger.number] = #"{"type":"pointerCancel"}"# }
    // A source whose pointer is cancelled remains pressed as WebDriver specifies it, and ignores
    // the next pointerDown; an up without a pointer has no other effect.
    let ups = isLast && downs.isEmpty ? [] : step.cancelled
    let released = Dictionary(uniqueKeysWithValues: ups.map { ($0.number, up) })
    ticks += [tick, released, downs].filter { !$0.isEmpty }
    waits += Array(repeating: 0, count: ticks.count - waits.count)
    count = max(count, (step.down.map(\.number).max() ?? -1) + 1)
  }

  private static func action(
    _ type: String, _ finger: PlayedStep.Finger, _ add: (inout JSONLine) -> Void
  ) -> String {
    var line = JSONLine()
    line.add("type", type)
    add(&line)
    line.add("width", finger.contact.size?.width, decimals: 2)
    line.add("height", finger.contact.size?.height, decimals: 2)
    line.add("pressure", finger.contact.pressure, decimals: 3)
    return line.object
  }

  /// The parameters of Perform Actions, on one line.
  var json: String {
    if ticks.isEmpty { return "{\"actions\":[]}\n" }
    let pauses = waits.map { #"{"type":"pause","duration":\#($0)}"# }.joined(separator: ",")
    let clock = #"{"type":"none","id":"clock","actions":[\#(pauses)]}"#
    let sources = (0..<count).map { finger in
      let actions = ticks.map { $0[finger] ?? WebDriverActions.pause }
      return #"{"type":"pointer","id":"finger\#(finger + 1)","parameters":{"pointerType":"touch"},"#
        + #""actions":[\#(actions.joined(separator: ","))]}"#
    }
    return "{\"actions\":[\(([clock] + sources).joined(separator: ","))]}\n"
  }
}

/// Played touches on a touchscreen with a unit per pixel, for Android's `MultiTouchInputMapper`.
struct AndroidInput {
  /// Android treats contacts on a device that has an axis for pressure as hovering while it is 0.
  private static let leastPressure = 1 / 255.0

  /// The device; its resolution is the scale of the touches, in pixels per mm.
  let device: DeviceDescription
  private let touches: PlayedTouches
  private let screen: Size
  /// The encoder of ``frames`` as events of the device.
  var encoder: SlotEncoder

  init(_ touches: PlayedTouches, screen: Size) {
    self.touches = touches
    self.screen = screen
    let contacts = touches.frames.lazy.map(\.contacts).joined()
    let slots = min(max(touches.mostTouches, 10), TouchInputExport.touchLimit)
    var device = DeviceDescription.touchscreen(
      width: screen.width, height: screen.height, resolution: 1, reporting: .slots(slots))
    if !contacts.contains(where: { $0.pressure != nil }) {
      device.axes[AbsoluteCode.pressure] = nil
      device.axes[AbsoluteCode.multitouchPressure] = nil
    }
    if !contacts.contains(where: { $0.size != nil }) {
      device.axes[AbsoluteCode.touchMajor] = nil
      device.axes[AbsoluteCode.touchMinor] = nil
    }
    encoder = SlotEncoder(description: device)
    let resolution = Int32(max(1, min(touches.scale, 1000)).rounded())
    for code in device.axes.keys where (device.axes[code]?.resolution ?? 0) > 0 {
      device.axes[code]?.resolution = resolution
    }
    self.device = device
  }

  /// The frames, with those in which cancelled contacts are palms: the only ones that Android
  /// cancels. It has neither lost events nor a lock button.
  var frames: [ContactFrame] {
    var frames: [ContactFrame] = []
    for frame in touches.frames {
      if var palms = frames.last,
        palms.contacts.contains(where: { frame.cancelled.contains($0.id) })
      {
        palms.time = frame.time
        for index in palms.contacts.indices
        where frame.cancelled.contains(palms.contacts[index].id) {
          palms.contacts[index].tool = .palm
        }
        frames.append(palms)
      }
      frames.append(ContactFrame(time: frame.time, contacts: frame.contacts.map(onScreen)))
    }
    return frames
  }

  private func onScreen(_ contact: Contact) -> Contact {
    var contact = contact
    contact.position.x = max(0, min(contact.position.x, screen.width - 1))
    contact.position.y = max(0, min(contact.position.y, screen.height - 1))
    let longest = max(screen.width, screen.height) - 1
    contact.size = contact.size.map {
      Size(width: min($0.width, longest), height: min($0.height, longest))
    }
    if device.axes[AbsoluteCode.multitouchPressure] != nil {
      contact.pressure = max(contact.pressure ?? 0, AndroidInput.leastPressure)
    }
    // Otherwise it would move in a slot without a tracking id, which Android ignores.
    contact.isResumed = false
    return contact
  }
}
