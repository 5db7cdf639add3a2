#if Live
  import Foundation
  import Playback
  import TestSupport
  import Testing

  @testable import Devices

  extension MockedMachine {
    struct RecordingPlayerTests {
      private let mock: MockNode
      private let player: RecordingPlayer

      init() throws {
        mock = try MockNode(Mock.touchpad)
        let path = packageFolder.appending(path: "Traces/tap.evemu").path
        player = try RecordingPlayer(
          PlayedTrace(path: path), into: [VirtualDevice(existing: Mock.touchpad)])
        player.speed = nil
      }

      @Test("A player plays the recording in each run, also after it has lingered")
      func again() throws {
        try player.run()
        let events = player.events
        #expect(player.rounds == 1 && events > 0)
        try player.run()
        #expect(player.rounds == 2 && player.events == 2 * events)
        player.linger(0)
        try player.run()
        #expect(player.rounds == 3 && player.events == 3 * events)
      }

      @Test("A player that is stopped before a run ends that run early, and plays in the next")
      func stopped() throws {
        player.loop.stop()
        try player.run()
        #expect(player.rounds == 0 && player.events == 0)
        try player.run()
        #expect(player.rounds == 1)
      }

      @Test("A signal ends all runs after it")
      func signal() throws {
        try player.loop.stop(on: [SIGUSR2])
        pthread_kill(pthread_self(), SIGUSR2)
        for _ in 0..<2 { try player.run() }
        #expect(player.rounds == 0 && player.loop.signal == SIGUSR2)
      }
    }
  }
#endif
