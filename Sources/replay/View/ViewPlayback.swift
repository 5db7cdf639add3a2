/// The position in a recording's playback, to which time is added, and the effects of keys.
struct ViewPlayback {
  /// The range of speeds: doubling from a thousandth reaches 1 and a thousand.
  static let speeds = 0.001...1000.0
  private static let jump = 1.0
  private static let longJump = 10.0

  let start: Double
  let end: Double
  /// The time in seconds from the first event.
  private(set) var time: Double
  /// The last frame of the displayed device before the time; nil before the first.
  private(set) var frame: Int?
  private(set) var isPlaying = true
  private(set) var speed: Double
  private(set) var showsHelp = false
  /// The index of the displayed device.
  private(set) var device = 0
  /// Whether a key requested the end.
  private(set) var isOver = false
  private let histories: [ViewHistory]

  /// Begins to play the histories of devices, of which the first is displayed, at the first frame.
  init(_ histories: [ViewHistory], speed: Double = 1) {
    self.histories = histories
    self.speed = speed
    start = histories.compactMap { $0.frames.first?.time }.min() ?? 0
    end = histories.map(\.end).max() ?? 0
    time = start
    seek(to: start)
  }

  var history: ViewHistory { histories[device] }
  var deviceCount: Int { histories.count }
  var moment: ViewMoment { history.moment(at: time, frame: frame) }

  /// Lets time pass, in seconds of the clock; the end of the recording pauses.
  mutating func advance(by seconds: Double) {
    guard isPlaying else { return }
    seek(to: time + seconds * speed)
    if time >= end { isPlaying = false }
  }

  mutating func seek(to moment: Double) {
    time = max(start, min(end, moment))
    frame = history.frameIndex(at: time)
  }

  /// Pauses at a neighbouring frame.
  private mutating func step(_ count: Int) {
    isPlaying = false
    guard !history.frames.isEmpty else { return }
    let index = max(0, min(history.frames.count - 1, (frame ?? -1) + count))
    // The step forward after the last frame leads to the decisions of deadlines after it.
    if count > 0, index == frame { return seek(to: end) }
    // The step back between two frames leads to the earlier one.
    let isBetween = count < 0 && frame.map { time > history.frames[$0].time } ?? false
    frame = isBetween ? frame : index
    time = history.frames[frame ?? index].time
  }

  /// Pauses at the next or the last gesture before this moment.
  private mutating func stepGesture(isForward: Bool) {
    isPlaying = false
    let times = history.gestures.map(\.time)
    let found = isForward ? times.first { $0 > time } : times.last { $0 < time }
    if let found { seek(to: found) }
  }

  private mutating func setSpeed(_ factor: Double) {
    speed = max(ViewPlayback.speeds.lowerBound, min(ViewPlayback.speeds.upperBound, factor))
  }

  private mutating func togglePause() {
    if !isPlaying, time >= end { seek(to: start) }
    isPlaying.toggle()
  }

  // MARK: Keys

  mutating func handle(_ key: ViewKey) {
    switch key {
    case _ where showsHelp: showsHelp = false
    case .character(let scalar): handle(scalar)
    case .left: step(-1)
    case .right: step(1)
    case .shiftLeft: seek(to: time - ViewPlayback.jump)
    case .shiftRight: seek(to: time + ViewPlayback.jump)
    case .pageUp: seek(to: time - ViewPlayback.longJump)
    case .pageDown: seek(to: time + ViewPlayback.longJump)
    case .up: setSpeed(speed * 2)
    case .down: setSpeed(speed / 2)
    case .home: seek(to: start)
    case .end: seek(to: end)
    case .escape: isOver = true
    }
  }

  private mutating func handle(_ scalar: Unicode.Scalar) {
    switch scalar {
    case " ": togglePause()
    case ",": step(-1)
    case ".": step(1)
    case "+", "=": setSpeed(speed * 2)
    case "-", "_": setSpeed(speed / 2)
    case "n", "N": stepGesture(isForward: true)
    case "p", "P": stepGesture(isForward: false)
    case "\t":
      device = (device + 1) % histories.count
      frame = history.frameIndex(at: time)
    case "?", "h": showsHelp = true
    case "q", "Q": isOver = true
    default: break
    }
  }
}
