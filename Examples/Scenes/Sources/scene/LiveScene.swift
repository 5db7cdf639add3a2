#if Live
  import Contacts
  import Devices
  import Foundation
  import Playback
  import Files
  import SceneHost
  import Timeline

  extension SceneRun {
    /// Runs the scene on a live device until a signal, or until the device is gone.
    func play(on device: String, _ reading: ReadingOptions) throws {
      try checkOutputs()
      var options = LiveSession.Options()
      options.replay.size = reading.size
      options.replay.transform = reading.rotate
      let session = try LiveSession(device: device, options: options)
      try console.end(with: session.loop)
      var runner: SceneRunner?
      var nodes: [String] = []
      session.notices = { notice in
        guard case .opened(let info) = notice else { return }
        nodes.append(info.node)
        console.restrictOutput(toReadersOf: [info.node])
        console.summarize("\(info.node.printable): \(info.name.printable) (Ctrl-C ends)")
      }
      session.makeProgram = { touchArea, isTouchpad in
        let points = Window.pointsPerMillimetre
        let size = Size(width: touchArea.width * points, height: touchArea.height * points)
        let made = try makeRunner(screenSize: size, isTouchpad: isTouchpad, isLive: true)
        runner = made
        return LiveScene(made, settings.watcher(console))
      }
      let result = Result { try session.run() }
      if let runner {
        keep(runner, madeOf: nodes)
        summarize(duration: session.duration)
      }
      if try result.get() == .unplugged { console.fail(ExitStatus.deviceGone) }
    }
  }

  /// A scene on a live device, whose settings the user may change meanwhile.
  private final class LiveScene: ContactProgram {
    /// Seconds between two looks at the file of settings.
    private static let settingsInterval = 1.0

    private let runner: SceneRunner
    private let settings: SettingsWatcher
    private var nextLook = Timestamp.zero
    private var now = Timestamp.zero

    init(_ runner: SceneRunner, _ settings: SettingsWatcher) {
      self.runner = runner
      self.settings = settings
    }

    func send(_ frame: ContactFrame) {
      look(at: frame.time)
      runner.send(frame)
    }

    var nextDeadline: Timestamp? { min(runner.nextDeadline ?? nextLook, nextLook) }

    func advance(to time: Timestamp) {
      runner.advance(to: time)
      look(at: time)
    }

    /// The user ends the scene, or the device is gone.
    func finish() { runner.terminate(at: now) }

    private func look(at time: Timestamp) {
      now = max(now, time)
      guard time >= nextLook else { return }
      nextLook = time.advanced(bySeconds: Self.settingsInterval)
      runner.applyChanges(settings, at: time)
    }
  }
#else
  import ArgumentParser

  extension SceneRun {
    func play(on device: String, _ reading: ReadingOptions) throws {
      throw ValidationError(
        "--live needs a scene that is built with the trait Live: 'swift build --traits Live'")
    }
  }
#endif
