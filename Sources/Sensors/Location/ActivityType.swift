/// The activity of a receiver's user, with the names of Core Location's `CLActivityType`.
///
/// Core Location uses the type as a hint at when updates may pause. Here it also limits the
/// plausible speed.
public enum ActivityType: String, Hashable, Sendable, CaseIterable {
  /// Any activity.
  case other
  /// A car on a road.
  case automotiveNavigation
  /// Exercise: walking, running or cycling.
  case fitness
  /// A vehicle that need not keep to roads: a bicycle, scooter, train or boat.
  case otherNavigation
  /// A plane, helicopter or glider.
  case airborne

  /// The highest speed over the ground in m/s: cyclists reach 110 km/h (31 m/s) downhill, the
  /// record of cars for roads is 490 km/h (136 m/s), that of trains 575 km/h (160 m/s), and
  /// airliners with a tailwind reach 340 m/s.
  public var highestSpeed: Double {
    switch self {
    case .fitness: 31
    case .automotiveNavigation: 136
    case .otherNavigation: 160
    case .other, .airborne: 340
    }
  }

  /// The filters that drop invalid, repeated and impossible fixes, and drift while the receiver
  /// rests.
  public var filters: [any LocationFilter] {
    LocationPipeline.plausibilityFilters(highestSpeed: highestSpeed) + [StationaryFilter()]
  }
}
