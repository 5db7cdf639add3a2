#if Live
  import Foundation
  import Testing
  import Timeline

  @testable import Devices

  /// Whether a descriptor is readable, now or within some milliseconds.
  func isReadable(_ descriptor: Int32, within milliseconds: Int32 = 0) -> Bool {
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&polled, 1, milliseconds) > 0
  }

  struct EventLoopTests {
    /// A pipe: its reading end, and a function that writes a byte.
    private let reading: Int32
    private let writing: Int32

    init() throws {
      var ends: [Int32] = [0, 0]
      try #require(pipe(&ends) == 0)
      (reading, writing) = (ends[0], ends[1])
    }

    @Test("Readable input is read before an overdue deadline fires")
    func order() throws {
      let loop = try EventLoop()
      var happenings: [String] = []
      try loop.add(reading) { [reading] _ in
        var byte: UInt8 = 0
        _ = read(reading, &byte, 1)
        happenings.append("read \(byte)")
      }
      loop.nextDeadline = { Timestamp(microseconds: 5) }
      loop.onDeadline = { now in
        happenings.append("deadline")
        #expect(now > Timestamp(microseconds: 5))
        loop.stop()
      }
      var byte: UInt8 = 7
      write(writing, &byte, 1)
      try loop.run()
      #expect(happenings == ["read 7", "deadline"])
    }

    @Test("A deadline fires on time without any input")
    func deadline() throws {
      let loop = try EventLoop()
      let due = MonotonicClock.now.advanced(bySeconds: 0.02)
      var fired: Timestamp?
      try loop.add(reading) { _ in Issue.record("there is nothing to read") }
      loop.nextDeadline = { fired == nil ? due : nil }
      loop.onDeadline = { now in
        fired = now
        loop.stop()
      }
      try loop.run()
      #expect(try #require(fired) >= due)
    }

    @Test("A hung-up source is notified, and can be removed")
    func hangUp() throws {
      let loop = try EventLoop()
      var hangUps = 0
      try loop.add(reading) { [reading] isHungUp in
        hangUps += isHungUp ? 1 : 0
        loop.remove(reading)
        loop.stop()
      }
      close(writing)
      try loop.run()
      #expect(hangUps == 1)
    }

    @Test("A loop is stopped from another thread by its handle")
    func handle() throws {
      let loop = try EventLoop()
      let handle = loop.stopHandle
      Thread { handle.stop() }.start()
      try loop.run()
    }

    @Test("A stopped loop handles nothing until it is restarted")
    func stopping() throws {
      let loop = try EventLoop()
      #expect(!loop.isStopped)
      loop.stopHandle.stop()
      #expect(!loop.isStopped && isReadable(loop.descriptor))
      try loop.run()
      #expect(loop.isStopped)
      var reads = 0
      try loop.add(reading) { _ in reads += 1 }
      var byte: UInt8 = 7
      write(writing, &byte, 1)
      try loop.dispatch()
      #expect(reads == 0)
      loop.restart()
      #expect(!loop.isStopped)
      try loop.dispatch()
      #expect(reads == 1)
    }

    @Test("The descriptor is readable when a source is, and not after it was read")
    func readable() throws {
      let loop = try EventLoop()
      try loop.add(reading) { [reading] _ in
        var byte: UInt8 = 0
        _ = read(reading, &byte, 1)
      }
      #expect(!isReadable(loop.descriptor))
      try loop.dispatch()
      #expect(!isReadable(loop.descriptor))
      var byte: UInt8 = 7
      write(writing, &byte, 1)
      #expect(isReadable(loop.descriptor))
      try loop.dispatch()
      #expect(!isReadable(loop.descriptor))
    }

    @Test("The descriptor is readable at a deadline, and not before it or after it was handled")
    func readableAtDeadline() throws {
      let loop = try EventLoop()
      var due: Timestamp? = MonotonicClock.now.advanced(bySeconds: 60)
      var fired = 0
      loop.nextDeadline = { due }
      loop.onDeadline = { _ in
        fired += 1
        due = nil
      }
      loop.rearm()
      #expect(!isReadable(loop.descriptor))
      due = MonotonicClock.now.advanced(bySeconds: 0.01)
      loop.rearm()
      #expect(isReadable(loop.descriptor, within: 10_000))
      try loop.dispatch()
      #expect(fired == 1)
      #expect(!isReadable(loop.descriptor))
    }

    @Test("A handler that leaves input unread is called again, after the other sources")
    func unfinished() throws {
      let loop = try EventLoop()
      var calls = 0
      try loop.add(reading) { [reading] _ in
        calls += 1
        var byte: UInt8 = 0
        _ = read(reading, &byte, 1)
        if calls < 3 { loop.handleAgain(reading) }
      }
      var byte: UInt8 = 7
      write(writing, &byte, 1)
      try loop.dispatch()
      for count in 1..<3 {
        #expect(calls == count)
        #expect(isReadable(loop.descriptor))
        try fcntl(reading, F_SETFL, O_NONBLOCK) == 0 ? loop.dispatch() : ()
      }
      #expect(calls == 3)
      #expect(!isReadable(loop.descriptor))
    }

    @Test("A handler may dispatch, which does nothing, and replace itself")
    func reentrance() throws {
      let loop = try EventLoop()
      var happenings: [String] = []
      try loop.add(reading) { [reading] _ in
        try loop.dispatch()
        happenings.append("first")
        loop.remove(reading)
        try loop.add(reading) { _ in
          happenings.append("second")
          loop.remove(reading)
        }
      }
      var byte: UInt8 = 7
      write(writing, &byte, 1)
      try loop.dispatch()
      #expect(happenings == ["first"])
      try loop.dispatch()
      #expect(happenings == ["first", "second"])
    }

    @Test("What cannot be watched is an error")
    func unwatchable() throws {
      let loop = try EventLoop()
      let error = #expect(throws: DeviceError.self) { try loop.add(-1) { _ in } }
      #expect(error?.message == "Bad file descriptor")
    }

    @Test("After the first signal there are two seconds, after the second no time")
    func patience() {
      var interruptions = Interruptions()
      let start = Timestamp(seconds: 100)
      #expect(interruptions.allowWaiting(at: start) && interruptions.first == nil)
      interruptions.add(SIGINT, at: start)
      #expect(interruptions.allowWaiting(at: Timestamp(seconds: 101.999999)))
      #expect(!interruptions.allowWaiting(at: Timestamp(seconds: 102)))
      interruptions.add(SIGTERM, at: Timestamp(seconds: 101))
      #expect(!interruptions.allowWaiting(at: start))
      #expect(interruptions.first == SIGINT)
    }

    @Test("An error thrown by a handler ends the loop")
    func failure() throws {
      let loop = try EventLoop()
      loop.nextDeadline = { .zero }
      loop.onDeadline = { _ in throw DeviceError(.gone, device: "x", message: "it is gone") }
      let error = #expect(throws: DeviceError.self) { try loop.run() }
      #expect(error?.problem.exitCode == 69)
    }
  }
#endif
