/// Reads the fixes of a receiver's log, one for each time, from NMEA 0183 sentences, from gpsd's
/// reports (JSON, class TPV), or from both: RMC, GGA, GLL, GNS, VTG, GSA, GST, GBS and ZDA of any
/// talker, and the proprietary PGRME, PSTI,030, PUBX,00, PASHR,POS and PTNL,GGK. Others are skipped
/// and counted.
public final class ReceiverLogReader: LocationReader {
  private let givenFormat: LocationFormat
  /// Whether sentences and gpsd's reports are read.
  private let readsSentences: Bool
  private let readsReports: Bool

  private let framer: ReceiverLogFramer
  var epoch = NMEAEpoch()
  var date: NMEADate
  private var stated: StatedDate?
  /// Whether the caller stated the date, which takes precedence over a date in the log.
  private let isDateGiven: Bool
  /// The last fix. Functions return whether it is new, since it is large.
  private var finished: Location?
  private var isAtEnd = false
  /// Whether the last sentence with a time was GLL, and whether GLL ends the receiver's epochs.
  private var wasGLL = false
  private var endsWithGLL = false
  /// Whether the last GSA reported a fix.
  var isSolved = false
  private var malformed = 0
  var reports = GPSDReport.Counts()
  var sky = GPSDReport.Sky()
  /// The last epoch with a fix.
  private var lastFix = NMEAEpoch.Identity()
  /// The first device that gpsd reports on, and the number of reports on others.
  private var device: String?
  private var reportsOfOthers = 0
  private var motionOrder = MotionOrder()
  private var fixes = 0
  /// The number of fixes that both sentences and gpsd report.
  private var doubleFixes = 0
  /// The number of sentences that report that there is no fix.
  private var withoutFix = 0
  private var datelessFixes = 0
  private var correctedFixes = 0

  /// Creates a reader, of `nmea` and `gpsd`, or of only one of them if `isOnlyFormat`. A day near
  /// the recording's corrects GPS weeks that rolled over, and completes times without a date;
  /// without it, the recording's own `# Date:` line corrects the weeks.
  public init(
    _ source: ByteSource, format: LocationFormat = .nmea, isOnlyFormat: Bool = false,
    policy: NMEAChecksumPolicy = .ifPresent, date: StatedDate? = nil
  ) {
    givenFormat = format
    readsSentences = !isOnlyFormat || format == .nmea
    readsReports = !isOnlyFormat || format == .gpsd
    framer = ReceiverLogFramer(source, policy: policy)
    stated = date
    isDateGiven = date != nil
    self.date = NMEADate(assumed: date?.day)
  }

  public func readAll(_ body: (Location) throws(FileError) -> Void) throws(FileError) {
    while let location = try next() { try body(location) }
  }

  /// The next fix; nil at the end.
  public func next() throws(FileError) -> Location? {
    while !isAtEnd {
      guard let piece = try framer.nextPiece() else {
        isAtEnd = true
        return startEpoch() ? finished : nil
      }
      switch piece {
      case .comment(let text):
        if !isDateGiven, stated == nil { stated = StatedDate(comment: text) }
      case .sentence(let text):
        if readsSentences, read(text) { return finished }
      case .object(let text):
        if readsReports, readReport(text) { return finished }
      }
    }
    return nil
  }

  /// The format of most of the content so far, `nmea` or `gpsd`.
  public var format: LocationFormat {
    guard readsSentences, readsReports else { return givenFormat }
    let (sentences, reports) = (framer.sentences.accepted, reports.count)
    return sentences == reports ? givenFormat : sentences > reports ? .nmea : .gpsd
  }

