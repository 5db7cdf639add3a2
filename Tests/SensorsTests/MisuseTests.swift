import Sensors
import Testing
import Timeline

/// What ends a program says why on standard error, in release builds, too.
@Suite("Misuse of sensors")
struct MisuseTests {
  private static func message(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }

  @Test("A ball out of range is named")
  func ball() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { _ = BallSimulation()[-1] }
    #expect(Self.message(result).contains("ball -1 of 1"))
  }

  @Test(
    "A box has positive sizes, and its ball fits",
    arguments: [
      (100.0, 60.0, 80.0, 100.0, 60.0, 60.0), (100, 60, 20, 100, 60, 20), (0, 60, 20, 1, 60, 1),
      (.nan, .infinity, -1, 1, 1, 1),
    ])
  func box(
    width: Double, height: Double, ball: Double, expectedWidth: Double, expectedHeight: Double,
    expectedBall: Double
  ) {
    let box = BallBox(width: width, height: height, ballSize: ball)
    #expect((box.width, box.height, box.ballSize) == (expectedWidth, expectedHeight, expectedBall))
    var simulation = BallSimulation(box: box)
    simulation.advance(to: 1)
    #expect(simulation[0].x == expectedWidth / 2)
  }

  @Test("The dates of the first and the last day are those of the limits")
  func days() {
    #expect(CalendarTime.date(ofDay: .max) == CalendarTime.date(ofDay: 1_000_000_000_000))
    #expect(CalendarTime.date(ofDay: .min) == CalendarTime.date(ofDay: -1_000_000_000_000))
    #expect(CalendarTime.date(ofDay: 0) == (1970, 1, 1))
  }
}
