import Contacts
import Gestures
import Testing
import Timeline

private typealias Event = FlutterTouchResampler.Event
private typealias Phase = FlutterTouchResampler.Phase

/// The events of one pointer, and what its samples deliver, in microseconds.
private struct Scenario: CustomTestStringConvertible {
  var testDescription: String
  /// A phase, a time and a position.
  var events: [(phase: Phase, time: Int64, x: Double, y: Double)]
  /// The time of a sample and what it delivers, as in `moved (7.5, 0)`.
  var samples: [(time: Int64, delivered: [String])]
  /// The time to the next sample; 0 keeps ends for their time.
  var interval = 0.0

  /// The cases of Flutter's `resampler_test.dart`.
  static let all = [
    Scenario(
      testDescription: "basic",
      events: [
        (.added, 1000, 0, 50), (.hovered, 2000, 10, 40), (.began, 2000, 10, 40),
        (.moved, 3000, 20, 30), (.moved, 4000, 30, 20), (.ended, 4000, 30, 20),
        (.hovered, 5000, 40, 10), (.hovered, 6000, 50, 0), (.removed, 6000, 50, 0),
      ],
      samples: [
        (500, []), (1500, ["added (5.0, 45.0)"]),
        (2500, ["hovered (15.0, 35.0)", "began (15.0, 35.0)"]), (3500, ["moved (25.0, 25.0)"]),
        (4500, ["moved (35.0, 15.0)", "ended (35.0, 15.0)"]), (5500, ["hovered (45.0, 5.0)"]),
        (6500, ["hovered (50.0, 0.0)", "removed (50.0, 0.0)"]), (7500, []),
      ]),
    Scenario(
      testDescription: "quick tap",
      events: [
        (.added, 1000, 0, 0), (.began, 1000, 0, 0), (.ended, 1000, 0, 0), (.removed, 1000, 0, 0),
      ],
      samples: [
        (1500, ["added (0.0, 0.0)", "began (0.0, 0.0)", "ended (0.0, 0.0)", "removed (0.0, 0.0)"])
      ]),
    Scenario(
      testDescription: "advance slowly",
      events: [
        (.added, 1000, 0, 0), (.began, 1000, 0, 0), (.moved, 2000, 10, 0), (.moved, 3000, 20, 0),
        (.ended, 3000, 20, 0), (.removed, 3000, 20, 0),
      ],
      samples: [
        (1500, ["added (5.0, 0.0)", "began (5.0, 0.0)"]), (1500, []),
        (1750, ["moved (7.5, 0.0)"]), (2000, ["moved (10.0, 0.0)"]),
        (3000, ["moved (20.0, 0.0)", "ended (20.0, 0.0)", "removed (20.0, 0.0)"]),
      ]),
    Scenario(
      testDescription: "advance fast",
      events: [
        (.added, 1000, 0, 0), (.began, 1000, 0, 0), (.moved, 2000, 5, 0), (.moved, 3000, 20, 0),
        (.ended, 4000, 30, 0), (.removed, 4000, 30, 0),
      ],
      samples: [
        (2500, ["added (12.5, 0.0)", "began (12.5, 0.0)"]),
        (5500, ["moved (30.0, 0.0)", "ended (30.0, 0.0)", "removed (30.0, 0.0)"]), (6500, []),
      ]),
    Scenario(
      testDescription: "skip",
      events: [
        (.added, 1000, 0, 0), (.began, 1000, 0, 0), (.moved, 2000, 10, 0), (.ended, 3000, 10, 0),
        (.hovered, 4000, 20, 0), (.began, 4000, 20, 0), (.moved, 5000, 30, 0),
        (.ended, 5000, 30, 0), (.removed, 5000, 30, 0),
      ],
      samples: [
        (1500, ["added (5.0, 0.0)", "began (5.0, 0.0)"]),
        (
          5500,
          [
            "moved (30.0, 0.0)", "ended (30.0, 0.0)", "began (30.0, 0.0)", "ended (30.0, 0.0)",
            "removed (30.0, 0.0)",
          ]
        ), (6500, []),
      ]),
    Scenario(
      testDescription: "skip all",
      events: [
        (.added, 1000, 0, 0), (.began, 1000, 0, 0), (.moved, 4000, 30, 0), (.ended, 4000, 30, 0),
        (.removed, 4000, 30, 0),
      ],
      samples: [
        (500, []),
        (
          5500,
          ["added (30.0, 0.0)", "began (30.0, 0.0)", "ended (30.0, 0.0)", "removed (30.0, 0.0)"]
        ), (6500, []),
      ]),
    Scenario(
      testDescription: "synthetic move",
      events: [
        (.added, 1000, 0, 0), (.began, 2000, 0, 0), (.moved, 3000, 10, 0), (.ended, 4000, 10, 0),
        (.removed, 5000, 10, 0),
      ],
      samples: [
        (500, []), (2000, ["added (0.0, 0.0)", "began (0.0, 0.0)"]),
        (5000, ["moved (10.0, 0.0)", "ended (10.0, 0.0)", "removed (10.0, 0.0)"]), (10000, []),
      ]),
    Scenario(
      testDescription: "next sample time",
      events: [
        (.added, 1000, 0, 0), (.began, 1000, 0, 0), (.moved, 2000, 10, 0), (.moved, 3000, 20, 0),
        (.ended, 3000, 20, 0), (.hovered, 4000, 30, 0), (.removed, 4000, 30, 0),
      ],
      samples: [
        (500, []), (1500, ["added (5.0, 0.0)", "began (5.0, 0.0)"]),
        (2500, ["moved (15.0, 0.0)", "ended (15.0, 0.0)"]),
        (3500, ["hovered (25.0, 0.0)", "removed (25.0, 0.0)"]), (10000, []),
      ],
      interval: 0.001),
  ]
}

