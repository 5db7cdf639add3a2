#if Live && canImport(CGLib)
  import CGLib
  import Devices
  import Glibc

  /// GLib's main loop, which GTK's is, too: `g_unix_fd_add_full` watches the session's descriptor.
  func runGLibLoop(_ devices: [String]) throws {
    let session = try LiveSession(devices: devices)
    session.observer = show
    session.notices = note
    try session.start()

    let watch = Watch(session, g_main_loop_new(nil, 0))
    // C functions capture nothing: the watch reaches them as a pointer, which GLib gives back at
    // the end.
    let pointer = Unmanaged.passRetained(watch).toOpaque()
    g_unix_fd_add_full(
      G_PRIORITY_DEFAULT, session.descriptor, G_IO_IN,
      { _, _, pointer in
        guard let pointer else { return 0 }
        return Unmanaged<Watch>.fromOpaque(pointer).takeUnretainedValue().dispatch()
      }, pointer,
      { pointer in
        if let pointer { Unmanaged<Watch>.fromOpaque(pointer).release() }
      })
    g_main_loop_run(watch.loop)
    try session.end()
    if let failure = watch.failure { throw failure }
  }

  /// What the callback needs.
  private final class Watch {
    let session: LiveSession
    let loop: OpaquePointer?
    var failure: (any Error)?

    init(_ session: LiveSession, _ loop: OpaquePointer?) {
      (self.session, self.loop) = (session, loop)
    }

    deinit { g_main_loop_unref(loop) }

    /// Returns whether GLib keeps watching.
    func dispatch() -> gboolean {
      do { try session.dispatch() } catch { failure = error }
      if session.ending == nil, failure == nil { return 1 }
      g_main_loop_quit(loop)
      return 0
    }
  }
#endif
