import Timeline

/// The labels and alerts of the textbook location program, with its faults.
///
/// The first fix becomes the starting point for good, however inaccurate it is; "Distance Traveled"
/// is the displacement from there, so that a walk out and back is 0 m; negative accuracies are
/// shown.
public struct WhereAmI: Hashable, Sendable {
  /// The captions, from top to bottom.
  public static let captions = [
    "Latitude:", "Longitude:", "Horizontal Accuracy:", "Altitude:", "Vertical Accuracy:",
    "Distance Traveled:",
  ]

  /// The text beside each caption; empty before the first fix.
  public private(set) var labels = [String](repeating: "", count: captions.count)
  public private(set) var startingPoint: Location?
  /// The alerts shown so far, one for each failure.
  public private(set) var alerts: [Alert] = []

  /// A dialog with one button.
  public struct Alert: Hashable, Sendable {
    public var title: String
    public var message: String
    public var button: String
  }

  public init() {}

  /// Shows a fix, valid or not. Unknown values are shown as by Core Location: an altitude of 0, an
  /// accuracy of -1.
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

  /// Shows an alert for an error, with the spelling of the textbook program.
  public mutating func fail(_ error: LocationError) {
    alerts.append(
      Alert(
        title: "Error gettting Location",
        message: error == .denied ? "Access Denied" : "Unknown Error", button: "Okay"))
  }
}

extension Acceleration {
  /// The text of the textbook accelerometer program's label.
  ///
  /// For example `x: 0.018112⇥ y:-0.99617⇥ z:-0.126785`, with a tab (⇥) after the first two numbers
  /// and a space after the first colon only.
  public var label: String {
    "x: \(x.percentG)\t y:\(y.percentG)\t z:\(z.percentG)"
  }
}
