#if Live
  import Contacts
  import Playback
  import SceneHost
  import Timeline

  /// A scene on a live device, whose settings a person may change meanwhile.
  final class LiveScene: ContactProgram {
    /// Seconds between two looks at the file of settings while no finger moves.
    private static let settingsInterval = 1.0

    let runner: SceneRunner
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

    /// The person ends the scene, or the device is gone.
    func finish() { runner.terminate(at: now) }

    private func look(at time: Timestamp) {
      now = max(now, time)
      guard time >= nextLook else { return }
      nextLook = time.advanced(bySeconds: Self.settingsInterval)
      runner.applyChanges(settings, at: time)
    }
  }
#endif
