import SceneHost
import Testing

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
    #expect(acceleration.textbookLabel == label)
  }

  @Test(
    "Six significant digits, as C's %g writes them",
    arguments: [
      (37.785834, "37.7858"), (-122.406417, "-122.406"), (127.024612, "127.025"),
      (1_000_000, "1e+06"), (1_234_567, "1.23457e+06"), (0.00001, "1e-05"), (-1, "-1"),
      (65.5, "65.5"), (0, "0"), (-0.0, "-0"), (999_999.5, "1e+06"), (99_999.95, "100000"),
      (0.0001, "0.0001"), (123456, "123456"), (1e100, "1e+100"), (.infinity, "inf"),
      (.nan, "nan"), (1e-300, "1e-300"), (100, "100"), (0.1, "0.1"), (12.5, "12.5"),
    ])
  func digits(number: Double, text: String) {
    #expect(number.textbookLabel == text)
  }

  @Test("Numbers that are not finite have a label")
  func notFinite() {
    let label = Acceleration(x: .nan, y: .infinity, z: -0.0).textbookLabel
    #expect(label == "x: nan\t y:inf\t z:-0")
  }
}
