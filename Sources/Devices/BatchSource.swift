#if Live
  import CInput
  import Dispatch
  import Glibc

  /// Collects the elements of a non-blocking reader in batches.
  ///
  /// Unchecked sendable: one iterator uses the reader, and the rest is constant.
  final class BatchSource<Element: Sendable>: @unchecked Sendable {
    /// A function that replaces the elements by the next ones; returns false without any.
    typealias Read = (inout [Element]) throws -> Bool

    private let descriptor: Int32
    private let limit: Int
    private let departure: DeviceError
    private let read: Read
    private let wait: InterruptibleWait
    private var part: [Element] = []
    /// The error that followed the last batch.
    private var failure: (any Error)?

    /// Creates a source that reads whenever a descriptor, which stays open, is readable.
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

    /// Waits for elements; nil once the task is cancelled. Errors follow the elements before them.
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

  /// A wait for a readable descriptor; an interruption ends all further waits, too.
  final class InterruptibleWait: Sendable {
    enum Outcome { case readable, hungUp, interrupted }

    private let stopper: Descriptor
    /// The queue of waits, which block a thread: it must be none of those that run tasks.
    private let queue = DispatchQueue(label: "Touchstone.InterruptibleWait")

    init(device: String) throws(DeviceError) { stopper = try Descriptor.event(of: device) }

    /// Waits without blocking the task's thread; cancelling the task interrupts the wait.
    func wait(for descriptor: Int32, isolation: isolated (any Actor)?) async -> Outcome {
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          queue.async { continuation.resume(returning: self.poll(descriptor)) }
        }
      } onCancel: {
        eventfd_write(stopper.number, 1)
      }
    }

    /// Waits by blocking the thread.
    private func poll(_ descriptor: Int32) -> Outcome {
      while true {
        var polled = [descriptor, stopper.number].map {
          pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        guard Glibc.poll(&polled, nfds_t(polled.count), -1) > 0 else { continue }
        if polled[1].revents != 0 { return .interrupted }
        return Int32(polled[0].revents) & POLLIN != 0 ? .readable : .hungUp
      }
    }
  }
#endif
