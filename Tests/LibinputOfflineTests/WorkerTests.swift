import Evdev
import Foundation
import LibinputOffline
import Playback
import TestSupport
import Testing
import Timeline

/// Failures of libinput and of the process that plays.
@Suite("Workers")
struct WorkerTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A worker whose process is a shell script.
  private func worker(_ script: String) throws -> LibinputWorker {
    let source = try folder.write("script", "#!/bin/sh\n\(script)\n")
    let path = folder.file("program")
    // A file that this process has open for writing is busy in processes that other tests start.
    _ = try Command.run("/usr/bin/env", ["install", "-m", "755", source, path])
    return LibinputWorker(LibinputWorker.Options(program: path))
  }

  @Test(
    "A process that ends is an error, and the next recording starts another one",
    arguments: [
      ("kill -SEGV $$", LibinputError.crashed(signal: 11)),
      ("kill -ABRT $$", .crashed(signal: 6)), ("kill -PROF $$", .tooLong(seconds: 10)),
      ("kill -ALRM $$", .tooLong(seconds: 10)),
      ("exit 3", .failed("the process that plays ended with status 3")),
      // The messages are on standard input, which is a socket.
      (
        "printf '\\003\\0\\0\\0\\0\\0\\0\\0abc' >&0; cat > /dev/null",
        .failed("a malformed answer of the process that plays")
      ),
    ])
  func ends(script: String, error: LibinputError) throws {
    let worker = try worker(script)
    for _ in 0..<2 {
      #expect(throws: error) { try worker.play(LibinputInput()) }
    }
  }

  @Test("A missing program and a missing library are errors")
  func missing() {
    let worker = LibinputWorker(LibinputWorker.Options(program: "/nonexistent/replay"))
    #expect {
      try worker.check()
    } throws: {
      if case LibinputError.failed = $0 { true } else { false }
    }
    #expect {
      try Libinput.makeWorker(library: "/nonexistent/libinput.so.10").check()
    } throws: {
      if case LibinputError.cannotLoad = $0 { true } else { false }
    }
  }

  @Test("A library that is not libinput is refused with the names that are missing")
  func unsupported() throws {
    let libraries = ["/lib/x86_64-linux-gnu/libz.so.1", "/lib/aarch64-linux-gnu/libz.so.1"]
    guard let library = libraries.first(where: FileManager.default.fileExists) else { return }
    #expect {
      try Libinput.makeWorker(library: library).check()
    } throws: {
      guard case LibinputError.unsupported(_, let reason) = $0 else { return false }
      return reason.contains("timerfd_create") && reason.contains("udev_new")
    }
  }

  @Test(
    "A library may list a device's properties, as with plugins in Lua; no import may be unknown",
    .requiresLibinput,
    arguments: [
      ("udev_device_get_properties_list_entry", "it lacks libinput_path_create_context"),
      ("udev_device_get_sysattr_value", "it imports udev_device_get_sysattr_value"),
    ])
  func imports(further: String, refusal: String) throws {
    let names = [
      "clock_gettime", "timerfd_create", "timerfd_settime", "ioctl", "stat", "fstat", "fopen",
      "udev_new", "udev_device_new_from_devnum", "udev_device_get_property_value",
      "udev_device_get_syspath", further,
    ]
    let slots = names.map { "\".quad \($0)\\n\"" }.joined(separator: " ")
    let source = try folder.write("imports.c", "__asm__(\".data\\n\" \(slots));\n")
    let library = folder.file("imports.so")
    let compiler = try Command.run(
      "/usr/bin/env", ["clang", "-shared", source, "-l:libudev.so.1", "-o", library])
    guard compiler.status == 0 else { return }
    #expect {
      try Libinput.makeWorker(library: library).check()
    } throws: {
      guard case LibinputError.unsupported(_, let reason) = $0 else { return false }
      return reason.hasPrefix(refusal)
    }
  }

  @Test(
    "Quirks with an unknown key are an error, since libinput then uses none", .requiresLibinput)
  func quirks() throws {
    let bad = try folder.write("bad.quirks", "[A]\nMatchName=*\nAttrNonsense=1\n")
    #expect {
      try Libinput.makeWorker(quirks: bad).check()
    } throws: {
      guard case LibinputError.quirks(let lines) = $0 else { return false }
      return lines.contains { $0.contains("AttrNonsense") }
    }
  }

  @Test("Quirks take the place of the machine's overrides", .requiresLibinput)
  func overrides() throws {
    let quirks = try folder.write(
      "local.quirks",
      "[A]\nMatchName=Sample\nMatchUdevType=touchpad\nAttrPressureRange=10:8\n")
    var input = LibinputInput()
    input.devices = [.init(SampleTrace.device)]
    let plain = try Libinput.makeWorker().play(input, log: .debug)
    let quirky = try Libinput.makeWorker(quirks: quirks).play(input, log: .debug)
    #expect(!plain.log.contains { $0.text.contains("(8:10)") })
    #expect(quirky.log.contains { $0.text.contains("(8:10)") })
  }

  @Test("A recording that takes too long is an error, and the run goes on", .requiresLibinput)
  func limit() throws {
    var options = LibinputWorker.Options(program: Libinput.program)
    options.timeLimit = 1
    let worker = LibinputWorker(options)
    var sample = SampleText()
    sample.tap(at: 1)
    let path = try folder.write("sample.evemu", sample.text)
    #expect(throws: LibinputError.tooLong(seconds: 1)) {
      try worker.play(WorkerTests.heldKey)
    }
    #expect(try Libinput.play(path, worker).actions().contains { $0.kind == .tap })
  }

  @Test("A library that takes too long to load is an error", .requiresLibinput)
  func loadingLimit() throws {
    let source = try folder.write(
      "loop.c",
      "__attribute__((constructor)) static void run(void) { for (volatile int i;;) i = 0; }")
    let library = folder.file("loop.so")
    let compiler = try Command.run(
      "/usr/bin/env", ["clang", "-shared", "-fPIC", source, "-o", library])
    guard compiler.status == 0 else { return }
    var options = LibinputWorker.Options(program: Libinput.program, library: library)
    options.timeLimit = 1
    #expect(throws: LibinputError.tooLong(seconds: 1)) {
      try LibinputWorker(options).check()
    }
  }

  /// A key beside a touchpad that is pressed for sixty years: libinput looks at it twice a second.
  private static let heldKey: LibinputInput = {
    var input = LibinputInput()
    var touchpad = SampleTrace.device
    touchpad.identity = DeviceDescription.Identity(bus: 0x11, vendor: 1, product: 1, version: 1)
    var keyboard = DeviceDescription(name: "Keyboard", identity: touchpad.identity)
    keyboard.codes = [EventType.key.rawValue: Set(1...111)]
    input.devices = [.init(touchpad), .init(keyboard)]
    for (time, value) in [(0.0, 1), (0.3, 0), (0.6, 1), (0.9, 0), (1.2, 1), (2e9, 0)] {
      let stamp = Timestamp(seconds: time)
      let start = input.events.count
      input.events.append(.init(time: stamp, type: .key, code: 30, value: Int32(value)))
      input.events.append(.init(time: stamp, type: .synchronization, code: 0, value: 0))
      input.frames.append(.init(device: 1, time: stamp, range: start..<input.events.count))
    }
    return input
  }()
}
