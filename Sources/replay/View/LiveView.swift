#if Live
  import Devices

  /// A live device on a terminal, drawn while the session's loop runs.
  final class LiveView {
    /// The seconds from one drawing to the next, while fingers or their trails move and otherwise.
    private static let interval = 1.0 / 30
    private static let idleInterval = 0.5
    /// The seconds after which frames are removed.
    private static let memory = 2 * ViewHistory.trailDuration

    private let session: LiveSession
    private let screen: TerminalScreen
    private let set: RecognizerSet
    /// A second line for notices of the device.
    private var message = ""
    private var source = "live"
    private var history: ViewHistory?
    private var timer: LoopTimer?
    private var isActive = false
    private var showsHelp = false
    private let recording: String?

    /// Prepares to show a session, from when it opens its device or begins to wait for it.
    init(_ session: LiveSession, on screen: TerminalScreen, options: LiveSession.Options) {
      self.session = session
      self.screen = screen
      recording = options.recordingPath
      set = RecognizerSet(profile: options.replay.profile, classifier: options.replay.classifier)
      session.frameObserver = { [unowned self] frame in
        history?.add(frame, origin: session.origin ?? frame.time)
        setActive()
      }
      session.observer = { [unowned self] report in
        history?.add(report)
        setActive()
      }
    }

    func open(_ info: DeviceInfo) throws {
      source = info.node
      message = ""
      if history == nil, let size = session.touchArea {
        history = ViewHistory(device: info.name, size: size, set: set)
      }
      try begin()
      draw()
    }

    func show(_ message: String) throws {
      self.message = message
      try begin()
      draw()
    }

    func end() { screen.leave() }

    /// Enters the screen, and listens to keys, signals and the clock.
    private func begin() throws {
      guard timer == nil else { return }
      try screen.enter()
      timer = try LoopTimer(session.loop) { [unowned self] in draw() }
      for descriptor in screen.descriptors {
        try session.loop.add(descriptor) { [unowned self] _ in try readKeys() }
      }
    }

    private func readKeys() throws {
      for key in try screen.read(timeout: 0) { handle(key) }
      if screen.isGone { session.loop.stop() }
      draw()
    }

    private func handle(_ key: ViewKey) {
      switch key {
      case _ where showsHelp: showsHelp = false
      case .escape, .character("q"), .character("Q"): session.loop.stop()
      case .character("?"), .character("h"): showsHelp = true
      default: break
      }
    }

    // MARK: Drawing

    private static let help = [(key: "q Esc Ctrl-C", text: "end"), (key: "?", text: "this list")]

    /// Draws soon, instead of at the slow pace of an untouched device.
    private func setActive() {
      if isActive { return }
      isActive = true
      timer?.start(after: LiveView.interval)
    }

    private func draw() {
      let now = session.origin.map { session.duration - $0.seconds(since: .zero) } ?? 0
      let lastTime = history?.frames.last?.time ?? -.infinity
      let isTouched = history?.frames.last?.contacts.isEmpty == false
      isActive = isTouched || now - lastTime <= ViewHistory.trailDuration
      timer?.start(after: isActive ? LiveView.interval : LiveView.idleInterval)
      history?.forget(before: now - LiveView.memory)
      screen.draw(history?.moment(at: now) ?? ViewMoment(time: now), status(now))
    }

    private func status(_ now: Double) -> ViewScreen.Status {
      let frames = session.summary.frames.counted("frame")
      var text = message.isEmpty ? "live" : message
      if history != nil { text += "  \(now.text(decimals: 1)) s  \(frames)" }
      if let recording { text += "  recording to \(recording)" }
      var status = ViewScreen.Status(
        source: source, device: history?.device ?? "", touchArea: history?.size, text: text)
      if showsHelp { status.help = LiveView.help }
      return status
    }
  }
#endif
