import Testing

@testable import Timeline

@Suite("Binary search")
struct PartitioningIndexTests {
  @Test("The index is that of the first element that satisfies the predicate")
  func index() {
    for count in 0...9 {
      let numbers = Array(0..<count)
      for limit in 0...count {
        #expect(numbers.partitioningIndex { $0 >= limit } == limit)
        let part = numbers[(limit / 2)...]
        #expect(part.partitioningIndex { $0 >= limit } == max(limit, limit / 2))
      }
    }
  }
}
