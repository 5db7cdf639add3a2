import Foundation
import SensorFormats
import Sensors
import TestSupport
import Testing
import Timeline

/// The code of docs/Sensors.md and docs/Location.md that reads files.
@Suite("Pages of sensors")
struct SensorPageTests {
  private func sample(_ name: String) -> String {
    packageFolder.appending(path: "Examples/Samples/\(name)").path
  }

  @Test("The shakes and the ball of docs/Sensors.md")
  func motion() throws {
    let samples = try AccelerationReader.read(ByteSource(path: sample("shakes.csv")))

    var count = 0
    var detector = ShakeDetector()
    detector.onBegan = { shake in count += shake.strength > 0 ? 1 : 0 }
    for sample in samples { detector.process(sample) }
    detector.finish()
    #expect(count == 3)

    var ball = BallSimulation(origin: samples[0].time)
    for sample in samples { ball.append(sample) }
    let (x, y) = (ball[0].x, ball[0].y)
    ball.advance(to: 1.5)
    #expect(ball[0].x != x && ball[0].y != y)
  }

  @Test("The recorded fixes of docs/Location.md")
  func location() throws {
    let recorded = LocationStream()
    recorded.start()
    let reader = try LocationFormat.open(path: sample("walk.nmea"))
    try reader.readAll { fix in recorded.receive(fix) }
    #expect(recorded.pathLength > 100)
  }
}
