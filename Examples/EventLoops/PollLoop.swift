#if Live
  import Devices
  import Glibc

  /// A loop on poll(2). The session's descriptor is next to the program's own: here, standard
  /// input, whose end or a line ends the program.
  func runPollLoop(_ devices: [String]) throws {
    let session = try LiveSession(devices: devices)
    session.observer = show
    session.notices = note
    try session.start()

    var polled = [
      pollfd(fd: session.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
    ]
    while session.ending == nil {
      // The descriptor becomes readable at the next deadline, too: no time-out is needed.
      if poll(&polled, nfds_t(polled.count), -1) < 0 {
        if errno == EINTR { continue }
        break
      }
      if polled[0].revents != 0 { try session.dispatch() }
      if polled[1].revents != 0 { break }
    }
    try session.end()
  }
#endif
