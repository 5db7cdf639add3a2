import Foundation
import Testing

@testable import Pictures

struct PackedNumbersTests {
  /// Unpacks as the player does.
  private func unpacked(_ packed: PackedNumbers) throws -> [Double] {
    let bytes = try #require(Data(base64Encoded: packed.data))
    var integers: [Int64] = []
    var value: UInt64 = 0
    var shift: UInt64 = 0
    for byte in bytes {
      value |= UInt64(byte & 0x7f) << shift
      shift += 7
      if byte & 0x80 != 0 { continue }
      integers.append(Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1))
      (value, shift) = (0, 0)
    }
    for _ in 0..<packed.order {
      var sum: Int64 = 0
      for index in integers.indices {
        sum += integers[index]
        integers[index] = sum
      }
    }
    return integers.map { Double($0) * packed.step }
  }

  @Test(
    "Numbers survive packing in either order",
    arguments: [
      [], [0], [-1.25, 3, 3, 2.75], [1e6, -1e6, 0.25], Array(stride(from: 0, to: 2, by: 0.25)),
    ])
  func packing(values: [Double]) throws {
    for order in 1...2 {
      let packed = PackedNumbers(values, step: 0.25, order: order)
      #expect(try unpacked(packed) == values)
    }
  }

  @Test("Values are rounded to the nearest step")
  func roundedSteps() throws {
    #expect(try unpacked(PackedNumbers([0.1249, 0.126], step: 0.25)) == [0, 0.25])
  }

  @Test(
    "Numbers that no page can hold are bounded",
    arguments: [Double.nan, .infinity, -.infinity, 1e300])
  func boundedNumbers(value: Double) throws {
    let numbers = try unpacked(PackedNumbers([value, 1], step: 1, order: 2))
    #expect(numbers.count == 2 && numbers[1] == 1)
    #expect(abs(numbers[0]) <= 9e15)
  }

  @Test("Regular times take a byte each")
  func regularTimes() {
    let times = (0..<1000).map { Double($0) / 120 }
    let data = PackedNumbers(times, step: 0.0001, order: 2).data
    #expect(data.utf8.count < 1000 * 4 / 3 + 10)
  }
}
