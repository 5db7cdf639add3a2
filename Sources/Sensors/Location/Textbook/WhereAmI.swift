import Timeline

/// The textbook's example of locations, its faults included: what its labels show.
///
/// The first fix becomes the starting point for good, however bad it is; "Distance Traveled" is the
/// displacement from there, so that a walk out and back is 0 m; negative accuracies are shown.
public struct WhereAmI: Hashable, Sendable {
  /// What stands at the left, from top to bottom.
  public static let captions = [
    "Latitude:", "Longitude:", "Horizontal Accuracy:", "Altitude:", "Vertical Accuracy:",
    "Distance Traveled:",
  ]

  /// What stands at the right; empty before the first fix.
  public private(set) var labels = [String](repeating: "", count: captions.count)
  public private(set) var startingPoint: Location?
  /// The alerts that were shown, one for each failure.
  public private(set) var alerts: [Alert] = []

  /// A window that must be closed with its button.
  public struct Alert: Hashable, Sendable {
    public var title: String
    public var message: String
    public var button: String
  }

  public init() {}

  /// Takes a fix, valid or not. What it does not tell is shown as Core Location shows it: an altitude
  /// of 0, an accuracy of -1.
  public mutating func update(to location: Location) {
    let start = startingPoint ?? location
    startingPoint = start
    let distance =
      (try? GreatCircle().distance(from: start.coordinate, to: location.coordinate)) ?? 0
    labels = [
      location.coordinate.latitude.percentG + "\u{2022}",
      location.coordinate.longitude.percentG + "\u{2022}",
      (location.horizontalAccuracy ?? -1).percentG + "m",
      (location.altitude ?? 0).percentG + "m",
      (location.verticalAccuracy ?? -1).percentG + "m",
      distance.percentG + "m",
    ]
  }

  public mutating func fail(_ error: LocationError) {
    alerts.append(
      Alert(
        title: "Error gettting Location",
        message: error == .denied ? "Access Denied" : "Unknown Error", button: "Okay"))
  }
}
