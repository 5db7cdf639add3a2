import Sensors
import Timeline

extension FuzzTarget {
  /// Feeds accelerations of any size, at any times, to every shake rule.
  ///
  /// Promises: one began has one end, in this order; what is reported are numbers.
  static let shakes = FuzzTarget("shakes", seeds: shakeSeeds) { bytes in
    var reader = ByteReader(bytes)
    let rules = ShakeDetector.Rule.allCases
    var parameters = StandardShakeRule.Parameters()
    if reader.flag() { parameters.range = reader.number(0...16) }
    if reader.flag() { parameters.strength = reader.number(0...2) }
    if reader.flag() { parameters.path = reader.number(0...8) }
    if reader.flag() { parameters.sensitivity = reader.number(0.25...4) }
    let balance = ShakeBalance()
    var detector = ShakeDetector(reader.pick(rules) ?? .standard, parameters: parameters)
    detector.onBegan = { balance.begin($0) }
    detector.onEnded = { balance.end($0) }
    var time = Timestamp(seconds: Double(reader.integer(Int16.self)))
    while !reader.isEmpty {
      time = nextTime(after: time, &reader)
      detector.process(AccelerationSample(time: time, acceleration: acceleration(&reader)))
      if reader.isOne(in: 64) { detector.rearm() }
    }
    detector.finish()
    balance.finish()
    if let other = detector.strongestOther {
      promise(other.strength.isFinite && other.frequency.isFinite, "measures are numbers: \(other)")
    }
  }

  private static func nextTime(after time: Timestamp, _ reader: inout ByteReader) -> Timestamp {
    switch reader.byte() {
    case 0: Timestamp(microseconds: reader.integer())
    case 1: time.advanced(bySeconds: -reader.share())
    case 2: time.advanced(bySeconds: 3600 * reader.share())
    case 3: time
    case let step: time.advanced(byMicroseconds: Int64(step) * 400)
    }
  }

  private static func acceleration(_ reader: inout ByteReader) -> Acceleration {
    if reader.isOne(in: 32) {
      return Acceleration(x: reader.anyNumber(), y: reader.anyNumber(), z: reader.anyNumber())
    }
    func axis() -> Double { Double(Int8(bitPattern: reader.byte())) / 16 }
    return Acceleration(x: axis(), y: axis(), z: axis())
  }

  private static let shakeSeeds: [[UInt8]] = {
    let strokes = (0..<120).flatMap { index -> [UInt8] in
      [50, 0, index / 6 % 2 == 0 ? 60 : 196, 0, 16, 0]
    }
    return (0..<4).map { [0, 0, 0, 0, UInt8($0), 0, 0] + strokes }
  }()
}

/// Checks that shakes begin and end in turn.
private final class ShakeBalance {
  private var isShaking = false

  func begin(_ shake: DetectedShake) {
    promise(!isShaking, "a shake ends before the next begins")
    isShaking = true
    check(shake)
  }

  func end(_ shake: DetectedShake) {
    promise(isShaking, "a shake begins before it ends")
    isShaking = false
    check(shake)
  }

  func finish() { promise(!isShaking, "a shake that began has an end") }

  private func check(_ shake: DetectedShake) {
    promise(shake.start <= shake.time && shake.start <= shake.end, "times ascend: \(shake)")
    promise(shake.strength.isFinite && shake.strength >= 0, "strengths are numbers: \(shake)")
  }
}
