#if Live
  @testable import Devices
  import Foundation
  import Playback
  import Testing

  @Suite("Misuse of devices")
  struct MisuseTests {
    private static let trace: String = {
      var url = URL(fileURLWithPath: #filePath)
      for _ in 0..<3 { url.deleteLastPathComponent() }
      return url.appendingPathComponent("Traces/checkmark.evemu").path
    }()

    @Test("A player with too few devices throws")
    func tooFewDevices() throws {
      let played = try PlayedTrace(path: Self.trace)
      #expect(!played.frames.isEmpty)
      let error = #expect(throws: DeviceError.self) { try RecordingPlayer(played, into: []) }
      #expect(error?.message == "there are 0 devices to play into")
    }

    @Test(
      "A quantile's share is clamped",
      arguments: [(-1.0, 10), (0, 10), (0.5, 20), (1, 30), (2, 30), (.infinity, 30), (.nan, 10)])
    func quantile(share: Double, expected: Int) {
      var histogram = LatencyHistogram()
      for delay: Int64 in [30, 10, 20] { histogram.add(delay) }
      #expect(histogram.quantile(share) == expected)
    }
  }
#endif
