#if Live
  public import Sensors
  public import Timeline

  /// An accelerometer's samples as they happen, in batches of those that have come.
  ///
  /// ```swift
  /// for try await batch in try AccelerometerSamples(device, by: .buffer) {
  ///   for sample in batch { ... }
  /// }
  /// ```
  ///
  /// The sequence ends when its task is cancelled, and throws when the device is unplugged. It has one
  /// reader.
  public struct AccelerometerSamples: AsyncSequence, Sendable {
    public typealias Element = [AccelerationSample]

    private let source: BatchSource<AccelerationSample>

    /// Opens an accelerometer; see ``AccelerometerReader/init(_:by:origin:)``.
    public init(
      _ device: AccelerometerInfo,
      by way: AccelerometerReader.Way = .attributes(interval: 0.01), origin: Timestamp = .zero
    ) throws(DeviceError) {
      let reader = try AccelerometerReader(device, by: way, origin: origin)
      source = try BatchSource(
        reader.descriptor, device: reader.folder, limit: 1024, departure: reader.departure
      ) { try reader.read(into: &$0) }
    }

    public func makeAsyncIterator() -> Iterator { Iterator(source: source) }

    public struct Iterator: AsyncIteratorProtocol {
      fileprivate let source: BatchSource<AccelerationSample>

      public mutating func next() async throws -> [AccelerationSample]? {
        try await source.next()
      }
    }
  }
#endif
