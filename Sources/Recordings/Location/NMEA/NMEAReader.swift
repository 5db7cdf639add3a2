public import Sensors
import Timeline

/// Reads the fixes of an NMEA 0183 receiver, one for each moment that it reported.
///
/// Taken are RMC, GGA, GLL, GNS, VTG, GSA, GST, GBS and ZDA of any talker, and Garmin's PGRME.
/// Everything else, binary protocols and broken sentences are passed over.
public final class NMEAReader: LocationReader {
  public let format = LocationFormat.nmea

  private let framer: NMEAFramer
  @exclusivity(unchecked) var epoch = NMEAEpoch()
  @exclusivity(unchecked) var date = NMEADate()
  private var stated: StatedDate?
  /// A date that was given counts more than one in the log.
  private let isDateGiven: Bool
  /// The last fix that was made: sentences only tell whether it is new, since it is large.
  @exclusivity(unchecked) var finished: Location?
  @exclusivity(unchecked) private var isAtEnd = false
  /// Whether the last sentence with a time was GLL, and whether that is what ends the cycles.
  @exclusivity(unchecked) var wasGLL = false
  @exclusivity(unchecked) var endsWithGLL = false
  /// Whether the last GSA said that there is a solution.
  @exclusivity(unchecked) var isSolved = false
  @exclusivity(unchecked) var malformed = 0
  private var datelessFixes = 0
  private var correctedFixes = 0

  /// - Parameter date: a day near that of the recording, to correct a rolled-over week by and to
  ///   complete times without a date. Without it the recording's own `# Date:` line serves for the
  ///   former.
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
        if take(text) { return finished }
      }
    }
    return nil
  }

  public var remarks: [LocationRemark] {
    [
      LocationRemark("sentences with a wrong checksum", framer.wrongChecksums),
      LocationRemark("sentences cut short", framer.incomplete),
      LocationRemark("sentences that are too long", framer.overlong),
      LocationRemark("sentences with impossible positions or times", malformed),
      LocationRemark("fixes without a date (--date gives one)", datelessFixes),
      LocationRemark("fixes with a GPS week that has rolled over, corrected", correctedFixes),
    ].compactMap { $0 }
  }

  /// Makes the fix of the moment that is over, if it had one.
  func close() -> Bool {
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
