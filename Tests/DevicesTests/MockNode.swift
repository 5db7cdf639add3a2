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
    static let otherSeat = "/dev/input/event26"
    static let ignored = "/dev/input/event27"
    static let accelerometer = "/dev/iio:device92"
  }

  extension Mock {
    /// The kernel's path of a device's event node, without `/sys`.
    private static func folder(_ node: String) -> String {
      let number = Int(node.drop { !$0.isNumber }) ?? 0
      return "/devices/platform/mock/input/input\(number + 100)/event\(number)"
    }

    /// Sends a message of the kernel, such as `add`, to all monitors.
    static func announce(_ action: String, _ node: String) throws {
      let root = try #require(root)
      let path = folder(node)
      let message =
        "\(action)@\(path)\0ACTION=\(action)\0DEVPATH=\(path)\0SUBSYSTEM=input\0"
        + "DEVNAME=\(node)\0SEQNUM=1\0MAJOR=13\0MINOR=92\0"
      for name in try FileManager.default.contentsOfDirectory(atPath: root)
      where name.hasPrefix("event") {
        let descriptor = socket(AF_UNIX, Int32(SOCK_RAW.rawValue), 0)
        defer { close(descriptor) }
        // A monitor that does not read must not stop the test.
        var limit = timeval(tv_sec: 5, tv_usec: 0)
        setsockopt(
          descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) {
          $0.copyBytes(from: "\(root)/\(name)".utf8)
        }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        withUnsafePointer(to: &address) {
          $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            _ = connect(descriptor, $0, size)
          }
        }
        _ = Array(message.utf8).withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, 0) }
      }
    }

    /// Removes a device from the machine while `body` runs.
    static func withoutDevice(_ node: String, _ body: () throws -> Void) throws {
      let path = try #require(root) + "/sys" + folder(node)
      try #require(rename(path, path + ".gone") == 0)
      defer { rename(path + ".gone", path) }
      try body()
    }

    /// Asks for a fault, see `Tests/Mock/faults.c`, while `body` runs.
    static func withFault(_ name: String, _ text: String = "", _ body: () throws -> Void) throws {
      let path = try #require(root) + "/" + name
      try text.write(toFile: path, atomically: false, encoding: .utf8)
      defer { unlink(path) }
      try body()
    }

    /// Whether a program has grabbed a device.
    static var isGrabbed: Bool {
      root.map { FileManager.default.fileExists(atPath: $0 + "/grabbed") } ?? false
    }
  }

  /// Counts how often programs open a node.
  final class OpeningCounter {
    private let descriptor: Int32

    init(_ node: String) throws {
      descriptor = inotify_init1(Int32(IN_NONBLOCK))
      let path = try #require(Mock.root) + node
      try #require(inotify_add_watch(descriptor, path, UInt32(IN_OPEN)) >= 0)
    }

    deinit {
      close(descriptor)
    }

    /// The number of openings since the last call.
    func count() -> Int {
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = read(descriptor, &buffer, buffer.count)
      return max(0, count) / MemoryLayout<inotify_event>.size
    }
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
      // Also open for reading, so that opening does not wait for a reader and writing does not fail
      // without one.
      writer = open(path, O_RDWR | O_CLOEXEC)
      try #require(writer >= 0)
    }

    deinit {
      if writer >= 0 { close(writer) }
      // The machine's own node, for tests without events.
      if access(path, F_OK) != 0 { mkfifo(path, 0o600) }
    }

    /// Unplugs the device: its node disappears, unless it has a successor, and readers get what was
    /// written, then an error.
    func unplug() {
      if writer < 0 { return }
      var (own, present) = (stat(), stat())
      if fstat(writer, &own) == 0, stat(path, &present) == 0, own.st_ino == present.st_ino {
        unlink(path)
      }
      revoke()
    }

    /// Revokes the readers' access: they get an error, and the node stays.
    func revoke() {
      if writer >= 0 { close(writer) }
      writer = -1
    }

    /// Removes all permissions from the node, and opens the mocked machine's sockets, which
    /// umockdev uses, to every user.
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
