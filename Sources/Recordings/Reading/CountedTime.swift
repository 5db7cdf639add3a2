/// Times that are counted without saying in what.
enum CountedTime {
  /// Seconds from 1970 where they are counted in milliseconds, microseconds or nanoseconds, as Sensor
  /// Logger does: as seconds they would lie beyond the year 5138.
  static func seconds(_ count: Double) -> Double {
    if count < 1e11 { return count }
    if count < 1e14 { return count / 1e3 }
    return count < 1e17 ? count / 1e6 : count / 1e9
  }
}
