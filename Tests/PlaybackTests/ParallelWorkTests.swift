import Playback
import Testing

struct ParallelWorkTests {
  @Test("Results arrive in order, each once, for any number of threads", arguments: [1, 2, 7])
  func order(jobs: Int) {
    var seen: [Int] = []
    ParallelWork.run(200, jobs: jobs) {
      $0 * $0
    } consume: { index, result in
      #expect(result == index * index)
      seen.append(index)
    }
    #expect(seen == Array(0..<200))
  }

  @Test("No work produces no results")
  func nothing() {
    #expect(ParallelWork.map(0, jobs: 4) { $0 }.isEmpty)
  }
}
