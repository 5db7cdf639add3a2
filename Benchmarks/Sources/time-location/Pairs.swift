import Sensors

/// Pairs of locations: the numbers of `drand48` after `srand48(1)`, so that the programs in C and
/// C++ use the same.
enum Pairs {
  struct Pair {
    var from: Coordinate
    var to: Coordinate

    var text: String {
      "\(from.latitude) \(from.longitude) \(to.latitude) \(to.longitude)"
    }
  }

  /// The generator of POSIX, a linear congruential generator with 48 bits.
  struct Generator {
    private var state: UInt64

    init(seed: UInt32) { state = UInt64(seed) << 16 | 0x330e }

    mutating func next(_ low: Double, _ high: Double) -> Double {
      state = (state &* 0x5_deec_e66d &+ 0xb) & 0xffff_ffff_ffff
      return low + Double(state) * 0x1p-48 * (high - low)
    }

    mutating func place() -> Coordinate {
      let latitude = next(-90, 90)
      return Coordinate(latitude: latitude, longitude: next(-180, 180))
    }
  }

  static func random(_ count: Int) -> [Pair] {
    var generator = Generator(seed: 1)
    return (0..<count).map { _ in
      let from = generator.place()
      return Pair(from: from, to: generator.place())
    }
  }

  /// A quarter each of random, nearly antipodal, polar and nearly coincident pairs.
  static func hard(_ count: Int) -> [Pair] {
    var generator = Generator(seed: 2)
    return (0..<count).map { index in
      let from = generator.place()
      let size = [1e-9, 1e-6, 1e-3, 1, 1][index / 4 % 5]
      let north = generator.next(-size, size)
      let east = generator.next(-size, size)
      switch index % 4 {
      case 0: return Pair(from: from, to: generator.place())
      case 1:
        let opposite = Coordinate(
          latitude: clamp(-from.latitude + north),
          longitude: (from.longitude + 180 + east).remainder(dividingBy: 360))
        return Pair(from: from, to: opposite)
      case 2:
        let pole = Coordinate(
          latitude: clamp((north < 0 ? -90 : 90) - north), longitude: from.longitude)
        return Pair(from: pole, to: generator.place())
      default:
        let near = Coordinate(
          latitude: clamp(from.latitude + north),
          longitude: (from.longitude + east).remainder(dividingBy: 360))
        return Pair(from: from, to: near)
      }
    }
  }

  private static func clamp(_ latitude: Double) -> Double { max(-90, min(90, latitude)) }
}
