import Contacts
import Evdev
import Foundation
import LibinputOffline
import Playback
import TestSupport
import Testing
import Timeline

/// What libinput answers to small recordings.
@Suite(.requiresLibinput)
struct PlaybackTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func play(
    _ sample: SampleText, _ configuration: LibinputConfiguration = .tapping
  ) throws -> LibinputAnswer {
    try Libinput.play(
      folder.write("sample.evemu", sample.text), Libinput.makeWorker(), configuration)
  }

  private func clicks(_ answer: LibinputAnswer) -> [LibinputAction] {
    answer.actions().filter { $0.kind == .tap }
  }

  @Test("A tap is a click with the configuration that has taps, and none without")
  func tap() throws {
    var sample = SampleText()
    sample.tap(at: 1)
    let answer = try play(sample)
    #expect(answer.devices.map(\.isAccepted) == [true])
    #expect(answer.devices[0].capabilities == ["pointer", "gesture"])
    let taps = clicks(answer)
    #expect(taps.map(\.fingers) == [1])
    #expect(taps.map(\.code) == [0x110])
    var settings = LibinputConfiguration.tapping
    settings.tap = false
    #expect(try clicks(play(sample, settings)).isEmpty)
    #expect(try clicks(play(sample, .gnome)).isEmpty)
    #expect(try clicks(play(sample, .kde)).count == 1)
  }

  @Test("Times count from the first event, whatever the recording's clock")
  func origin() throws {
    for start in [0.0, 1.5, 1e9] {
      var sample = SampleText()
      sample.tap(at: start)
      let path = try folder.write("sample.evemu", sample.text)
      let recording = try LibinputRecording(Recording(path: path))
      let answer = try Libinput.makeWorker().play(recording.input, .tapping)
      let tap = try #require(clicks(answer).first)
      #expect(tap.start.seconds(since: recording.input.origin) == 0)
    }
  }

  @Test("A button event of a tap is distinguished from a pressed button")
  func button() throws {
    var sample = SampleText()
    sample.frame(1, "3 57 1", "3 53 500", "3 54 500", "1 325 1", "1 330 1", "3 0 500", "3 1 500")
    sample.frame(1.1, "1 272 1")
    sample.frame(1.4, "1 272 0")
    sample.frame(1.5, "3 57 -1", "1 325 0", "1 330 0")
    let actions = try play(sample).actions()
    #expect(actions.filter { $0.kind == .button }.map(\.code) == [0x110])
    #expect(actions.filter { $0.kind == .tap }.isEmpty)
  }

  @Test("A recording without keys and tool buttons is completed, and says so")
  func completion() throws {
    var sample = SampleText(keys: false)
    sample.tap(at: 1)
    let path = try folder.write("sample.evemu", sample.text)
    let recording = try LibinputRecording(Recording(path: path))
    let assumed = recording.assumptions.flatMap { $0 }.joined(separator: "; ")
    #expect(assumed.contains("BTN_TOOL_FINGER"))
    let answer = try Libinput.makeWorker().play(recording.input, .tapping)
    #expect(answer.devices[0].hasGestures)
    #expect(clicks(answer).count == 1)
  }

  @Test("A complete description has no assumptions")
  func complete() throws {
    var sample = SampleText()
    sample.tap(at: 1)
    let path = try folder.write("sample.evemu", sample.text)
    #expect(try LibinputRecording(Recording(path: path)).assumptions == [[]])
  }

  @Test("A touchpad without a right button is a clickpad, so that libinput's log has no error")
  func buttons() throws {
    var sample = SampleText()
    sample.tap(at: 1)
    sample.text.replace("P: 05", with: "P: 01")
    let clickpad = try LibinputRecording(
      Recording(path: folder.write("clickpad.evemu", sample.text)))
    #expect(clickpad.assumptions == [["INPUT_PROP_BUTTONPAD"]])
    #expect(try Libinput.makeWorker().play(clickpad.input).log.isEmpty)
    // BTN_LEFT and BTN_RIGHT.
    sample.text.replace("B: 01 00 00 01", with: "B: 01 00 00 03")
    let touchpad = try LibinputRecording(
      Recording(path: folder.write("touchpad.evemu", sample.text)))
    #expect(touchpad.assumptions == [[]])
    #expect(try Libinput.makeWorker().play(touchpad.input).log.isEmpty)
  }

  @Test(
    "A touchscreen without resolution has the size that is given or assumed",
    arguments: [nil, Size(width: 60, height: 36)])
  func screenSize(size: Size?) throws {
    // 4000 by 2400 units, of which no whole number is a millimetre.
    var sample = SampleText(keys: false)
    sample.text.replace("P: 05", with: "P: 02")
    sample.text.replace(" 0 0 40\n", with: " 0 0 0\n")
    sample.frame(1, "3 57 1", "3 53 1000", "3 54 1000", "1 330 1")
    sample.frame(1.1, "3 53 2000")
    sample.frame(1.2, "3 57 -1", "1 330 0")
    var options = ReplayOptions()
    options.size = size
    let recording = try LibinputRecording(
      Recording(path: folder.write("screen.evemu", sample.text), options: options), size: size)
    let answer = try Libinput.makeWorker().play(recording.input)
    let (width, moved) = size == nil ? (120.0, 30.0) : (60, 15)
    #expect(recording.assumptions[0].contains("a size of 120 x 72 mm") == (size == nil))
    #expect(answer.devices[0].width == width)
    let touch = try #require(answer.actions().first?.translationInMillimetres)
    #expect(abs(touch.x - moved) < 0.001 && touch.y == 0)
  }

  @Test("A touchscreen with a resolution keeps libinput's size, and a keyboard has none")
  func describedScreen() throws {
    let keyboard =
      "N: Keyboard\nB: 01 fe ff ff ff 00 00 00 00\nE: 1.0 0001 001e 1\nE: 1.0 0000 0000 0\n"
    let recording = try LibinputRecording(
      Recording(path: folder.write("keyboard.evemu", "# EVEMU 1.3\n" + keyboard)))
    #expect(!recording.assumptions[0].contains { $0.contains("size") })
    #expect(recording.input.devices[0].size == nil)
    var sample = SampleText(keys: false)
    sample.text.replace("P: 05", with: "P: 02")
    sample.frame(1, "3 57 1", "3 53 1000", "3 54 1000", "1 330 1")
    sample.frame(1.1, "3 57 -1", "1 330 0")
    let answer = try play(sample)
    #expect(answer.devices[0].isTouch)
    #expect(abs((answer.devices[0].width ?? 0) - 100) < 0.1)
  }

  @Test("The reason of a gesture that is missing is from the log of its own device")
  func reasons() throws {
    var input = LibinputInput()
    var screen = DeviceDescription.touchscreen(width: 100, height: 60)
    screen.name = "Screen"
    input.devices = [.init(SampleTrace.device), .init(SampleTrace.device), .init(screen)]
    let stamp = Timestamp(seconds: 1)
    let axes: [(UInt16, Int32)] = [
      (AbsoluteCode.trackingID, 1), (AbsoluteCode.positionX, 1000),
      (AbsoluteCode.positionY, 1000), (AbsoluteCode.multitouchPressure, 80),
      (AbsoluteCode.pressure, 80),
    ]
    input.events = axes.map { InputEvent(time: stamp, type: .absolute, code: $0, value: $1) }
    for key in [KeyCode.touch, KeyCode.toolFinger] {
      input.events.append(InputEvent(time: stamp, type: .key, code: key, value: 1))
    }
    input.events.append(InputEvent(time: stamp, type: .synchronization, code: 0, value: 0))
    input.frames = [.init(device: 0, time: stamp, range: 0..<input.events.count)]
    var answer = try Libinput.makeWorker().play(input, .tapping, log: .debug)
    func reason(_ device: Int) -> String {
      answer.reason(
        on: device, during: stamp...stamp.advanced(bySeconds: 0.05), tap: nil, in: input) ?? "none"
    }
    #expect(reason(0).contains("its log says"))
    #expect(reason(1) == "no touch began at that time")
    #expect(reason(2).contains("recognizes no gestures"))
    // A touch that is too light for libinput.
    for index in input.events.indices where input.events[index].value == 80 {
      input.events[index].value = 1
    }
    answer = try Libinput.makeWorker().play(input, .tapping, log: .debug)
    #expect(reason(0).hasPrefix("it began no touch (using pressure-based"))
  }

  @Test("Lines of the log have no times before the recording begins, and no repeated spaces")
  func log() throws {
    var sample = SampleText()
    sample.tap(at: 1)
    let path = try folder.write("sample.evemu", sample.text)
    let recording = try LibinputRecording(Recording(path: path))
    let log = try Libinput.makeWorker().play(recording.input, .tapping, log: .debug).log
    #expect(log.first?.time == nil && log.first?.text.contains("udev") == true)
    #expect(log.compactMap(\.time).allSatisfy { $0 >= recording.input.origin })
    #expect(log.contains { $0.time != nil })
    #expect(!log.contains { $0.text.contains("  ") || $0.text.hasSuffix(" ") })
  }

  @Test("A recording that begins with a finger down starts with it")
  func begins() throws {
    var sample = SampleText()
    for step in 0..<40 { sample.frame(1 + Double(step) / 100, "3 53 \(1000 + step * 40)") }
    sample.frame(1.4, "3 57 -1", "1 325 0", "1 330 0")
    let path = try folder.write("sample.evemu", sample.text)
    let recording = try LibinputRecording(Recording(path: path))
    #expect(recording.assumptions[0].contains { $0.contains("1 finger") })
    let answer = try Libinput.makeWorker().play(recording.input, .tapping)
    let motion = try #require(answer.actions().first { $0.kind == .motion })
    #expect((motion.translationInMillimetres?.x ?? 0) > 5)
  }

  @Test("A recording that begins in another slot than 0 is played from there, with no assumption")
  func beginsInSlot() throws {
    var sample = SampleText()
    sample.frame(1, "3 57 1", "3 53 1000", "3 54 1000", "1 325 1", "1 330 1")
    sample.frame(
      1.01, "3 47 0", "3 57 2", "3 53 2000", "3 54 1000", "1 325 0", "1 333 1", "3 47 1",
      "3 53 1001")
    let path = try folder.write("sample.evemu", sample.text)
    let recording = try LibinputRecording(Recording(path: path))
    #expect(recording.assumptions == [[]])
    #expect(recording.input.frames.count == 3)
    let beginning = recording.input.events[recording.input.frames[0].range]
    #expect(beginning.map(\.code) == [AbsoluteCode.slot, SynchronizationCode.report])
    #expect(beginning.first?.value == 1)
  }

  @Test("The movements of two touches with a short pause are two")
  func movements() throws {
    var sample = SampleText()
    for (id, start, step) in [(1, 1.0, 40), (2, 1.6, -40)] {
      var x = step > 0 ? 1000 : 2600
      sample.frame(
        start, "3 57 \(id)", "3 53 \(x)", "3 54 1000", "1 325 1", "1 330 1", "3 0 \(x)", "3 1 1000")
      for number in 1...40 {
        x += step
        sample.frame(start + Double(number) / 100, "3 53 \(x)", "3 0 \(x)")
      }
      sample.frame(start + 0.41, "3 57 -1", "1 325 0", "1 330 0")
    }
    let lengths = try play(sample).actions().filter { $0.kind == .motion }
      .compactMap { $0.translationInMillimetres?.x }
    #expect(lengths.count == 2 && lengths[0] > 5 && lengths[1] < -5, "\(lengths)")
  }

  @Test("Unchanged values, unknown codes and empty frames do not reach libinput")
  func kernelRules() throws {
    var plain = SampleText()
    plain.tap(at: 1)
    var noisy = SampleText()
    noisy.frame(
      1, "3 57 1", "3 57 1", "3 53 2000", "3 54 1000", "3 40 7", "1 325 1", "1 325 1", "1 330 1",
      "3 0 2000", "3 1 1000", "1 600 1")
    noisy.frame(1.02)
    noisy.frame(1.03, "3 53 2000", "1 330 1")
    noisy.frame(1.05, "3 57 -1", "1 325 0", "1 330 0")
    let (first, second) = try (play(plain), play(noisy))
    #expect(first.events == second.events)
    #expect(second.log.isEmpty)
  }

  @Test("Typing on a keyboard beside it disables a touchpad", arguments: [true, false])
  func typing(isDisabled: Bool) throws {
    var input = LibinputInput()
    // Internal devices, which libinput pairs.
    let identity = DeviceDescription.Identity(bus: 0x11, vendor: 1, product: 1, version: 1)
    var touchpad = SampleTrace.device
    touchpad.identity = identity
    var keyboard = DeviceDescription(name: "Keyboard", identity: identity)
    keyboard.codes[EventType.key.rawValue] = Set(1...111)
    input.devices = [.init(touchpad), .init(keyboard)]
    func add(_ device: Int, _ time: Double, _ events: (EventType, UInt16, Int32)...) {
      let stamp = Timestamp(seconds: time)
      let start = input.events.count
      for (type, code, value) in events + [(.synchronization, 0, 0)] {
        input.events.append(InputEvent(time: stamp, type: type, code: code, value: value))
      }
      input.frames.append(.init(device: device, time: stamp, range: start..<input.events.count))
    }
    for step in 0..<8 {
      add(1, Double(step) * 0.1, (.key, 30, 1))
      add(1, Double(step) * 0.1 + 0.05, (.key, 30, 0))
    }
    add(
      0, 0.8, (.absolute, AbsoluteCode.trackingID, 1), (.absolute, AbsoluteCode.positionX, 1000),
      (.absolute, AbsoluteCode.positionY, 1000), (.absolute, AbsoluteCode.multitouchPressure, 80),
      (.absolute, AbsoluteCode.pressure, 80), (.key, KeyCode.touch, 1),
      (.key, KeyCode.toolFinger, 1))
    for step in 1..<20 {
      add(
        0, 0.8 + Double(step) * 0.01,
        (.absolute, AbsoluteCode.positionX, Int32(1000 + step * 40)))
    }
    var settings = LibinputConfiguration.tapping
    settings.disableWhileTyping = isDisabled
    let answer = try Libinput.makeWorker().play(input, settings)
    let moves = answer.actions().contains { $0.kind == .motion }
    #expect(moves != isDisabled)
    #expect(answer.actions().count { $0.kind == .key } == 8)
  }

  @Test("A worker answers a recording the same after others")
  func independence() throws {
    var sample = SampleText()
    sample.tap(at: 1)
    sample.tap(at: 3, id: 2)
    let path = try folder.write("sample.evemu", sample.text)
    let worker = Libinput.makeWorker()
    let first = try Libinput.play(path, worker)
    for trace in ["scroll.yml", "lost-lift.evemu"] {
      _ = try Libinput.play(packageFolder.appending(path: "Traces/\(trace)").path, worker)
    }
    #expect(try Libinput.play(path, worker) == first)
  }

  @Test("A graphics tablet is refused")
  func tablet() throws {
    var input = LibinputInput()
    var device = SampleTrace.device
    device.codes[EventType.key.rawValue, default: []].insert(KeyCode.toolPen)
    input.devices = [.init(device)]
    #expect {
      try Libinput.makeWorker().play(input)
    } throws: { error in
      if case LibinputError.unplayable(_, let found) = error { return found.contains("tablet") }
      return false
    }
  }
}
