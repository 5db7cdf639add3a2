import Foundation
import Testing
import Timeline

@testable import Sensors

@Suite("Textbook labels")
struct TextbookLabelsTests {
  @Test(
    "The accelerometer label has six significant digits",
    arguments: [
      (
        Acceleration(x: 0.018112, y: -0.99617, z: -0.126785),
        "x: 0.018112\t y:-0.99617\t z:-0.126785"
      ),
      (Acceleration(x: 0, y: -1, z: 1_234_567), "x: 0\t y:-1\t z:1.23457e+06"),
      (Acceleration(x: 0.00001, y: 0.0001, z: 999_999.5), "x: 1e-05\t y:0.0001\t z:1e+06"),
    ])
  func label(acceleration: Acceleration, label: String) {
    #expect(acceleration.label == label)
  }

  @Test("Labels format numbers as C's %g")
  func sixDigits() {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<2000 {
      let value = generator.gaussian() * pow(10, (generator.uniform() * 24 - 12).rounded())
      let label = Acceleration(x: value, y: 0, z: 0).label
      #expect(label == "x: " + String(format: "%g", value) + "\t y:0\t z:0")
    }
    #expect(Acceleration(x: .nan, y: .infinity, z: -0.0).label == "x: nan\t y:inf\t z:-0")
  }
}
