import Foundation
import Sensors
import Testing
import Timeline

@Suite("Accelerometer")
struct AccelerometerTests {
  private final class Listener: AccelerometerDelegate {
    var samples: [AccelerationSample] = []

    func accelerometer(_: Accelerometer, didAccelerate sample: AccelerationSample) {
      samples.append(sample)
    }
  }

  private func sample(_ seconds: Double, x: Double = 0) -> AccelerationSample {
    AccelerationSample(
      time: Timestamp(seconds: seconds), acceleration: Acceleration(x: x, y: -1, z: 0))
  }

  @Test(
    "The update interval limits the delivered samples",
    arguments: [(0.0, 101), (1.0 / 60, 61), (0.1, 11), (0.005, 101)])
  func interval(interval: Double, count: Int) {
    let accelerometer = Accelerometer()
    let listener = Listener()
    accelerometer.delegate = listener
    accelerometer.updateInterval = interval
    for index in 0...100 { accelerometer.receive(sample(Double(index) / 100)) }
    #expect(abs(listener.samples.count - count) <= 1)
    #expect(accelerometer.last == listener.samples.last)
  }

  @Test("Samples are delivered after the clock was set back")
  func clocks() {
    let accelerometer = Accelerometer()
    let listener = Listener()
    accelerometer.delegate = listener
    accelerometer.updateInterval = 0.1
    accelerometer.receive(sample(1000))
    for index in 0...10 { accelerometer.receive(sample(Double(index))) }
    #expect(listener.samples.count == 11)
  }

  @Test("Each asynchronous sequence gets the samples until the end")
  func sequence() async {
    let accelerometer = Accelerometer()
    let first = accelerometer.samples()
    let newest = accelerometer.samples(bufferingNewest: 2)
    for index in 0..<5 { accelerometer.receive(sample(Double(index))) }
    accelerometer.finish()
    var times: [Double] = []
    for await sample in first { times.append(sample.time.seconds) }
    #expect(times == [0, 1, 2, 3, 4])
    times = []
    for await sample in newest { times.append(sample.time.seconds) }
    #expect(times == [3, 4])
  }
}
