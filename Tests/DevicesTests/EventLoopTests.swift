#if Live
  import Foundation
  import Testing
  import Timeline

  @testable import Devices

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

    @Test("A handler that does not return sees that the loop is stopping")
    func stopping() throws {
      let loop = try EventLoop()
      #expect(!loop.isStopping)
      loop.stopHandle.stop()
      #expect(loop.isStopping)
      try loop.run()
      #expect(loop.isStopping)
      loop.restart()
      #expect(!loop.isStopping)
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
