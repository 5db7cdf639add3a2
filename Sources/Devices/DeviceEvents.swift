#if Live
  import CInput
  import Dispatch
  public import Evdev
  import Glibc
  import SystemPackage
  public import Timeline

  /// A device's events as they happen, in batches of whole frames.
  ///
  /// ```swift
  /// for try await batch in try DeviceEvents(node: "/dev/input/event5") {
  ///   for event in batch { ... }
  /// }
  /// ```
  ///
  /// A batch holds all frames that there are when the last one has been dealt with, so that who is
  /// slow gets fewer, larger ones; what the kernel had to drop meanwhile is told as state. The sequence
  /// ends when its task is cancelled, and throws when the device is unplugged. It has one reader.
  public struct DeviceEvents: AsyncSequence, Sendable {
    public typealias Element = [InputEvent]

    /// So many events a batch has at most, but for the frame that exceeds it.
    public static let batchLimit = 1024

    private let source: Source

    /// Opens a device for reading only; see ``DeviceReader/init(node:origin:grabs:)``.
    public init(
      node: String, origin: Timestamp = .zero, grabs: Bool = false
    ) throws(DeviceError) {
      source = try Source(try DeviceReader(node: node, origin: origin, grabs: grabs))
    }

    public func makeAsyncIterator() -> Iterator { Iterator(source: source) }

    public struct Iterator: AsyncIteratorProtocol {
      fileprivate let source: Source

      public mutating func next() async throws -> [InputEvent]? {
        try await source.next()
      }
    }
  }

  /// The reader, on a queue of its own where it may block.
  ///
  /// Unchecked: the reader is used on the queue only, and the rest does not change.
  private final class Source: @unchecked Sendable {
    private let reader: DeviceReader
    private let stopper: Descriptor
    private let queue = DispatchQueue(label: "Touchstone.DeviceEvents")
    private var frame: [InputEvent] = []

    init(_ reader: DeviceReader) throws(DeviceError) {
      self.reader = reader
      stopper = Descriptor(owning: eventfd(0, Int32(O_NONBLOCK | O_CLOEXEC)))
      if stopper.number < 0 { throw DeviceError(Errno(rawValue: errno), device: reader.node) }
    }

    func next() async throws -> [InputEvent]? {
      try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          queue.async { [self] in continuation.resume(with: Result { try readBatch() }) }
        }
      } onCancel: {
        eventfd_write(stopper.number, 1)
      }
    }

    /// Waits for events; nil when the sequence was stopped.
    private func readBatch() throws -> [InputEvent]? {
      var batch: [InputEvent] = []
      while true {
        while batch.count < DeviceEvents.batchLimit, try reader.read(into: &frame) {
          batch.append(contentsOf: frame)
        }
        if !batch.isEmpty { return batch }
        var polled = [reader.descriptor, stopper.number].map {
          pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        guard poll(&polled, nfds_t(polled.count), -1) > 0 else { continue }
        if polled[1].revents != 0 { return nil }
        let isReadable = Int32(polled[0].revents) & POLLIN != 0
        if !isReadable { throw reader.departure }
      }
    }
  }
#endif