  public var notes: [ReadingNote] {
    let own = [
      ReadingNote(malformed, "sentence", "with an impossible position or time"),
      ReadingNote(
        readsSentences ? 0 : framer.sentences.accepted, "sentence",
        "skipped: only gpsd's reports are read"),
      ReadingNote(
        readsReports ? 0 : framer.objects, "gpsd object", "skipped: only sentences are read"),
      ReadingNote(reports.withoutFix, of: reports.count, "gpsd report", "without a fix"),
      ReadingNote(
        reports.impossible, of: reports.count, "gpsd report",
        "skipped: a latitude beyond 90 or a longitude beyond 360 degrees"),
      ReadingNote(
        reportsOfOthers, of: reports.count, "gpsd report", "of another device than the first"),
      ReadingNote(
        reports.malformed + framer.brokenObjects, "gpsd object", "skipped: malformed or cut off"),
      ReadingNote(
        doubleFixes, of: fixes, "fix", "both in sentences and in gpsd's reports, delivered once",
        plural: "fixes"),
      ReadingNote(
        datelessFixes, of: fixes, "fix", "without a date (set one with --date)", plural: "fixes"),
      ReadingNote(
        correctedFixes, of: fixes, "fix", "corrected for a GPS week that rolled over",
        plural: "fixes"),
    ]
    return framer.sentences.notes + own.compactMap { $0 } + framer.skipped.notes
  }

  public var contents: String {
    var parts: [String] = []
    let sentences = framer.sentences
    if sentences.total > 0 {
      let names = sentences.mostFrequent.map { " (\($0))" } ?? ""
      parts.append(sentences.total.counted("sentence") + names)
    }
    if withoutFix > 0 { parts.append("\(withoutFix) of them without a fix") }
    if reports.count > 0 { parts.append(reports.count.counted("gpsd report")) }
    return parts.isEmpty ? "neither sentences nor gpsd's reports" : parts.joined(separator: ", ")
  }

  /// Makes the fix of the epoch that ended; returns whether the epoch has one.
  private func close() -> Bool {
    finished = epoch.location(date, stated: stated)
    guard let location = finished else { return false }
    fixes += 1
    framer.sentences.countsAddresses = false
    if epoch.hasFix, epoch.report != nil { doubleFixes += 1 }
    lastFix = epoch.identity
    if !location.isDateKnown { datelessFixes += 1 }
    if location.isDateKnown, epoch.hasFix, let time = epoch.time, let stamp = location.timestamp,
      stamp.microseconds != Int64(date.day ?? 0) * CalendarTime.dayLength + time
    {
      correctedFixes += 1
    }
    return true
  }
}

// MARK: - Epochs

extension ReceiverLogReader {
  /// The interval in microseconds within which times belong to the same epoch, since some receivers
  /// round the time differently in each sentence: the interval of receivers with 100 Hz.
  private static let tolerance: Int64 = 10_000
  /// The time in microseconds that a GLL may be ahead of its epoch's other sentences: Garmin 48 and
  /// B&G Zeus round its time up.
  private static let maximumLead: Int64 = 1_000_000

  /// The sentences that report a position, as bits.
  enum Kind: UInt8 {
    case rmc = 1
    case gga = 2
    case gll = 4
    case gns = 8
    case proprietary = 16
    /// A report of gpsd.
    case report = 32
  }

  /// Makes `time` the current one, for a sentence of a kind; returns whether an epoch ended and has
  /// a fix.
  func move(to time: Int64, _ kind: Kind? = nil) -> Bool {
    let isGLL = kind == .gll
    defer {
      epoch.time = time
      wasGLL = isGLL
    }
    guard let old = epoch.time else {
      guard epoch.kinds != 0 else {
        motionOrder.begin(&epoch)
        return false
      }
      // Earlier sentences without a time belong to another epoch if one of them has a position.
      return startEpoch()
    }
    // A sentence has one time in each epoch; there are several proprietary ones.
    let isRepeated =
      kind != .proprietary && time != old && epoch.kinds & (kind?.rawValue ?? 0) != 0
    let isSame = abs(time - old) < ReceiverLogReader.tolerance && !isRepeated
    if isSame { epoch.applyMotion() }
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
      && time - old >= ReceiverLogReader.tolerance && time - old <= ReceiverLogReader.maximumLead
  }

