#if Live
  import Devices
  import Files
  import Glibc
  import Playback

  /// Prints a gesture as a line of JSON.
  func show(_ report: GestureEngine.Report) {
    if case .gesture(let record) = report { print(record.json) }
  }

  /// Notes on standard error what happens to devices.
  func note(_ notice: LiveSession.Notice) {
    switch notice {
    case .opened(let device): note("\(device.node): opened")
    case .unplugged(let node): note("\(node): unplugged")
    case .revoked(let node): note("\(node): access was revoked")
    case .failed(let error): note("\(error)")
    case .waiting: note("waiting for a device")
    }
  }

  func note(_ text: String) {
    let line = Array("\(text)\n".utf8)
    write(STDERR_FILENO, line, line.count)
  }
#endif
