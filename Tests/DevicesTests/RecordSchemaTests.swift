#if Live
  import Foundation
  import TestSupport
  import Testing
  import TouchScript

  extension MockedMachine {
    /// The records of devices conform to their schemas, validated by Python's `jsonschema`.
    @Suite(
      .enabled("Python's jsonschema is not installed (Debian's python3-jsonschema)") {
        try Validator.isInstalled
      })
    struct RecordSchemaTests {
      private func expect(
        _ program: LiveProgram, conformsTo schema: String
      ) throws {
        #expect(!program.lines.isEmpty, "\(program.remarks)")
        let folder = try TemporaryFolder()
        let output = try folder.write("output.jsonl", program.output)
        let verdict = try Validator.run(schemas: [schema], [output])
        #expect(verdict.exitCode == 0, "\(verdict.output)\(verdict.remarks)")
      }

      @Test(
        "Every line of a live run conforms to the schema of live",
        arguments: [
          ([], "\"gesture\":\"pinch\""), (["--events"], "\"state\":\"began\""),
          (["--touches"], "\"tap_count\":"), (["--trace-states"], "\"sentence\":"),
        ])
      func live(options: [String], text: String) throws {
        let mock = try MockNode(Mock.touchpad)
        let program = try LiveProgram(["live", "event28", "--json"] + options)
        try program.wait(for: "Ctrl-C ends")
        for frame in try LiveFingers(LiveFingers.usual).frames { mock.write(frame) }
        mock.unplug()
        #expect(program.end() == 69)
        #expect(program.output.contains(text))
        try expect(program, conformsTo: "live")
      }

      @Test(
        "Every line of the list of devices conforms to its schema",
        arguments: [["devices"], ["devices", "--all"]])
      func devices(command: [String]) throws {
        let program = try LiveProgram(command + ["--json"])
        #expect(program.end() == 0)
        try expect(program, conformsTo: "devices")
      }

      @Test("Devices that come and go conform to the schema of the list")
      func watch() throws {
        let program = try LiveProgram(["devices", "--all", "--watch", "--json"])
        try program.wait(for: "event31")
        try Mock.announce("add", Mock.keyboard)
        try program.wait(for: "\"change\":\"added\"")
        try Mock.announce("remove", Mock.keyboard)
        try program.wait(for: "\"change\":\"removed\"")
        program.send(SIGINT)
        #expect(program.end() == 0)
        try expect(program, conformsTo: "devices")
      }
    }
  }
#endif
