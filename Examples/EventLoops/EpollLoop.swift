#if Live
  import CInput
  import Devices
  import Glibc

  /// A loop on epoll(7), which waits for the session and for signals.
  func runEpollLoop(_ devices: [String]) throws {
    let session = try LiveSession(devices: devices)
    session.observer = show
    session.notices = note
    try session.start()

    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, SIGINT)
    sigaddset(&set, SIGTERM)
    pthread_sigmask(SIG_BLOCK, &set, nil)
    let signals = signalfd(-1, &set, Int32(SFD_CLOEXEC))
    let poller = epoll_create1(Int32(EPOLL_CLOEXEC))
    defer {
      close(poller)
      close(signals)
    }
    for descriptor in [session.descriptor, signals] {
      var event = epoll_event()
      event.events = EPOLLIN.rawValue
      event.data.fd = descriptor
      epoll_ctl(poller, EPOLL_CTL_ADD, descriptor, &event)
    }

    var ready = [epoll_event](repeating: epoll_event(), count: 8)
    loop: while session.ending == nil {
      let count = epoll_wait(poller, &ready, Int32(ready.count), -1)
      for event in ready.prefix(max(0, Int(count))) {
        if event.data.fd == signals { break loop }
        try session.dispatch()
      }
    }
    try session.end()
  }
#endif