@Suite("Flutter's touch resampler")
struct FlutterTouchResamplerTests {
  /// A resampler that samples at the time of the frame.
  private func immediate(interval: Double = 0) -> FlutterTouchResampler {
    var timing = FlutterTouchResampler.Timing()
    timing.latency = 0
    timing.interval = interval
    return FlutterTouchResampler(timing: timing)
  }

  private func sample(_ resampler: inout FlutterTouchResampler, at microseconds: Int64) -> [Event] {
    var events: [Event] = []
    resampler.resample(forFrameAt: Timestamp(microseconds: microseconds)) { events.append($0) }
    return events
  }

  private func text(_ event: Event) -> String {
    "\(event.phase) (\(event.point.x), \(event.point.y))"
  }

  private func event(_ phase: Phase, _ time: Int64, _ x: Double, id: Int = 1) -> Event {
    Event(phase, id: id, point: Point(x: x, y: 0), at: Timestamp(microseconds: time))
  }

  @Test("Samples deliver the same events as in Flutter's tests", arguments: Scenario.all)
  private func play(_ scenario: Scenario) {
    var resampler = immediate(interval: scenario.interval)
    for event in scenario.events {
      resampler.add(
        Event(
          event.phase, id: 1, point: Point(x: event.x, y: event.y),
          at: Timestamp(microseconds: event.time)))
    }
    for expected in scenario.samples {
      let events = sample(&resampler, at: expected.time)
      #expect(events.map(text) == expected.delivered, "at \(expected.time)")
      #expect(events.allSatisfy { $0.time.microseconds == expected.time })
    }
    #expect(!resampler.hasPendingEvents)
  }

  @Test("Events that arrive between samples change nothing that was delivered")
  func stream() {
    let scenario = Scenario.all[0]
    var resampler = immediate()
    var delivered: [String] = []
    // Two events at a time, always later than the next sample time.
    var rest = scenario.events[...]
    for (time, _) in scenario.samples {
      while let event = rest.first, event.time <= time + 1000 {
        resampler.add(
          Event(
            event.phase, id: 1, point: Point(x: event.x, y: event.y),
            at: Timestamp(microseconds: event.time)))
        rest.removeFirst()
      }
      delivered += sample(&resampler, at: time).map(text)
      #expect(sample(&resampler, at: time).isEmpty)
    }
    #expect(delivered == scenario.samples.flatMap(\.delivered))
  }

  @Test("By default samples are 38 ms behind the frame, and an end within 16.667 ms is early")
  func timing() {
    #expect(FlutterTouchResampler.Timing().latency == 0.038)
    #expect(FlutterTouchResampler.Timing().interval == 0.016667)
    for (lift, isEarly) in [(116_666, true), (116_667, false)] as [(Int64, Bool)] {
      var resampler = FlutterTouchResampler()
      resampler.add(event(.began, 0, 0))
      resampler.add(event(.moved, 50_000, 50))
      resampler.add(event(.moved, 110_000, 110))
      resampler.add(event(.ended, lift, 110))
      let events = sample(&resampler, at: 138_000)
      #expect(events.first.map(text) == "began (100.0, 0.0)")
      #expect(events.allSatisfy { $0.time.microseconds == 100_000 })
      #expect(events.contains { $0.phase == .ended } == isEarly)
    }
  }

