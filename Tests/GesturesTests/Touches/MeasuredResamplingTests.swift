import Contacts
import Gestures
import TestSupport
import Testing
import Timeline

/// A case of `android_touch_resampling.json`: samples in, frames out.
private struct ResamplingCase: Decodable, CustomTestStringConvertible {
  struct Pointer: Decodable {
    var id: Int
    var x: Double
    var y: Double
    var resampled: Bool?
  }
  struct Sample: Decodable {
    var t: Double
    var action: String
    var pointers: [Pointer]
  }
  struct Step: Decodable {
    var input: [Sample]?
    var frame: Double?
    var expect: [Sample]?

    enum CodingKeys: String, CodingKey {
      case input, expect
      case frame = "frame_ms"
    }
  }
  struct File: Decodable {
    var cases: [ResamplingCase]
  }

  var name: String
  var steps: [Step]

  var testDescription: String { name }

  static let fileName = "cases/android_touch_resampling.json"
  static let all = SharedFolder.json(fileName, as: File.self)?.cases ?? []
}

@Suite("Measured resampling", .requiresShared("cases/android_touch_resampling.json"))
struct MeasuredResamplingTests {
  private struct Output: Equatable {
    var microseconds: Int64
    var positions: [TouchResampler.Position]
  }

  @Test(
    "Frames show the same positions as with Android's input library",
    arguments: ResamplingCase.all)
  private func play(_ scenario: ResamplingCase) {
    var resampler = TouchResampler()
    for step in scenario.steps {
      for sample in step.input ?? [] {
        resampler.add(positions(sample), at: Timestamp(seconds: sample.t / 1000))
      }
      guard let frame = step.frame else { continue }
      var output: [Output] = []
      resampler.resample(forFrameAt: Timestamp(seconds: frame / 1000)) { time, positions in
        output.append(Output(microseconds: time.microseconds, positions: positions))
      }
      let expected = (step.expect ?? []).map {
        Output(microseconds: Int64($0.t * 1000), positions: positions($0))
      }
      #expect(output == expected)
    }
  }

  private func positions(_ sample: ResamplingCase.Sample) -> [TouchResampler.Position] {
    sample.pointers.map {
      TouchResampler.Position(
        id: $0.id, point: Point(x: $0.x, y: $0.y), isResampled: $0.resampled ?? false)
    }
  }

  @Test(
    "The file has 6 cases")
  func count() {
    #expect(ResamplingCase.all.count == 6)
  }
}
