#if Live
  import CInput
  import Dispatch
  import Glibc
  import SystemPackage

  /// A wait for a descriptor until it is readable or the wait is interrupted, which ends all
  /// further waits, too.
  final class InterruptibleWait: Sendable {
    enum Outcome { case readable, hungUp, interrupted }

    private let stopper: Descriptor
    /// The queue of waits, which block a thread: it must be none of those that run tasks.
    private let queue = DispatchQueue(label: "Touchstone.InterruptibleWait")

    init(device: String) throws(DeviceError) {
      stopper = try Descriptor.event(of: device)
    }

    /// Waits by suspending the task instead of blocking its thread; cancelling the task interrupts
    /// the wait.
    func wait(
      for descriptor: Int32, isolation: isolated (any Actor)?
    ) async -> Outcome {
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