  @Test(
    "Neither a second touch nor a cancellation is early",
    arguments: [FlutterTouchResampler.Phase.began, .cancelled])
  func notEarly(phase: FlutterTouchResampler.Phase) {
    var resampler = immediate(interval: 0.010)
    resampler.add(event(.began, 0, 0))
    resampler.add(event(phase, 4000, 4))
    resampler.add(event(.ended, 5000, 5))
    #expect(sample(&resampler, at: 2000).map(text) == ["began (2.0, 0.0)"])
    #expect(sample(&resampler, at: 6000).count == 3)
  }

  @Test("A touch without later samples stays where the device reported it last")
  func noExtrapolation() {
    var resampler = immediate()
    resampler.add(event(.began, 0, 0))
    resampler.add(event(.moved, 10_000, 10))
    #expect(sample(&resampler, at: 5000).map(text) == ["began (5.0, 0.0)"])
    #expect(sample(&resampler, at: 15_000).map(text) == ["moved (10.0, 0.0)"])
    #expect(sample(&resampler, at: 25_000).isEmpty)
    // The next sample is interpolated from the last one.
    resampler.add(event(.moved, 40_000, 40))
    #expect(sample(&resampler, at: 30_000).map(text) == ["moved (30.0, 0.0)"])
  }

  @Test("Touches are resampled alone, in the order of their appearance")
  func severalTouches() {
    var resampler = immediate()
    resampler.add(event(.began, 0, 0, id: 7))
    resampler.add(event(.began, 1000, 100, id: 3))
    resampler.add(event(.moved, 2000, 20, id: 7))
    #expect(
      sample(&resampler, at: 1000).map { "\($0.id) \(text($0))" } == [
        "7 began (10.0, 0.0)", "3 began (100.0, 0.0)",
      ])
  }

  @Test("A pointer that ended is forgotten, and begins anew without a movement")
  func forgotten() {
    var resampler = immediate()
    resampler.add(event(.began, 0, 0))
    resampler.add(event(.ended, 1000, 0))
    #expect(sample(&resampler, at: 1000).count == 2)
    resampler.add(event(.began, 5000, 300))
    #expect(sample(&resampler, at: 5000).map(text) == ["began (300.0, 0.0)"])
  }

  @Test("A flush delivers pending events unchanged and forgets the pointers")
  func flush() {
    let events = [
      event(.added, 1000, 0), event(.began, 2000, 0), event(.moved, 3000, 10),
      event(.moved, 4000, 20), event(.ended, 4000, 20), event(.removed, 5000, 20),
    ]
    var resampler = immediate()
    for event in events { resampler.add(event) }
    #expect(sample(&resampler, at: 500).isEmpty)
    var flushed: [Event] = []
    resampler.flush { flushed.append($0) }
    #expect(flushed == events)
    #expect(sample(&resampler, at: 10_000).isEmpty)
  }

  @Test("Earlier times are clamped to the last one, and a reset forgets everything")
  func backwardAndReset() {
    var resampler = immediate()
    resampler.add(event(.began, 1000, 0))
    resampler.add(event(.moved, 500, 10))
    #expect(resampler.hasPendingEvents)
    #expect(sample(&resampler, at: 999).isEmpty)
    #expect(sample(&resampler, at: 1000).map(text) == ["began (10.0, 0.0)"])
    resampler.add(event(.moved, 2000, 20))
    resampler.reset()
    #expect(sample(&resampler, at: 3000).isEmpty)
  }

  @Test("A steady finger is shown at even steps, 38 ms behind, at any report rate")
  func steady() {
    var resampler = FlutterTouchResampler()
    var next: Int64 = 0
    var shown: [(time: Int64, x: Double)] = []
    for frame in 1...60 {
      let time = Int64(frame) * 1_000_000 / 60
      while next <= time {
        resampler.add(event(next == 0 ? .began : .moved, next, Double(next)))
        next += 1_000_000 / 85
      }
      for event in sample(&resampler, at: time) { shown.append((time, event.point.x)) }
    }
    #expect(shown.count == 58)
    for (time, x) in shown { #expect(abs(Double(time) - 38_000 - x) < 1e-6) }
  }
}
