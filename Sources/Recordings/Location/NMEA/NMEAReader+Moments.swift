import Sensors
import Timeline

extension NMEAReader {
  /// Less is the same moment: some receivers round the time differently in different sentences. So
  /// much is another one: receivers of 100 Hz.
  private static let tolerance: Int64 = 10_000
  /// A GLL sentence that ends a cycle is up to so much ahead of the sentences before it: seen of
  /// Garmin 48 and B&G Zeus, which round its time up.
  private static let longestLead: Int64 = 1_000_000

  /// Sentences that tell a position, as bits.
  enum Kind: UInt8 {
    case rmc = 1
    case gga = 2
    case gll = 4
    case gns = 8
  }

  /// Makes a time the current one; returns whether the moment before is over and had a fix.
  func move(to time: Int64, isGLL: Bool = false) -> Bool {
    defer {
      epoch.time = time
      wasGLL = isGLL
    }
    guard let old = epoch.time else {
      guard epoch.kinds != 0 else { return false }
      // What came before without a time was another moment's, if it told a position.
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
    date.pass(from: old, to: time)
    return isFinished
  }

  /// Whether a GLL sentence belongs to the running moment though its time is another.
  private func leads(_ old: Int64, _ time: Int64) -> Bool {
    endsWithGLL && epoch.kinds != 0 && epoch.kinds & Kind.gll.rawValue == 0
      && time - old >= NMEAReader.tolerance && time - old <= NMEAReader.longestLead
  }

  /// Begins a moment for a sentence that tells no time, unless the current one has no place yet, or
  /// no time either.
  private func moveToUntimed(_ kind: Kind) -> Bool {
    guard epoch.kinds != 0, epoch.time != nil || epoch.kinds & kind.rawValue != 0 else {
      return false
    }
    return startEpoch()
  }

  /// Returns whether the moment that is over had a fix; it is in ``finished`` then.
  private func startEpoch() -> Bool {
    let hasFix = epoch.hasFix && close()
    epoch = NMEAEpoch()
    return hasFix
  }

  /// What all sentences with a position have.
  struct Report {
    var time: Int64?
    var hasTimeField = false
    var isFix = false
    /// Whether it is a fix only if GSA or a later sentence says so.
    var isDoubtful = false
    var coordinate: Coordinate?
    var hasPosition = false
  }

  /// Puts a position into its moment; returns whether the moment before is over and had a fix.
  func take(_ kind: Kind, _ report: Report) -> Bool {
    let isTimeWrong = report.hasTimeField && report.time == nil
    if isTimeWrong || report.hasPosition && report.coordinate == nil { malformed += 1 }
    // It would be put into a moment that is not its own.
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
      // A GGA that gives a position and quality 0 does not undo the fix of another sentence: some
      // receivers never fill the quality in.
      epoch.hasFix = false
      epoch.isRefused = kind != .gga
    }
    return isFinished
  }
}
