import Contacts
import Timeline

extension SpreadMotion {
  /// Why a length does not make the movement what it stands for.
  ///
  /// - Parameters:
  ///   - length: of the spread or of the arc.
  ///   - rival: the other of the two.
  ///   - slop: the points that it has to exceed, and what they are called in profiles.
  ///   - dominance: how much longer than the centroid's way it has to be, and the name of that.
  func shortfall(
    of length: Double, beside rival: Double, slop: (points: Double, key: String),
    dominance: (ratio: Double, key: String), at time: Timestamp
  ) -> FailureReason {
    let way = translation.length
    if length > slop.points {
      if length < rival {
        return FailureReason(.dominance, measured: length / rival, limit: 1, time: time)
      }
      if way > 0 && length <= dominance.ratio * way {
        return FailureReason(
          .dominance, measured: length / way, limit: dominance.ratio, parameter: dominance.key,
          time: time)
      }
    }
    return FailureReason(
      .distance, measured: length, limit: slop.points, parameter: slop.key, time: time)
  }
}
