#if Live
  /// Collects the elements of a non-blocking reader in batches.
  ///
  /// Unchecked sendable: one iterator uses the reader, and the rest is constant.
  final class BatchSource<Element: Sendable>: @unchecked Sendable {
    /// A function that replaces the elements by the next ones; returns false if no element is
    /// waiting.
    typealias Read = (inout [Element]) throws -> Bool

    private let descriptor: Int32
    private let limit: Int
    private let departure: DeviceError
    private let read: Read
    private let wait: InterruptibleWait
    private var part: [Element] = []
    /// The error that followed the last batch.
    private var failure: (any Error)?

    /// Creates a source that reads whenever a descriptor, which the reader keeps open, becomes
    /// readable.
    ///
    /// - Parameters:
    ///   - limit: The number of elements of a batch at which reading stops.
    ///   - departure: The error thrown when the other side closes the descriptor.
    init(
      _ descriptor: Int32, device: String, limit: Int, departure: DeviceError,
      read: @escaping Read
    ) throws(DeviceError) {
      self.descriptor = descriptor
      self.limit = limit
      self.departure = departure
      self.read = read
      wait = try InterruptibleWait(device: device)
    }

    /// Waits for elements; returns nil once the task is cancelled. An error is thrown after the
    /// elements before it.
    func next() async throws -> [Element]? {
      while true {
        if let failure { throw failure }
        var batch: [Element] = []
        do {
          while batch.count < limit, try read(&part) { batch.append(contentsOf: part) }
        } catch {
          failure = error
        }
        if !batch.isEmpty { return batch }
        if failure != nil { continue }
        switch await wait.wait(for: descriptor, isolation: nil) {
        case .readable: continue
        case .hungUp: throw departure
        case .interrupted: return nil
        }
      }
    }
  }
#endif
