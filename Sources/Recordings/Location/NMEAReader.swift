public import Sensors
import Timeline

/// Reads the fixes of an NMEA 0183 receiver, one for each epoch.
///
/// An epoch is a time for which the receiver sends a group of sentences. The reader understands RMC,
/// GGA, GLL, GNS, VTG, GSA, GST, GBS and ZDA of any talker, and Garmin's PGRME. Everything else is
/// skipped, as are binary protocols and broken sentences.
public final class NMEAReader: LocationReader {
  public let format = LocationFormat.nmea

  private let framer: NMEAFramer
  @exclusivity(unchecked) var epoch = NMEAEpoch()
  @exclusivity(unchecked) var date = NMEADate()
  private var stated: StatedDate?
  /// Whether the caller stated the date, which takes precedence over one in the log.
  private let isDateGiven: Bool
  /// The last fix. Functions return whether it is new rather than the fix itself, since it is large.
  @exclusivity(unchecked) private var finished: Location?
  @exclusivity(unchecked) private var isAtEnd = false
  /// Whether the last sentence with a time was GLL, and whether GLL ends the receiver's epochs.
  @exclusivity(unchecked) private var wasGLL = false
  @exclusivity(unchecked) private var endsWithGLL = false
  /// Whether the last GSA reported a fix.
  @exclusivity(unchecked) var isSolved = false
  @exclusivity(unchecked) private var malformed = 0
  private var datelessFixes = 0
  private var correctedFixes = 0

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - source: the recording.
  ///   - policy: which sentences are accepted.
  ///   - date: a day near the recording's, to correct GPS weeks that rolled over and to complete
  ///     times without a date. Without it, the recording's own `# Date:` line corrects the weeks.
  public init(
    _ source: ByteSource, policy: NMEAChecksumPolicy = .ifPresent, date: StatedDate? = nil
  ) {
    framer = NMEAFramer(source, policy: policy)
    stated = date
    isDateGiven = date != nil
    if let date { self.date = NMEADate(assumed: date.day) }
  }

  public func readAll(
    _ body: (Location) throws(RecordingError) -> Void
  ) throws(RecordingError) {
    while let location = try next() { try body(location) }
  }

  /// The next fix; nil at the end.
  public func next() throws(RecordingError) -> Location? {
    while !isAtEnd {
      guard let piece = try framer.nextPiece() else {
        isAtEnd = true
        return epoch.hasFix && close() ? finished : nil
      }
      switch piece {
      case .comment(let text):
        if !isDateGiven, stated == nil { stated = StatedDate(comment: text) }
      case .sentence(let text):
        if read(text) { return finished }
      }
    }
    return nil
  }

  public var notes: [LocationNote] {
    [
      LocationNote("sentences with a wrong checksum", framer.wrongChecksums),
      LocationNote("incomplete sentences", framer.incomplete),
      LocationNote("overlong sentences", framer.overlong),
      LocationNote("sentences with impossible positions or times", malformed),
      LocationNote("fixes without a date (set one with --date)", datelessFixes),
      LocationNote("fixes corrected for a GPS week that rolled over", correctedFixes),
    ].compactMap { $0 }
  }

  /// Makes the fix of the epoch that ended; returns whether it has one.
  private func close() -> Bool {
    finished = epoch.location(day: date.day, stated: stated)
    guard let location = finished else { return false }
    if !location.isDateKnown { datelessFixes += 1 }
    if location.isDateKnown, let time = epoch.time, let stamp = location.timestamp,
      stamp.microseconds != Int64(date.day ?? 0) * CalendarTime.dayLength + time
    {
      correctedFixes += 1
    }
    return true
  }
}

// MARK: - Epochs

extension NMEAReader {
  /// Times that differ by less, in microseconds, belong to the same epoch, since some receivers round
  /// the time differently in each sentence. It is the interval of receivers with 100 Hz.
  private static let tolerance: Int64 = 10_000
  /// The time in microseconds that a GLL sentence at the end of an epoch may be ahead of the others:
  /// Garmin 48 and B&G Zeus round its time up.
  private static let longestLead: Int64 = 1_000_000

  /// The sentences that report a position, as bits.
  enum Kind: UInt8 {
    case rmc = 1
    case gga = 2
    case gll = 4
    case gns = 8
  }

  /// Makes `time` the current one; returns whether an epoch ended and has a fix.
  func move(to time: Int64, isGLL: Bool = false) -> Bool {
    defer {
      epoch.time = time
      wasGLL = isGLL
    }
    guard let old = epoch.time else {
      guard epoch.kinds != 0 else { return false }
      // Sentences before it without a time belong to another epoch if one has a position.
      return startEpoch()
    }
    let isSame = abs(time - old) < NMEAReader.tolerance
    if wasGLL, !isGLL, !isSame { endsWithGLL = true }
    if isGLL, leads(old, time) {
      epoch.isOver = true
      return false
    }
    guard !isSame || epoch.isOver else { return false }
    let isFinished = startEpoch()
    date.advance(from: old, to: time)
    return isFinished
  }

  /// Whether a GLL sentence belongs to the current epoch although its time differs.
  private func leads(_ old: Int64, _ time: Int64) -> Bool {
    endsWithGLL && epoch.kinds != 0 && epoch.kinds & Kind.gll.rawValue == 0
      && time - old >= NMEAReader.tolerance && time - old <= NMEAReader.longestLead
  }

  /// Begins an epoch for a sentence without a time, unless the current epoch has no position, or
  /// neither a time nor a sentence of this kind.
  private func moveToUntimed(_ kind: Kind) -> Bool {
    guard epoch.kinds != 0, epoch.time != nil || epoch.kinds & kind.rawValue != 0 else {
      return false
    }
    return startEpoch()
  }

  /// Begins an epoch; returns whether the previous one has a fix, which is then in `finished`.
  private func startEpoch() -> Bool {
    let hasFix = epoch.hasFix && close()
    epoch = NMEAEpoch()
    return hasFix
  }

  /// The fields that all sentences with a position have.
  struct Report {
    var time: Int64?
    var hasTimeField = false
    var isFix = false
    /// Whether it is a fix only if GSA or a later sentence confirms it.
    var isDoubtful = false
    var coordinate: Coordinate?
    var hasPosition = false
  }

  /// Adds a position to its epoch; returns whether an epoch ended and has a fix.
  func add(_ kind: Kind, _ report: Report) -> Bool {
    let isTimeWrong = report.hasTimeField && report.time == nil
    if isTimeWrong || report.hasPosition && report.coordinate == nil { malformed += 1 }
    // Its epoch is unknown.
    if isTimeWrong { return false }
    let isFinished = report.time.map { move(to: $0, isGLL: kind == .gll) } ?? moveToUntimed(kind)
    epoch.kinds |= kind.rawValue
    if report.isDoubtful, let coordinate = report.coordinate {
      epoch.isDoubtful = true
      epoch.hasFix = isSolved && !epoch.isRefused
      epoch.coordinate = coordinate
    } else if report.isFix, let coordinate = report.coordinate {
      epoch.hasFix = true
      epoch.coordinate = coordinate
    } else if kind != .gga || !report.hasPosition {
      // A GGA with a position and quality 0 does not undo the fix of another sentence, since some
      // receivers never set the quality.
      epoch.hasFix = false
      epoch.isRefused = kind != .gga
    }
    return isFinished
  }
}