  /// Begins an epoch for a sentence without a time, unless the current epoch can have it.
  private func moveToUntimed(_ kind: Kind) -> Bool {
    guard epoch.kinds != 0, epoch.time != nil || epoch.kinds & kind.rawValue != 0 else {
      epoch.applyMotion()
      return false
    }
    return startEpoch()
  }

  /// Begins an epoch; returns whether the previous one has a fix, which is then in `finished`.
  private func startEpoch() -> Bool {
    let next = motionOrder.settle(&epoch)
    let hasFix = epoch.isReported && close()
    epoch = NMEAEpoch()
    epoch.motion = next
    epoch.applyMotion()
    return hasFix
  }

  /// The values of a sentence with a position.
  struct Report {
    var time: Int64?
    var hasTimeField = false
    var isFix = false
    /// Whether it is a fix only if GSA or a later sentence confirms it.
    var isDoubtful = false
    var coordinate: Coordinate?
    var hasPosition = false
    /// The other values, which count if it is a fix.
    var values = Location.unplaced

    mutating func readTime(_ fields: inout NMEAFields) {
      var copy = fields
      hasTimeField = !copy.next().isEmpty
      time = fields.timeOfDay()
    }

    mutating func readPosition(_ fields: inout NMEAFields) {
      var copy = fields
      hasPosition = !copy.next().isEmpty
      let latitude = fields.angle(positive: "N", negative: "S", most: 90)
      let longitude = fields.angle(positive: "E", negative: "W", most: 180)
      guard let latitude, let longitude else { return }
      coordinate = Coordinate(latitude: latitude, longitude: longitude)
    }
  }

  /// Adds a report of gpsd to its epoch, after whose sentences it comes, or after the first of the
  /// next one; returns whether an epoch ended and has a fix.
  func add(_ report: Location, of device: String?) -> Bool {
    var isFinished = false
    self.device = self.device ?? device
    if device != self.device { reportsOfOthers += 1 }
    if let stamp = report.timestamp {
      if !completes(epoch.identity, stamp, device) {
        // The epoch was delivered when the next one began.
        if completes(lastFix, stamp, device) { return false }
        if epoch.report != nil { epoch.isOver = true }
        isFinished = move(to: CalendarTime.timeOfDay(of: stamp), .report)
      }
      if date.day == nil { date = NMEADate(of: stamp) }
    } else if epoch.kinds & ~Kind.report.rawValue == 0 {
      isFinished = moveToUntimed(.report)
    }
    epoch.kinds |= Kind.report.rawValue
    epoch.report = epoch.report.map { report.filled(from: $0) } ?? report
    epoch.device = device
    return isFinished
  }

  /// Whether a report at a time completes an epoch: that of the same report, or else, as sentences
  /// may have no date, of the same time of day.
  private func completes(
    _ epoch: NMEAEpoch.Identity, _ stamp: Timestamp, _ device: String?
  ) -> Bool {
    if let other = epoch.reportTime { return stamp == other && device == epoch.device }
    let time = CalendarTime.timeOfDay(of: stamp)
    return epoch.time.map { abs($0 - time) < ReceiverLogReader.tolerance } ?? false
  }

  /// Adds a position and, of a fix, the other values to its epoch: those of proprietary sentences
  /// complete it, and those of others replace earlier ones. True if an epoch ended and has a fix.
  func add(_ kind: Kind, _ report: Report) -> Bool {
    let isTimeWrong = report.hasTimeField && report.time == nil
    if isTimeWrong || report.hasPosition && report.coordinate == nil { malformed += 1 }
    if !report.isFix { withoutFix += 1 }
    // The epoch of the position is unknown.
    if isTimeWrong { return false }
    let isFinished = report.time.map { move(to: $0, kind) } ?? moveToUntimed(kind)
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
    if report.isFix {
      let (old, new) = (epoch.values, report.values)
      epoch.values = kind == .proprietary ? old.filled(from: new) : new.filled(from: old)
      epoch.values.source = old.source == .unknown ? new.source : old.source
    }
    return isFinished
  }
}
