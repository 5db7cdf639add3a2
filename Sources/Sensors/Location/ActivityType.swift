/// What the user of a receiver does, with the names of Core Location's `CLActivityType`.
///
/// In Core Location it is a hint at when updates may pause. Here it also limits the speed that is
/// possible.
public enum ActivityType: String, Hashable, Sendable, CaseIterable {
  /// Anything.
  case other
  /// A car on roads.
  case automotiveNavigation
  /// Walking, running, cycling as exercise.
  case fitness
  /// What need not keep to roads: bicycles, scooters, trains, boats.
  case otherNavigation
  /// Planes, helicopters, gliders.
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

  /// The filters that drop invalid, repeated and impossible fixes, and pause while the receiver
  /// rests.
  public var filters: [any LocationFilter] {
    LocationPipeline.plausibilityFilters(highestSpeed: highestSpeed) + [StationaryFilter()]
  }
}
