#if Live
  import Devices
  import Dispatch
  import Files
  import Glibc
  import Playback

  /// A task that iterates over the gestures. Cancelling it ends the session and closes the devices.
  func runTask(_ devices: [String]) async throws {
    let task = Task {
      let session = try LiveSession(devices: devices)
      session.notices = note
      for try await record in session.gestures { print(record.json) }
    }
    signal(SIGINT, SIG_IGN)
    let interrupts = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
    interrupts.setEventHandler { task.cancel() }
    interrupts.activate()
    defer { interrupts.cancel() }
    try await task.value
  }
#endif
