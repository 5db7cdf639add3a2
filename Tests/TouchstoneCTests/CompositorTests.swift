import CTouchstone
import Contacts
import Gestures
import Testing

@testable import TouchstoneC

/// What a compositor needs besides gestures: when touches are none, and which ones it wants.
@Suite("Engines of compositors")
struct CompositorTests {
  private static func engine(
    flags: touchstone_flags? = nil, kinds: [Gesture.Kind] = [],
    size: Size = Size(width: 120, height: 80)
  ) -> CEngine {
    CEngine(size, isTouchpad: false, flags: flags, kinds: kinds)
  }

  private static func candidates(_ engine: CEngine) -> Set<Gesture.Kind> {
    let bits = touchstone_engine_candidates(engine.handle)
    return Set(Gesture.Kind.allCases.filter { bits & $0.bit != 0 })
  }

  /// A finger that moves to the right from 30, 40 mm: its positions at 10 ms intervals.
  private static func move(_ engine: CEngine, to positions: [Double]) {
    _ = touchstone_engine_touch_down(engine.handle, 0, 0, 30, 40)
    _ = touchstone_engine_touch_frame(engine.handle)
    for (index, x) in positions.enumerated() {
      _ = touchstone_engine_touch_motion(engine.handle, Int64(index + 1) * 10_000, 0, 30 + x, 40)
      _ = touchstone_engine_touch_frame(engine.handle)
    }
  }

  private static func lift(_ engine: CEngine, at time: Int64) {
    _ = touchstone_engine_touch_up(engine.handle, time, 0)
    _ = touchstone_engine_touch_frame(engine.handle)
  }

  /// The gestures of an engine as words.
  private static func reports(_ engine: CEngine) -> [String] {
    engine.gestures().map { gesture in
      let kind = String(cString: touchstone_kind_name(gesture.kind))
      return "\(kind) \(String(cString: touchstone_state_name(gesture.state)))"
    }
  }

  // MARK: States

  @Test("A long press is reported when its time is over, and at its end")
  func longPress() {
    let engine = Self.engine(flags: TOUCHSTONE_REPORT_BEGAN)
    Self.move(engine, to: [])
    _ = touchstone_engine_advance(engine.handle, 400_000)
    #expect(Self.reports(engine).isEmpty)
    _ = touchstone_engine_advance(engine.handle, 600_000)
    #expect(Self.reports(engine) == ["longPress began"])
    Self.lift(engine, at: 3_000_000)
    #expect(Self.reports(engine) == ["longPress ended"])
  }

  @Test("A pan that is reported when it begins is reported again at its end, without its changes")
  func pan() {
    let engine = Self.engine(flags: TOUCHSTONE_REPORT_BEGAN)
    Self.move(engine, to: (1...80).map { Double($0) / 2 })
    #expect(Self.reports(engine) == ["pan began"])
    Self.lift(engine, at: 1_500_000)
    #expect(Self.reports(engine) == ["pan ended"])
  }

  @Test("A gesture that began is reported as cancelled where another one pre-empts it")
  func preempted() {
    let engine = Self.engine(flags: TOUCHSTONE_REPORT_BEGAN)
    Self.move(engine, to: (1...10).map { Double($0) * 4 })
    Self.lift(engine, at: 105_000)
    _ = touchstone_engine_finish(engine.handle)
    let reports = Self.reports(engine)
    #expect(reports.contains("swipe recognized"))
    let begun = reports.filter { $0.hasSuffix(" began") }.count
    #expect(begun == reports.filter { $0.hasSuffix("ended") || $0.hasSuffix("cancelled") }.count)
  }

  // MARK: Kinds

  @Test("An engine recognizes the chosen kinds only")
  func kinds() {
    let swipes = Self.engine(kinds: [.swipe])
    Self.move(swipes, to: [])
    Self.lift(swipes, at: 50_000)
    _ = touchstone_engine_finish(swipes.handle)
    #expect(Self.reports(swipes).isEmpty)
    Self.move(swipes, to: (1...10).map { Double($0) * 4 })
    Self.lift(swipes, at: 105_000)
    _ = touchstone_engine_finish(swipes.handle)
    #expect(Self.reports(swipes) == ["swipe recognized"])
  }

  @Test("Each kind can be chosen alone", arguments: Gesture.Kind.allCases.filter { $0 != .shake })
  func eachKind(kind: Gesture.Kind) {
    let engine = Self.engine(kinds: [kind])
    #expect(engine.handle != nil)
    Self.move(engine, to: [])
    // No path is recognized without shapes.
    #expect(Self.candidates(engine).isSubset(of: [kind]))
  }

  @Test("A set with an unknown kind is an error", arguments: [1, 1 << 12, UInt64.max])
  func unknownKinds(bits: UInt64) {
    var options = touchstone_options()
    options.size = MemoryLayout<touchstone_options>.size
    options.kinds = bits
    var handle: OpaquePointer?
    #expect(touchstone_engine_create(&options, &handle) == TOUCHSTONE_INVALID_ARGUMENT)
    #expect(handle == nil)
    #expect(String(cString: touchstone_message()).contains("TOUCHSTONE_KIND_BIT"))
  }

  // MARK: Candidates

  @Test("Touches may become a gesture until no chosen recognizer can recognize them")
  func candidates() {
    let engine = Self.engine(kinds: [.swipe, .pinch])
    #expect(Self.candidates(engine).isEmpty)
    Self.move(engine, to: [])
    #expect(Self.candidates(engine) == [.swipe, .pinch])
    // Too slow for a swipe, and one finger is no pinch.
    Self.move(engine, to: (1...60).map { Double($0) / 10 })
    #expect(!Self.candidates(engine).contains(.swipe))
    Self.lift(engine, at: 900_000)
    #expect(Self.candidates(engine).isEmpty)
  }

  @Test("A tap that may become a double tap is undecided after the touch")
  func tapAfterLift() {
    let engine = Self.engine(kinds: [.tap])
    Self.move(engine, to: [])
    Self.lift(engine, at: 50_000)
    #expect(Self.candidates(engine) == [.tap])
    _ = touchstone_engine_advance(engine.handle, 1_000_000)
    #expect(Self.candidates(engine).isEmpty)
    #expect(Self.reports(engine) == ["tap recognized"])
  }

  @Test("A gesture that lasts is its own candidate, and the only one")
  func gestureInProgress() {
    let engine = Self.engine(kinds: [.pan, .swipe])
    Self.move(engine, to: (1...80).map { Double($0) / 2 })
    #expect(Self.candidates(engine) == [.pan])
    Self.lift(engine, at: 1_500_000)
    #expect(Self.candidates(engine).isEmpty)
  }

  // MARK: Sizes

  @Test(
    "A touch area of unknown size has an assumed one",
    arguments: [(false, Size(width: 120, height: 67.5)), (true, Size(width: 69, height: 50))])
  func unknownSize(isTouchpad: Bool, expected: Size) {
    let engine = CEngine(.zero, isTouchpad: isTouchpad)
    var (width, height) = (0.0, 0.0)
    #expect(touchstone_engine_get_size(engine.handle, &width, &height) == TOUCHSTONE_OK)
    #expect(Size(width: width, height: height) == expected)
  }
}
