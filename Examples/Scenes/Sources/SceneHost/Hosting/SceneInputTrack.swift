import Contacts
import Sensors
import Timeline

/// The events of one device or sensor in the order in which they arrive.
struct SceneInputTrack: Sendable {
  /// A touch area on which something touches.
  struct TouchArea: Sendable {
    /// In mm.
    var size: Size
    var isTouchpad: Bool
  }

  enum Events: Sendable {
    case frames([ContactFrame])
    case samples([AccelerationSample])
    case locations([Result<Location, LocationError>])
  }

  /// The path of the file as it was given.
  var path: String
  /// When each event arrives, on the scene's clock; never runs backward.
  private(set) var times: [Timestamp]
  private var events: Events
  /// Nil for sensors, and for devices without touches, such as a power button.
  private(set) var touchArea: TouchArea?

  /// The time of the last event.
  var end: Timestamp { times.last ?? .zero }

  /// - Parameter device: The number of the device among those of all files.
  init(
    path: String, frames: [ContactFrame], of device: Int, on area: TouchArea, clock: FileClock
  ) {
    self.path = path
    var frames = frames
    times = clock.times(frames.map(\.time))
    for index in frames.indices {
      frames[index].device = device
      frames[index].time = times[index]
    }
    events = .frames(frames)
    touchArea = frames.contains { !$0.contacts.isEmpty } ? area : nil
  }

  init(path: String, samples: [AccelerationSample], clock: FileClock) {
    self.path = path
    var samples = samples
    times = clock.times(samples.map(\.time))
    for index in samples.indices { samples[index].time = times[index] }
    events = .samples(samples)
  }

  /// - Parameter arrivals: The fixes and errors, each with its arrival.
  init(
    path: String, locations arrivals: [(time: Timestamp, event: Result<Location, LocationError>)],
    clock: FileClock
  ) {
    self.path = path
    times = clock.times(arrivals.map(\.time))
    events = .locations(arrivals.map(\.event))
  }

  /// Sends an event to a scene.
  func send(_ index: Int, to runner: SceneRunner) {
    switch events {
    case .frames(let frames): runner.send(frames[index])
    case .samples(let samples): runner.send(samples[index])
    case .locations(let locations):
      switch locations[index] {
      case .success(let location): runner.send(location, at: times[index])
      case .failure(let error): runner.send(error, at: times[index])
      }
    }
  }
}

/// Converts the times of a file to those of the scene.
struct FileClock: Sendable {
  /// The time of the file's first event.
  var origin: Timestamp
  /// When the file begins, in seconds of the scene's clock.
  var offset: Double

  /// The times on the scene's clock. A time that is earlier than the one before is moved to it.
  func times(_ recorded: [Timestamp]) -> [Timestamp] {
    let start = Timestamp.zero.advanced(bySeconds: offset)
    var latest = start
    return recorded.map { time in
      latest = max(latest, start.advanced(byMicroseconds: time.microseconds(since: origin)))
      return latest
    }
  }
}

/// Determines when the fixes of a recording arrive, from their own times.
struct FixArrivals {
  /// Seconds after the fix before, for fixes without a time: receivers send one a second.
  static let usualInterval = 1.0
  private static let day: Int64 = 86_400_000_000
  /// Seconds: larger times count from 1970, smaller ones from the start of a recording.
  private static let earliestDate = 1e9

  /// The time of the first event of another sensor in the same file, which is at 0.
  private let start: Timestamp?

  /// The last fix with a time, and its arrival.
  private var reference: (fix: Location, arrival: Timestamp)?
  private var latest: Timestamp?
  /// The number of fixes without a time.
  private(set) var untimed = 0
  /// Whether the times of the fixes and the start cannot be compared: only one of them is a date.
  private(set) var hasOtherClock = false

  init(start: Timestamp? = nil) { self.start = start }

  /// When the next fix arrives; without a start, the first arrives at 0.
  mutating func next(_ fix: Location) -> Timestamp {
    let arrival = max(latest ?? .zero, time(of: fix))
    latest = arrival
    return arrival
  }

  private mutating func time(of fix: Location) -> Timestamp {
    let untimedArrival = latest?.advanced(bySeconds: FixArrivals.usualInterval) ?? .zero
    guard let time = fix.timestamp else {
      untimed += 1
      return untimedArrival
    }
    guard let reference, let before = reference.fix.timestamp else {
      let arrival = timeAfterStart(fix, time) ?? untimedArrival
      reference = (fix, arrival)
      return arrival
    }
    var elapsed = time.microseconds(since: before)
    if !fix.isDateKnown || !reference.fix.isDateKnown {
      // Only times of day can be compared: the nearest one, as midnight may be between them.
      elapsed %= FixArrivals.day
      if elapsed > FixArrivals.day / 2 { elapsed -= FixArrivals.day }
      if elapsed < -FixArrivals.day / 2 { elapsed += FixArrivals.day }
    }
    guard elapsed > 0 else { return reference.arrival }
    let arrival = reference.arrival.advanced(byMicroseconds: elapsed)
    self.reference = (fix, arrival)
    return arrival
  }

  /// Nil without a start on the clock of the fix.
  private mutating func timeAfterStart(_ fix: Location, _ time: Timestamp) -> Timestamp? {
    guard let start else { return nil }
    hasOtherClock = fix.isDateKnown != (start.seconds > FixArrivals.earliestDate)
    return hasOtherClock ? nil : Timestamp(microseconds: time.microseconds(since: start))
  }
}
