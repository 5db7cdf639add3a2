import Files
import SensorFormats
import Sensors
import Testing

@Suite struct MotionScriptTests {
  private func read(_ text: String) throws(FileError) -> MotionScriptFile {
    try MotionScriptFile(ByteSource(name: "test", bytes: Array(text.utf8)))
  }

  @Test("A script has motions at times, and settings of the sensor")
  func script() throws {
    let file = try read(
      """
      # a phone
      rate 50
      noise 0.01
      bias 0.1 0 -0.2   # off
      quantum 0.001
      range 2
      jitter 0.002
      loss 0.05
      seed 7
      pose faceUp

      1.0 turn landscapeLeft 0.5
      2 shake 0.8 4 2.5 x
      4 tap 3 z
      5 drop 0.5
      7 walk 5 1.8 0.4
      """)
    #expect(file.sensor.rate == 50 && file.sensor.range == 2 && file.sensor.loss == 0.05)
    #expect(file.sensor.bias == Acceleration(x: 0.1, y: 0, z: -0.2))
    #expect(file.seed == 7)
    #expect(file.script.attitude == Attitude(.faceUp))
    #expect(
      file.script.actions == [
        .init(start: 1, .turn(to: Attitude(.landscapeLeft), duration: 0.5)),
        .init(start: 2, .shake(duration: 0.8, frequency: 4, peak: 2.5, axis: .x)),
        .init(start: 4, .tap(peak: 3, axis: .z)), .init(start: 5, .drop(height: 0.5)),
        .init(start: 7, .walk(duration: 5, steps: 1.8, peak: 0.4)),
      ])
    // A second after the last step.
    #expect(file.script.duration == 13)
    #expect(try read("end 3\n").script.duration == 3)
  }

  @Test(
    "Errors have a line and a column",
    arguments: [
      ("rat 5\n", 1, 1, "rate"), ("rate x\n", 1, 6, "samples per second"),
      ("rate 0\n", 1, 6, "samples per second"), ("1 jump\n", 1, 3, "shake"),
      ("1 shake 1 2 3 w\n", 1, 15, "x, y or z"), ("\n1 turn up 1\n", 2, 8, "orientation"),
      ("1 drop 1 1\n", 1, 10, "end of the line"), ("end 1e99\n", 1, 5, "seconds"),
      ("pose\n", 1, 5, "orientation"), ("1 shake 1 0 3 x\n", 1, 11, "a frequency above 0"),
      ("end 3\n 3.1 tap 2 z\n1 tap 2 z\n", 2, 2, "before the script's end"),
      ("5 tap 2 z\nend 4\n", 1, 1, "before the script's end"),
    ])
  func errors(text: String, line: Int, column: Int, expected: String) {
    let error = #expect(throws: FileError.self) { try read(text) }
    #expect(error?.position == .line(line, column: column), "\(String(describing: error))")
    #expect(error?.expected.contains(expected) ?? false, "\(String(describing: error))")
  }
}
