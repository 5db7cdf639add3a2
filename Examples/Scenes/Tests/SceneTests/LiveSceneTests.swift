#if Live
  import Foundation
  import TestSupport
  import Testing
  import TouchScript

  extension MockedMachine {
    /// `scene --live`
    struct LiveSceneTests {
      private let folder: TemporaryFolder

      init() throws { folder = try TemporaryFolder() }

      /// The environment of a person whose files are all in the test's folder.
      private var variables: [String: String] {
        [
          "XDG_CONFIG_HOME": folder.file("config"), "XDG_STATE_HOME": folder.file("state"),
        ]
      }

      private func start(_ arguments: [String]) throws -> LiveProgram {
        let program = try LiveProgram(["run"] + arguments, named: "scene", variables: variables)
        try program.wait(for: "Ctrl-C ends")
        return program
      }

      @Test("A scene on a device shows touches, and erases labels though no event follows")
      func sceneOnDevice()
        throws
      {
        let mock = try MockNode(Mock.touchpad)
        let program = try start(["TapTaps", "--live", "event28", "--json", "--textbook"])
        for frame in try LiveFingers([Tap(at: LiveFingers.middle)]).frames { mock.write(frame) }
        try program.wait(for: "\"text\":\"Single Tap Detected\"")
        try program.wait(for: "\"text\":\"\"")
        program.send(SIGINT)
        #expect(program.end() == 0)
        #expect(program.lines.count == 2)
      }

      @Test("A running scene follows a change of its settings")
      func changedSettings() throws {
        let mock = try MockNode(Mock.touchpad)
        let program = try start(["QuartzFun", "--live", "event28", "--json"])
        for frame in try LiveFingers([Pan(.right, length: 20)]).frames { mock.write(frame) }
        try program.wait(for: "\"figure\":\"line\"")
        let change = try LiveProgram(
          ["settings", "set", "QuartzFun", "shape", "ellipse"], named: "scene", variables: variables
        )
        #expect(change.end() == 0)
        // Later than the interval at which the file is looked at.
        for frame in try LiveFingers([Pan(.right, length: 20)], after: 1.5).frames {
          mock.write(frame)
        }
        try program.wait(for: "\"figure\":\"ellipse\"")
        program.send(SIGINT)
        #expect(program.end() == 0)
      }

      @Test(
        "The state of a scene that a signal ends is that of the next run",
        arguments: [SIGINT, SIGTERM])
      func stateAfterSignal(_ signal: Int32) throws {
        let mock = try MockNode(Mock.touchpad)
        let first = try start(["QuartzFun", "--live", "event28", "--json"])
        for frame in try LiveFingers([Pan(.right, length: 20), Wait(0.2)]).frames {
          mock.write(frame)
        }
        try first.wait(for: "\"figure\":\"line\"")
        first.send(signal)
        #expect(first.end() == 0)
        let second = try start(["QuartzFun", "--live", "event28", "--json"])
        for frame in try LiveFingers([Pan(.right, length: 20)]).frames { mock.write(frame) }
        try second.wait(for: "\"figures\":2")
        second.send(SIGINT)
        #expect(second.end() == 0)
        let fresh = try start(["QuartzFun", "--live", "event28", "--json", "--no-restore"])
        for frame in try LiveFingers([Pan(.right, length: 20)]).frames { mock.write(frame) }
        try fresh.wait(for: "\"figures\":1")
        fresh.send(SIGINT)
        #expect(fresh.end() == 0)
        #expect(!fresh.output.contains("\"figures\":2"))
      }

      @Test("A run that opens a file saves its state, which the next run continues")
      func stateAfterRun() throws {
        let mock = try MockNode(Mock.touchpad)
        let path = folder.file("a.json")
        let first = try start([
          "QuartzFun", "--live", "event28", "--json", "--no-restore", "--save", path,
        ])
        for frame in try LiveFingers([Pan(.right, length: 20)]).frames { mock.write(frame) }
        try first.wait(for: "\"figures\":1")
        first.send(SIGINT)
        #expect(first.end() == 0)
        for (arguments, figures) in [(["--open", path], 2), ([], 3)] {
          let program = try start(["QuartzFun", "--live", "event28", "--json"] + arguments)
          for frame in try LiveFingers([Pan(.right, length: 20)]).frames { mock.write(frame) }
          try program.wait(for: "\"figures\":\(figures)")
          program.send(SIGINT)
          #expect(program.end() == 0)
        }
      }
    }
  }
#endif
