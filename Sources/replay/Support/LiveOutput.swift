#if Live
  import Conversion
  import Devices
  import SystemPackage

  /// The results of a live command, written by a separate thread: a pipe that accepts no bytes
  /// delays neither the device nor the end.
  final class LiveOutput {
    private let queue: BackgroundQueue<[UInt8]>
    private let loop: EventLoop
    private var lostLines = 0

    /// Creates an output; an error of `write` stops the loop.
    init(_ loop: EventLoop, write: sending @escaping ([UInt8]) throws(FileError) -> Void) throws {
      self.loop = loop
      queue = try BackgroundQueue(
        // The most waiting bytes are hours of gestures.
        limit: 16 << 20, name: "standard output",
        process: { (blocks: [[UInt8]]) throws(FileError) in for block in blocks { try write(block) }
        }, onFailure: loop.stopHandle.stop)
    }

    /// Writes whole lines. Lines beyond the limit are left out and counted.
    func write(_ lines: [UInt8]) {
      if queue.add(lines, cost: lines.count) { return }
      lostLines += lines.count { $0 == UInt8(ascii: "\n") }
    }

    /// Whether standard error accepts a note within a fifth of a second, after waiting results.
    func isReadyForNote(afterResults isSameTerminal: Bool) -> Bool {
      var attempts = 10
      if isSameTerminal {
        _ = queue.drain {
          attempts -= 1
          return attempts > 0
        }
      }
      var polled = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
      return poll(&polled, 1, 200) > 0
    }

    /// Waits until all results are written, as long as the loop is patient.
    func finish() throws(FileError) {
      queue.close()
      let isWritten = queue.drain { loop.isPatient }
      if let failure = queue.failure { throw failure }
      guard lostLines == 0, isWritten else {
        throw FileError(
          file: "standard output", expected: "a reader",
          found: "not everything could be written in time",
          systemError: .resourceTemporarilyUnavailable)
      }
    }
  }
#endif
