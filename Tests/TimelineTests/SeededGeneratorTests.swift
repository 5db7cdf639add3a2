import Testing
import Timeline

struct SeededGeneratorTests {
  @Test("The sequence is the published one of SplitMix64")
  func reference() {
    var generator = SeededGenerator(seed: 1_234_567)
    let expected: [UInt64] = [
      6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
      4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
    ]
    #expect(expected.map { _ in generator.next() } == expected)
  }

  @Test("Uniform numbers fill 0 to 1 evenly")
  func uniform() {
    var generator = SeededGenerator(seed: 1)
    let numbers = (0..<100_000).map { _ in generator.uniform() }
    #expect(numbers.allSatisfy { $0 >= 0 && $0 < 1 })
    for tenth in 0..<10 {
      let share = numbers.count { Int($0 * 10) == tenth }
      #expect((9600...10_400).contains(share))
    }
  }

  @Test("Normal numbers have mean 0 and standard deviation 1")
  func gaussian() {
    var generator = SeededGenerator(seed: 2)
    let numbers = (0..<20_000).map { _ in generator.gaussian() }
    let mean = numbers.reduce(0, +) / 20_000
    let variance = numbers.reduce(0) { $0 + $1 * $1 } / 20_000
    #expect(abs(mean) < 0.03)
    #expect(abs(variance - 1) < 0.04)
    let within = Double(numbers.count { abs($0) < 1 }) / 20_000
    #expect(abs(within - 0.683) < 0.015)
  }

  @Test("Items of a series are independent and looked up by number")
  func items() {
    let first = (0..<1000).map { number -> Double in
      var generator = SeededGenerator(seed: 3, item: number)
      return generator.gaussian()
    }
    var again = SeededGenerator(seed: 3, item: 500)
    #expect(again.gaussian() == first[500])
    let product = zip(first, first.dropFirst()).reduce(0) { $0 + $1.0 * $1.1 } / 999
    #expect(abs(product) < 0.1)
  }

  @Test("A random index below nothing is 0", arguments: [0, -1, Int.min])
  func emptyIndex(count: Int) {
    var generator = SeededGenerator(seed: 1)
    #expect((0..<10).allSatisfy { _ in generator.index(below: count) == 0 })
  }
}
