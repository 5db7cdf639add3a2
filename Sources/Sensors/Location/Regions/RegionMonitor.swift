public import Timeline

/// A region was entered or left.
public struct RegionEvent: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable {
    case entered
    case exited
  }

  public var kind: Kind
  public var region: String
  /// The time of the fix that settled it.
  public var time: Timestamp?
}

/// Watches over regions: who is in, who goes out, without flutter at the outline.
///
/// Entered is who is inside, exited who is outside by more than a buffer; either must last for the
/// dwell time before it counts. The first fix says where one is without an event, as in Core
/// Location.
public struct RegionMonitor: Sendable {
  /// In metres, outside the outline.
  public let buffer: Double
  /// In seconds.
  public let dwell: Double
  private var watches: [Watch] = []

  private struct Watch: Sendable {
    var region: Region
    var isInside: Bool?
    /// Since when it has been otherwise.
    var since: Timestamp?
  }

  /// - Precondition: neither is negative.
  public init(buffer: Double = 20, dwell: Double = 10) {
    precondition(buffer >= 0 && dwell >= 0)
    self.buffer = buffer
    self.dwell = dwell
  }

  /// Watches a region; one with the same identifier is replaced.
  public mutating func start(_ region: Region) {
    stop(region.identifier)
    watches.append(Watch(region: region))
  }

  /// Watches a region no longer.
  public mutating func stop(_ identifier: String) {
    watches.removeAll { $0.region.identifier == identifier }
  }

  /// Whether the last fix was in a region; nil before there was one.
  public func isInside(_ identifier: String) -> Bool? {
    watches.first { $0.region.identifier == identifier }?.isInside
  }

  /// Takes a fix; tells what it settles, in the order in which the regions were started.
  ///
  /// Invalid fixes settle nothing. Without time stamps there is no dwell time.
  public mutating func receive(_ location: Location) -> [RegionEvent] {
    guard location.isValid else { return [] }
    var events: [RegionEvent] = []
    for index in watches.indices {
      guard let depth = try? watches[index].region.depth(of: location.coordinate) else { continue }
      if let kind = settle(&watches[index], depth, location.timestamp) {
        events.append(
          RegionEvent(
            kind: kind, region: watches[index].region.identifier, time: location.timestamp))
      }
    }
    return events
  }

  private func settle(
    _ watch: inout Watch, _ depth: Double, _ time: Timestamp?
  ) -> RegionEvent.Kind? {
    guard let isInside = watch.isInside else {
      watch.isInside = depth >= 0
      return nil
    }
    let isOtherwise = isInside ? depth < -buffer : depth >= 0
    guard isOtherwise else {
      watch.since = nil
      return nil
    }
    let since = watch.since ?? time
    watch.since = since
    if let since, let time, time.seconds(since: since) < dwell { return nil }
    watch.isInside = !isInside
    watch.since = nil
    return isInside ? .exited : .entered
  }
}
