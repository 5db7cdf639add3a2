public import Timeline

/// What takes an application out of the person's hands and brings it back.
extension Application {
  /// Seconds in the background after which an application is suspended: about 10 (the textbook).
  public static let suspensionDelay = 10.0

  /// A call, an alarm, the lock button: cancels all touches and holds further ones back until
  /// ``resume()``.
  public func interrupt(at time: Timestamp) {
    change(at: time) { [unowned self] time in
      isInterrupted = true
      resignActive(at: time)
    }
  }

  /// Lets touches through again after an interruption; fingers that stayed down are not heard of.
  public func resume() {
    change(at: nil) { [unowned self] _ in
      isInterrupted = false
      becomeActive()
    }
  }

  /// The home button: the application resigns if it was active, and goes to the background.
  public func enterBackground(at time: Timestamp) {
    change(at: time) { [unowned self] time in
      resignActive(at: time)
      guard state == .inactive else { return }
      state = .background
      suspensionTime = time.advanced(bySeconds: Application.suspensionDelay)
      didEnterBackground()
    }
  }

  /// The person comes back: from the background, or from sleep.
  public func enterForeground(at time: Timestamp) {
    change(at: time) { [unowned self] _ in
      guard state == .background || state == .suspended else { return }
      suspensionTime = nil
      isInterrupted = false
      willEnterForeground()
      state = .inactive
      becomeActive()
    }
  }

  /// Ends the application: touches are cancelled, and none will come any more.
  public func terminate(at time: Timestamp) {
    change(at: time) { [unowned self] time in
      guard state != .notRunning else { return }
      resignActive(at: time)
      suspensionTime = nil
      state = .notRunning
      willTerminate()
    }
  }

  /// Puts an application to sleep that has been in the background for long enough.
  func suspendIfDue(by time: Timestamp) {
    guard let due = suspensionTime, due <= time else { return }
    suspensionTime = nil
    if state == .background { state = .suspended }
  }
}
