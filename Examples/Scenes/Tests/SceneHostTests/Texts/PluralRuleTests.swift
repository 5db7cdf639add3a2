import Testing

@testable import SceneHost

struct PluralRuleTests {
  /// Whole numbers of the samples in CLDR's plurals.xml, both sides of each boundary.
  static let samples: [(String, [(PluralCategory, [Int])])] = [
    ("ko", [(.other, [0, 1, 2, 15, 100, 1_000_000])]),
    ("en", [(.one, [1]), (.other, [0, 2, 11, 21, 101, 1_000_000])]),
    ("hi", [(.one, [0, 1]), (.other, [2, 17, 100])]),
    ("es", [(.one, [1]), (.many, [1_000_000, 2_000_000]), (.other, [0, 2, 100_000, 1_000_001])]),
    ("fr", [(.one, [0, 1]), (.many, [1_000_000]), (.other, [2, 17, 999_999])]),
    (
      "ru",
      [
        (.one, [1, 21, 31, 101, 1001]), (.few, [2, 4, 22, 24, 102, 1002]),
        (.many, [0, 5, 11, 12, 14, 19, 20, 100, 111, 1_000_000]),
      ]
    ),
    (
      "hr",
      [(.one, [1, 21, 101]), (.few, [2, 4, 22, 102]), (.other, [0, 5, 11, 12, 14, 19, 100])]
    ),
    (
      "pl", [(.one, [1]), (.few, [2, 4, 22, 24, 102]), (.many, [0, 5, 11, 12, 14, 21, 100, 101])]
    ),
    ("cs", [(.one, [1]), (.few, [2, 4]), (.other, [0, 5, 22, 100])]),
    (
      "ar",
      [
        (.zero, [0]), (.one, [1]), (.two, [2]), (.few, [3, 10, 103, 110, 1003]),
        (.many, [11, 26, 99, 111, 1011]), (.other, [100, 102, 200, 1000]),
      ]
    ),
  ]

  @Test(arguments: samples)
  func `a count has the category that Unicode's data give it`(
    language: String, samples: [(PluralCategory, [Int])]
  ) throws {
    let rule = try #require(PluralRule(language: language))
    for (category, numbers) in samples {
      for number in numbers {
        #expect(rule.category(of: number) == category, "\(number)")
        #expect(rule.category(of: -number) == category, "-\(number)")
      }
    }
    #expect(rule.permittedCategories.isSuperset(of: samples.map(\.0)))
  }

  @Test func `the least number has a category`() {
    #expect(PluralRule.eastSlavic.category(of: .min) == .many)
  }

  @Test func `an unlisted language has no rule`() {
    #expect(PluralRule(language: "cy") == nil)
  }
}
