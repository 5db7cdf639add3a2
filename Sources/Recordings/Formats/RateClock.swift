import Timeline

/// Times for the frames of a recording that tells none, from a number of frames a second.
///
/// Frame k is due at k / rate seconds exactly. Where several devices take turns, a device that had
/// nothing to say goes on from the time that the others have reached.
struct RateClock {
  /// Frames a second; nil leaves every frame at zero.
  private let rate: Double?
  /// When the first of the frames in ``count`` was due.
  private var start = Timestamp.zero
  private var count = 0.0
  /// The time of the frame that is under way.
  private(set) var now = Timestamp.zero

  init(rate: Double?) { self.rate = rate }

  /// Ends a frame; the next one is due a period later.
  mutating func endFrame() {
    guard let rate else { return }
    count += 1
    now = start.advanced(bySeconds: count / rate)
  }

  /// Begins the next frame not before `time`.
  mutating func catchUp(with time: Timestamp) {
    guard time > now else { return }
    start = time
    now = time
    count = 0
  }
}
