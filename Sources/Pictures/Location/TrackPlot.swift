public import Playback
public import SensorPlayback

/// Collects tracks and plots them as maps: each with its path, its start and end, the accuracy of
/// its fixes, and the dropped fixes, with speed, altitude and accuracy over time below.
///
/// Tracks near each other share a plot; others have separate ones, since a picture of two cities
/// shows neither. A single track is colored by its speed, several by their names.
public struct TrackPlot: Sendable {
  private var tracks: [PlottedTrack] = []
  private let limits: TrackLimits

  /// - Parameter filters: The filters of the fixes, whose limits are drawn.
  public init(filters: [any LocationFilter] = []) { limits = TrackLimits(filters) }

  /// Begins a track for the following fixes.
  public mutating func beginTrack(_ name: String) {
    tracks.append(PlottedTrack(name: name, index: tracks.count))
  }

  /// Adds a fix; one with an invalid coordinate is ignored.
  public mutating func add(_ decision: LocationDecision) {
    if tracks.isEmpty { beginTrack("") }
    tracks[tracks.count - 1].add(decision)
  }

  public mutating func endTrack(_ summary: LocationSummary) {
    if !tracks.isEmpty { tracks[tracks.count - 1].summary = summary }
  }

  /// Removes the tracks of recordings whose reading failed.
  public mutating func dropUnendedTracks() { tracks.removeAll { $0.summary == nil } }

  /// Whether no track has a location.
  public var isEmpty: Bool { tracks.allSatisfy(\.extent.isEmpty) }

  /// A plot for each group of tracks near each other; without locations an empty one.
  public var plots: [Plot] {
    let panels = panels
    return panels.map {
      TrackPlotBuilder(tracks: $0, limits: limits, isOnly: panels.count == 1).plot()
    }
  }

  private var panels: [[PlottedTrack]] {
    var panels: [[PlottedTrack]] = []
    for var track in tracks where !track.extent.isEmpty {
      if let place = panels.firstIndex(where: { track.isNear($0) }) {
        track.shift(to: panels[place][0])
        panels[place].append(track)
      } else {
        panels.append([track])
      }
    }
    return panels.isEmpty ? [Array(tracks.prefix(1))] : panels
  }

  /// Adds a recording as a track, or a part of it in seconds from the first fix with a time, and
  /// returns its summary.
  @discardableResult public mutating func addTrack(
    _ source: ByteSource, cut: RecordingCut = RecordingCut()
  ) throws(FileError) -> LocationSummary {
    var options = LocationReplayOptions()
    (options.from, options.to) = (cut.from, cut.to)
    beginTrack(Plot.title(of: source.name))
    let summary = try LocationReplay.run(source, options) { add($0.decision) }
    endTrack(summary)
    return summary
  }
}

/// The drawn limits of filters.
struct TrackLimits: Sendable {
  /// The limit of the accuracy in metres.
  let accuracy: Double?
  /// The limit of the speed in m/s.
  let speed: Double?

  init(_ filters: [any LocationFilter]) {
    accuracy = filters.compactMap { ($0 as? AccuracyFilter)?.limit }.min()
    speed = filters.compactMap { ($0 as? SpeedFilter)?.limit }.min()
  }
}
