import TestSupport
import Testing

struct TuneTests {
  @Test("The best profile is printed, written and read again")
  func tune() throws {
    let folder = try TemporaryFolder()
    try folder.write("both.evemu", Trace.both)
    try folder.write("swipe.evemu", Trace.swipe)
    let swipe = #"{"gesture":"swipe","touches":1,"direction":"right","start":0,"end":0.2}"#
    try folder.write(
      "labels.jsonl",
      """
      {"v":2,"file":"both.evemu","expect":[\(swipe)]}
      {"v":2,"file":"swipe.evemu","expect":[\(swipe)]}

      """)
    let output = folder.path + "/mine.yml"
    let arguments = [
      "tune", folder.path, "--vary", "tap.maximumDuration=0.01..0.5", "--steps", "3", "--folds",
      "2",
    ]
    let result = try Program.run(arguments + ["--output", output])
    #expect(result.exitCode == 0, "\(result.remarks)")
    // No label has the tap of 0.08 s.
    let rows = result.lines.map { $0.split(separator: " ").joined(separator: " ") }
    #expect(rows.contains("before 0.667 1.000 0.800"), "\(result.output)")
    #expect(rows.contains { $0.hasPrefix("best 1.000 1.000 1.000 ") })
    // The fold without the recording with a tap cannot know.
    #expect(rows.contains("left out 0.667 1.000 0.800 recordings of 2 folds: 0.667 1.000"))
    #expect(rows.contains("tap.maximumDuration 0.01 s 1.000 1.000 1.000 best, chosen by 1 fold"))
    #expect(rows.contains("not judged: tap: no label has one, so only false reports of it count"))
    let score = try Program.run(["score", "--minimum", "1", "--profile", output, folder.path])
    #expect(score.exitCode == 0)
    let json = try Program.run(arguments + ["--json"])
    #expect(json.output.contains(#""best":{"precision":1.0,"recall":1.0,"f1":1.0}"#))
    #expect(
      json.output.contains(
        #""parameter":"tap.maximumDuration","unit":"s","best":0.01,"flat":[0.01,0.01]"#))
  }
}
