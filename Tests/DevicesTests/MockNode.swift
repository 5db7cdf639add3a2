#if Live
  import CInput
  import Evdev
  import Foundation
  import Testing
  import Timeline

  /// The machine that `Tests/Mock/run` simulates; these tests are skipped outside of it.
  enum Mock {
    static let root = ProcessInfo.processInfo.environment["UMOCKDEV_DIR"]
    static let isThere: Bool = root != nil

    static let touchpad = "/dev/input/event28"
    static let touchscreen = "/dev/input/event29"
    static let keyboard = "/dev/input/event30"
    static let held = "/dev/input/event31"
    static let state = "/dev/input/event40"
    static let accelerometer = "/dev/iio:device92"
  }

  /// A mocked node whose events a test writes in whole frames.
  final class MockNode {
    let node: String
    private let path: String
    private var writer: Int32

    /// Replaces a node by a FIFO.
    init(_ node: String) throws {
      self.node = node
      path = try #require(Mock.root) + node
      unlink(path)
      try #require(mkfifo(path, 0o600) == 0)
      // Also open for reading, so that opening does not wait for a reader and writing does not fail without one.
      writer = open(path, O_RDWR | O_CLOEXEC)
      try #require(writer >= 0)
    }

    deinit {
      unplug()
    }

    /// Unplugs the device: readers get what was written, then an error.
    func unplug() {
      if writer >= 0 { close(writer) }
      writer = -1
    }

    /// Removes all permissions from the node, and opens the mocked machine's sockets, which umockdev
    /// uses, to every user.
    func forbid() throws {
      let open = try Process.run(
        URL(fileURLWithPath: "/bin/chmod"), arguments: ["-R", "go+rwX", try #require(Mock.root)])
      open.waitUntilExit()
      chmod(path, 0)
    }

    func write(_ events: [InputEvent], isChecked: Bool = true) {
      let raw = events.map { event in
        var raw = input_event()
        raw.time.tv_sec = Int(event.time.microseconds / 1_000_000)
        raw.time.tv_usec = Int(event.time.microseconds % 1_000_000)
        raw.type = event.type.rawValue
        raw.code = event.code
        raw.value = event.value
        return raw
      }
      // Less than a pipe accepts at once, so that frames stay whole.
      for start in stride(from: 0, to: raw.count, by: 128) {
        let part = raw[start..<min(start + 128, raw.count)]
        let count = part.withUnsafeBytes { Glibc.write(writer, $0.baseAddress, $0.count) }
        if isChecked { #expect(count == part.count * MemoryLayout<input_event>.stride) }
      }
    }

    /// The number of bytes that the reader has not read.
    var unread: Int {
      var count: Int32 = 0
      _ = ioctl(writer, UInt(FIONREAD), &count)
      return Int(count)
    }

    /// Waits until the reader has read everything; fails after ten seconds.
    func waitUntilRead() {
      for _ in 0..<10_000 {
        if unread == 0 { return }
        usleep(1000)
      }
      Issue.record("\(unread) bytes are not read")
    }

    /// Writes events for as long as `condition` holds, as fast as they are read.
    func flood(_ events: [InputEvent], while condition: () -> Bool) {
      _ = fcntl(writer, F_SETFL, O_NONBLOCK)
      while condition() { write(events, isChecked: false) }
    }

    func write(_ bytes: [UInt8]) {
      #expect(Glibc.write(writer, bytes, bytes.count) == bytes.count)
    }

    /// Writes a frame: pairs of a code of `EV_ABS` and a value, then keys, then `SYN_REPORT`.
    func write(
      at time: Double, _ axes: [(UInt16, Int32)], keys: [(UInt16, Int32)] = [],
      isComplete: Bool = true
    ) {
      let time = Timestamp(seconds: time)
      var events = axes.map {
        InputEvent(time: time, type: .absolute, code: $0.0, value: $0.1)
      }
      events += keys.map { InputEvent(time: time, type: .key, code: $0.0, value: $0.1) }
      if isComplete { events.append(.report(time)) }
      write(events)
    }
  }

  extension InputEvent {
    static func report(_ time: Timestamp) -> InputEvent {
      InputEvent(time: time, type: .synchronization, code: SynchronizationCode.report, value: 0)
    }

    static func dropped(_ time: Timestamp) -> InputEvent {
      InputEvent(time: time, type: .synchronization, code: SynchronizationCode.dropped, value: 0)
    }
  }

  /// All tests that use the mocked machine; its nodes are shared, so they run one after the other.
  @Suite(.serialized, .enabled(if: Mock.isThere, "run by Tests/Mock/run"))
  enum MockedMachine {}
#endif
