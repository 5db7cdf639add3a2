import Checking
import Playback
import Testing

@Suite("Proportions and their intervals")
struct ProportionTests {
  // Computed with SciPy's binomtest(...).proportion_ci(method="wilson").
  @Test(
    "Intervals are Wilson's",
    arguments: [
      (0, 10, 0.0, 0.277533), (1, 10, 0.017876, 0.404150), (5, 10, 0.236593, 0.763407),
      (10, 10, 0.722467, 1), (198, 200, 0.964278, 0.997253), (200, 200, 0.981155, 1),
    ] as [(Int, Int, Double, Double)])
  func intervals(successes: Int, trials: Int, low: Double, high: Double) {
    let interval = Proportion(successes, of: trials).interval
    #expect(abs(interval.lowerBound - low) < 1e-5)
    #expect(abs(interval.upperBound - high) < 1e-5)
  }

  @Test("Without trials nothing is known")
  func nothing() {
    #expect(Proportion(0, of: 0).share == nil)
    #expect(Proportion(3, of: -1) == Proportion(0, of: 0))
    #expect(Proportion(0, of: 0).interval == 0...1)
  }

  @Test("As many trials as it takes, and not one fewer", arguments: [0.5, 0.9, 0.99, 0.999])
  func fewest(share: Double) throws {
    let trials = try #require(Proportion.fewestTrials(showing: share))
    #expect(Proportion(trials, of: trials).interval.lowerBound >= share)
    #expect(Proportion(trials - 1, of: trials - 1).interval.lowerBound < share)
  }

  @Test("No number of trials shows certainty")
  func certainty() {
    #expect(Proportion.fewestTrials(showing: 1) == nil)
    #expect(Proportion.fewestTrials(showing: .nan) == nil)
    #expect(Proportion.fewestTrials(showing: 0) == 0)
  }

  @Test("A proportion in words")
  func words() {
    #expect("\(Proportion(198, of: 200))" == "198 of 200 (96.4 to 99.7 %)")
  }
}
