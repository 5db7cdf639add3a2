import Checking
import Lab
import Playback
import Testing
import Timeline

struct StressDrawsTests {
  /// Draws with a known share of survivors.
  private func survival(_ share: Double, _ draws: StressDraws, seed: Int) -> Proportion {
    var generator = SeededGenerator(seed: 7, item: seed)
    var survival = Proportion(0, of: 0)
    for checkpoint in draws.checkpoints {
      while survival.trials < checkpoint {
        survival.trials += 1
        if generator.uniform() < share { survival.successes += 1 }
      }
      if draws.isDecided(survival) { break }
    }
    return survival
  }

  private func shown(_ share: Double, _ draws: StressDraws) -> (shown: Double, refuted: Double) {
    let trials = 2000
    let intervals = (0..<trials).map { survival(share, draws, seed: $0).interval }
    let shown = intervals.count { $0.lowerBound >= StressDraws.share }
    let refuted = intervals.count { $0.upperBound < StressDraws.share }
    return (Double(shown) / Double(trials), Double(refuted) / Double(trials))
  }

  @Test("A share of 99 % is wrongly shown in less than 5 % of cases", arguments: [381, 1000, 1600])
  func errors(most: Int) {
    #expect(shown(0.9899, StressDraws(most: most)).shown < 0.05)
  }

  @Test("What is far from 99 % is decided")
  func power() {
    let draws = StressDraws()
    #expect(shown(0.999, draws).shown > 0.99)
    #expect(shown(0.97, draws).refuted > 0.99)
    // What is hopeless ends early, what is safe at the fewest draws that show it.
    #expect(survival(0, draws, seed: 1).trials == 32)
    #expect(survival(1, draws, seed: 1).trials == StressDraws.fewest)
  }

  @Test("Nothing is shown between the two looks, however good it looks")
  func looks() {
    let draws = StressDraws()
    #expect(draws.checkpoints == [32, 64, 128, 256, 381, 512, 1024, 1600])
    #expect(!draws.isDecided(Proportion(380, of: 381)))
    #expect(Proportion(1023, of: 1024).interval.lowerBound > StressDraws.share)
    #expect(!draws.isDecided(Proportion(1023, of: 1024)))
    // 23 losses may still be within 99 % of 1600 draws, 24 may not.
    #expect(!draws.isDecided(Proportion(9, of: 32)) && draws.isDecided(Proportion(8, of: 32)))
  }

  @Test("Fewer draws than can show it are all made, unless too many are lost")
  func fewest() {
    #expect(StressDraws.fewest == 381)
    #expect(survival(1, StressDraws(most: 380), seed: 1).trials == 380)
    #expect(shown(1, StressDraws(most: 380)).shown == 0)
    #expect(shown(1, StressDraws(most: 381)).shown == 1)
    #expect(StressDraws(most: 8).checkpoints == [8])
    #expect(StressDraws(seed: 5).checkpoints == [1])
  }

  @Test(
    "The interval holds the true share in 90 % of cases although the draws end early",
    arguments: [0.1, 0.5, 0.9, 0.95, 0.98, 0.99])
  func coverage(share: Double) {
    let holds = (0..<1000).count {
      survival(share, StressDraws(), seed: $0).interval.contains(share)
    }
    #expect(holds > 900)
  }
}
