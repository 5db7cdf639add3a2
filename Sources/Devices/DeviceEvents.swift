#if Live
  public import Evdev
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

    private let source: BatchSource<InputEvent>

    /// Opens a device for reading only; see ``DeviceReader/init(node:origin:grabs:)``.
    public init(
      node: String, origin: Timestamp = .zero, grabs: Bool = false
    ) throws(DeviceError) {
      let reader = try DeviceReader(node: node, origin: origin, grabs: grabs)
      source = try BatchSource(
        reader.descriptor, device: node, limit: DeviceEvents.batchLimit, departure: reader.departure
      ) { try reader.read(into: &$0) }
    }

    public func makeAsyncIterator() -> Iterator { Iterator(source: source) }

    public struct Iterator: AsyncIteratorProtocol {
      fileprivate let source: BatchSource<InputEvent>

      public mutating func next() async throws -> [InputEvent]? {
        try await source.next()
      }
    }
  }
#endif
