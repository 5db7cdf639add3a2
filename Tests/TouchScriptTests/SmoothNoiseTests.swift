import Testing

@testable import TouchScript

struct SmoothNoiseTests {
  private let noise = SmoothNoise(seed: 5, step: 0.1)

  @Test("The root mean square is 1 about a mean of 0")
  func amplitude() {
    let values = (0..<40_000).map { noise.value(at: Double($0) * 0.013) }
    let mean = values.reduce(0, +) / 40_000
    let square = values.reduce(0) { $0 + $1 * $1 } / 40_000
    #expect(abs(mean) < 0.05)
    #expect(abs(square - 1) < 0.05)
  }

  @Test("Noise has no jumps: it changes little between two frames, also across control points")
  func smooth() {
    let steps = (0..<4000).map { index in
      abs(noise.value(at: Double(index + 1) * 0.001) - noise.value(at: Double(index) * 0.001))
    }
    #expect(steps.allSatisfy { $0 < 0.06 })
    #expect(steps.contains { $0 > 0.003 })
  }

  @Test(
    "Negative, huge and infinite times have a value", arguments: [-3.25, 1e300, .infinity])
  func anyMoment(seconds: Double) {
    #expect(abs(noise.value(at: seconds)) < 10)
  }
}
