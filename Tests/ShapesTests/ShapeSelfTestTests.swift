import Contacts
import Testing

@testable import Shapes

@Suite struct ShapeSelfTestTests {
  /// A polyline through corners, stretched in width.
  private func drawing(_ corners: [(Double, Double)], width: Double = 1) -> Drawing {
    Drawing(corners.map { Point(x: $0.0 * width, y: $0.1) })
  }

  private let z: [(Double, Double)] = [(0, 0), (10, 0), (0, 10), (10, 10)]
  private let check: [(Double, Double)] = [(0, 6), (3, 10), (10, 0)]
  private let caret: [(Double, Double)] = [(0, 10), (5, 0), (10, 10)]

  private func shape(_ name: String, _ corners: [(Double, Double)], count: Int) -> Shape {
    Shape(name, examples: (0..<count).map { drawing(corners, width: 1 + 0.05 * Double($0)) })
  }

  @Test("Distinct shapes are all named right, and no pair is near")
  func distinctShapes() {
    let test = ShapeSet([shape("z", z, count: 3), shape("check", check, count: 2)]).selfTest()
    #expect(test.rows.map(\.tested) == [3, 2])
    #expect(test.rows.map(\.named) == [3, 2])
    #expect(test.rows.map(\.accepted) == [3, 2])
    #expect((test.named, test.tested) == (5, 5))
    #expect(test.confusions.isEmpty)
    #expect(test.nearPairs.isEmpty)
  }

  @Test("A shape with one example is not tested, but may be near")
  func singleExample() {
    let test = ShapeSet([shape("z", z, count: 1), shape("letter", z, count: 1)]).selfTest()
    #expect(test.rows.map(\.examples) == [1, 1])
    #expect(test.tested == 0)
    #expect(test.confusions.isEmpty)
    #expect(test.nearPairs.count == 1)
    #expect(test.nearPairs.first?.score ?? 0 > 0.99)
  }

  @Test("An example under the wrong name is a confusion, and makes the shapes near")
  func wrongName() {
    var set = ShapeSet([
      shape("z", z, count: 4), shape("check", check, count: 3), shape("caret", caret, count: 3),
    ])
    // A little apart from the others, so that those are nearest to each other.
    set.add(drawing([(0, 0), (10, 2), (0, 10), (10, 9)]), to: "check")
    let test = set.selfTest()
    #expect(
      test.confusions == [ShapeSelfTest.Confusion(shape: "check", namedAs: "z", count: 1)])
    #expect(test.rows.map(\.named) == [4, 3, 3])
    #expect(test.nearPairs.count == 1, "each pair once")
    #expect(Set([test.nearPairs[0].first, test.nearPairs[0].second]) == ["z", "check"])
  }

  @Test(
    "Two shapes are near if a quarter of the examples of one looks like the other",
    arguments: [(3, true), (4, false)])
  func nearShapes(
    others: Int, isNear: Bool
  ) {
    var set = ShapeSet([shape("z", z, count: others), shape("check", check, count: others)])
    set.add(drawing(caret), to: "z")
    set.add(drawing(caret, width: 1.1), to: "check")
    let pairs = set.selfTest().nearPairs
    #expect(pairs.count == (isNear ? 1 : 0))
    #expect(pairs.allSatisfy { $0.firstExample == others && $0.secondExample == others })
  }

  @Test("Empty drawings do not count")
  func emptyDrawings() {
    var set = ShapeSet([shape("z", z, count: 2)])
    set.add(Drawing([]), to: "z")
    set.add(Drawing([Point(x: .nan, y: 0)]), to: "nothing")
    let test = set.selfTest()
    #expect(test.rows.map(\.examples) == [2, 0])
    #expect(test.named == 2)
    #expect(ShapeSet().selfTest().rows.isEmpty)
  }

  @Test("An example of a new kind helps, one of a known kind changes nothing")
  func helpfulExample() {
    let set = ShapeSet([shape("z", z, count: 3), shape("check", check, count: 3)])
    #expect(set.effect(of: drawing(z, width: 1.03), on: "z") == .changesNothing)
    #expect(set.effect(of: drawing(caret), on: "z") == .helps)
    #expect(set.effect(of: drawing(caret), on: "caret") == .helps, "a shape of its own")
    #expect(set.effect(of: Drawing([]), on: "z") == .changesNothing)
  }

  @Test("An example that makes others wrong harms")
  func harmfulExample() {
    let set = ShapeSet([
      shape("z", z, count: 2),
      Shape("check", examples: [drawing(check), drawing(check, width: 2)]),
    ])
    #expect(set.effect(of: drawing(check, width: 1.2), on: "z") == .harms)
    #expect(set["z"]?.examples.count == 2)
  }
}
