import TestSupport
import Testing

struct TuneTests {
  @Test("The best profile is printed, written and read again")
  func tune() throws {
    let folder = try TemporaryFolder()
    try folder.write("both.evemu", SampleRecording.both)
    try folder.write("swipe.evemu", SampleRecording.swipe)
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
    #expect(rows.contains { $0.hasPrefix("before 0.800 ") }, "\(result.output)")
    // The fold without the recording with a tap cannot know, so that each profile has one vote.
    #expect(
      rows.contains { $0.hasPrefix("best 1.000 ") && $0.hasSuffix(" chosen by 1 of 2 folds") })
    #expect(
      rows.contains { $0.hasPrefix("left out 0.800 ") && $0.hasSuffix(" 2 folds: 0.667 1.000") })
    #expect(
      rows.contains {
        $0.hasPrefix("tap.maximumDuration 0.01 s 1.000 ") && $0.hasSuffix(" best, of 1 fold")
      })
    #expect(rows.contains { $0.hasPrefix("gain on recordings left out: 0.000 ") })
    #expect(
      rows.contains {
        $0.hasPrefix("optimism: +0.200: the highest F1 of 3 profiles is 1.000 on all recordings,")
      })
    #expect(rows.contains("not judged: tap: no label has one, so only false reports of it count"))
    let score = try Program.run(["score", "--minimum", "1", "--profile", output, folder.path])
    #expect(score.exitCode == 0)
    let json = try Program.run(arguments + ["--json"])
    #expect(json.output.contains(#""best":{"precision":1.0,"precision_interval":"#))
    #expect(json.output.contains(#""highest_f1":1.0,"optimism":0.2,"folds":"#))
    #expect(
      json.output.contains(
        #""parameter":"tap.maximumDuration","unit":"s","best":0.01,"flat":[0.01,0.01]"#))
  }
}
