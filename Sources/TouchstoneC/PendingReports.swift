/// The reports that wait to be taken, oldest first; a further one pushes out the oldest.
struct PendingReports<Report> {
  /// The most that wait: minutes of the fastest tapping, in less than half a megabyte.
  static var limit: Int { 1024 }

  /// Those from ``first`` on wait. The ones before are removed together, so that taking one is
  /// amortized O(1).
  private(set) var reports: [Report] = []
  private var first = 0
  /// How many were pushed out.
  private(set) var lost: UInt64 = 0

  mutating func append(_ report: Report) {
    if reports.count - first == Self.limit {
      first += 1
      lost += 1
    }
    if first >= Self.limit {
      reports.removeFirst(first)
      first = 0
    }
    reports.append(report)
  }

  mutating func takeFirst() -> Report? {
    guard first < reports.count else { return nil }
    let report = reports[first]
    first += 1
    if first == reports.count {
      reports.removeAll(keepingCapacity: true)
      first = 0
    }
    return report
  }

  mutating func removeAll() {
    reports.removeAll(keepingCapacity: true)
    first = 0
  }
}
