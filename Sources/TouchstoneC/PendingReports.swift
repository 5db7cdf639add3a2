/// The reports that wait to be taken, oldest first; a further one replaces the oldest.
struct PendingReports<Report> {
  /// The most waiting reports: minutes of the fastest tapping, in less than half a megabyte.
  static var limit: Int { 1024 }

  /// The reports, of which those from ``first`` on wait. The earlier ones are removed together, so
  /// that taking one is amortized O(1).
  private(set) var reports: [Report] = []
  private var first = 0
  /// The number of replaced reports.
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
