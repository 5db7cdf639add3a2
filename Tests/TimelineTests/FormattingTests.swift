import Testing

@testable import Timeline

struct FormattingTests {
  @Test(
    "Numbers are rounded to the most decimals, and zeros at the end go down to the fewest",
    arguments: [
      (0, 1...6, "0.0"), (0.483201, 1...6, "0.483201"), (0.4832, 1...6, "0.4832"),
      (1.84, 1...3, "1.84"), (160.25, 1...1, "160.3"), (-0.04, 1...1, "0.0"),
      (-0.05, 1...1, "-0.1"), (-12.5, 1...1, "-12.5"), (1e-7, 1...6, "0.0"),
      (0.1 + 0.2, 1...6, "0.3"), (12_345_678.123456, 1...6, "12345678.123456"),
      (12, 0...3, "12"), (12.5, 0...3, "12.5"), (12.04, 0...1, "12"), (100, 0...0, "100"),
      (12, 3...3, "12.000"), (1e300, 1...3, "1e+300"), (.infinity, 1...3, "?"), (.nan, 0...0, "?"),
    ] as [(Double, ClosedRange<Int>, String)])
  func rangeOfDecimals(value: Double, decimals: ClosedRange<Int>, text: String) {
    #expect(value.text(decimals: decimals) == text)
  }

  @Test(
    "Whole numbers have zeros up to a number of digits, and spaces up to a width",
    arguments: [
      (0, 0, 1, "0"), (0, 3, 2, " 00"), (-5, 0, 4, "-0005"), (-5, 4, 1, "  -5"), (123, 2, 2, "123"),
      (.max, 0, 19, "9223372036854775807"), (.min, 21, 1, " -9223372036854775808"),
    ] as [(Int64, Int, Int, String)])
  func wholeNumbers(number: Int64, width: Int, digits: Int, text: String) {
    #expect(
      String(appending: { $0.append(decimal: number, width: width, digits: digits) }) == text)
  }

  @Test(
    "Times have six decimals",
    arguments: [
      (0, "0.000000"), (-500_000, "-0.500000"), (1_000_001, "1.000001"),
      (.min, "-1152921504606.846976"),
    ] as [(Int64, String)])
  func times(microseconds: Int64, text: String) {
    let time = Timestamp(microseconds: microseconds)
    #expect(String(appending: { $0.append(seconds: time) }) == text)
  }

  @Test("An exact number of decimals keeps zeros at the end")
  func exactDecimals() {
    #expect(12.5.text(decimals: 3) == "12.500")
    #expect((-0.4).text(decimals: 0) == "0")
    #expect(2.5.text(decimals: 0) == "3")
  }

  @Test("The shortest text reads back as the same number")
  func shortest() {
    #expect(12.0.shortestText == "12")
    #expect(0.1.shortestText == "0.1")
    #expect((0.1 + 0.2).shortestText == "0.30000000000000004")
  }

  @Test("Different numbers get the decimals that distinguish them, 6 at most")
  func distinguishingDecimals() {
    #expect(Double.decimals(distinguishing: 5.04, from: 5, atLeast: 1) == 2)
    #expect(Double.decimals(distinguishing: 5, from: 5, atLeast: 1) == 1)
    #expect(Double.decimals(distinguishing: 5, from: 5.00000001, atLeast: 1) == 6)
  }

  @Test("Counts have the singular or the plural of what they count")
  func counts() {
    #expect(1.counted("file") == "1 file")
    #expect(0.counted("file") == "0 files")
    #expect(2.counted("touch", "touches") == "2 touches")
  }
}
