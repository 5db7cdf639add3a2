#if Live
  import Devices
  import Dispatch
  import Glibc

  /// A source of libdispatch on the main queue, which uses the session alone.
  @MainActor func runDispatchLoop(_ devices: [String]) throws -> Never {
    let session = try LiveSession(devices: devices)
    session.observer = show
    session.notices = note
    try session.start()

    let source = DispatchSource.makeReadSource(
      fileDescriptor: session.descriptor, queue: DispatchQueue.main)
    func finish(_ code: Int32) -> Never {
      do {
        try session.end()
        exit(code)
      } catch {
        note("\(error)")
        exit(1)
      }
    }
    source.setEventHandler {
      // The main queue runs on the main actor.
      MainActor.assumeIsolated {
        do { try session.dispatch() } catch { finish(1) }
        if session.ending != nil { finish(0) }
      }
    }
    source.activate()
    dispatchMain()
  }
#endif
