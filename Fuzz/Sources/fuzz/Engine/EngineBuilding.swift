import Contacts
import Gestures

extension EngineStage {
  /// Builds two applications with windows, views and recognizers.
  func build() {
    for index in 0..<2 {
      let policies: [any ArbitrationPolicy] = [
        ExclusivePolicy(), StandardPolicy(), IndependentPolicy(),
      ]
      let application = FuzzApplication(policy: bytes.pick(policies) ?? ExclusivePolicy())
      application.stage = self
      if bytes.isOne(in: 4) { application.palmFilter = PalmFilter() }
      applications.append(application)
      addWindow(to: index)
    }
    if bytes.flag() { addWindow(to: 0) }
    for _ in 0...bytes.below(5) { addView() }
    if bytes.isOne(in: 8) {
      RecognizerSet(profile: bytes.pick(Profile.named) ?? .standard).recognizers.forEach(attach)
    }
    for _ in 0...bytes.below(6) { attach(makeRecognizer()) }
    for recognizer in recognizers where bytes.isOne(in: 4) {
      if let other = bytes.pick(recognizers) { recognizer.require(toFail: other) }
    }
  }

  private func addWindow(to index: Int) {
    let window = Window(touchArea: Size(width: 90, height: 60))
    if bytes.isOne(in: 8) { window.devices = [bytes.below(2)] }
    window.isMultipleTouchEnabled = !bytes.isOne(in: 4)
    applications[index].addWindow(window)
    windows.append(window)
  }

  private func addView() {
    let frame = Rect(
      x: bytes.number(-20...80), y: bytes.number(-20...40), width: bytes.number(200...600),
      height: bytes.number(200...500))
    let view = FuzzView(frame: frame, on: self)
    let choice = bytes.byte()
    view.isMultipleTouchEnabled = choice & 3 != 0
    view.isExclusiveTouch = choice & 0x1c == 0x1c
    if choice == 0x20 { view.transform = .rotation(degrees: 30) }
    if choice == 0x21 { view.transform = .scale(x: 0, y: 1) }
    anySuperview()?.addSubview(view)
    views.append(view)
  }

  /// A window or a view.
  func anySuperview() -> View? {
    bytes.flag() ? bytes.pick(windows) : bytes.pick(views) ?? windows[0]
  }

  private func attach(_ recognizer: GestureRecognizer) {
    let choice = bytes.byte()
    recognizer.cancelsTouchesInView = choice & 3 != 0
    recognizer.delaysTouchesBegan = choice & 0x0c == 0x0c
    recognizer.delaysTouchesEnded = choice & 0x10 == 0
    recognizer.requiresExclusiveTouchKind = choice & 0x20 == 0
    if choice & 0xc0 == 0xc0 { recognizer.delegate = delegate }
    add(recognizer)
    anySuperview()?.addGestureRecognizer(recognizer)
  }

  private func makeRecognizer() -> GestureRecognizer {
    let isEarly = bytes.flag()
    let timing = isEarly ? GestureTiming.early : .onTouchUp
    let ending = bytes.flag() ? GestureEnding.firstTouchUp : .lastTouchUp
    switch bytes.below(20) {
    case 0, 1:
      let tap = TapRecognizer()
      tap.numberOfTapsRequired = [nil, 1, 2, 3][bytes.below(4)]
      if bytes.isOne(in: 3) { tap.numberOfTouchesRequired = 2 }
      return tap
    case 2:
      let press = LongPressRecognizer()
      press.settings.recognitionTiming = timing
      press.settings.minimumDuration = isEarly ? 0.02 : 0.5
      return press
    case 3:
      let swipe = SwipeRecognizer()
      swipe.settings.recognitionTiming = timing
      return swipe
    case 4: return UIKitSwipeRecognizer()
    case 5, 6:
      let pan = PanRecognizer()
      pan.settings.rule = bytes.isOne(in: 3) ? .uikit : .standard
      pan.settings.recognitionTiming = timing
      pan.settings.endsOn = ending
      pan.minimumNumberOfTouches = 1 + bytes.below(2)
      return pan
    case 7: return EdgePanRecognizer()
    case 8:
      let pinch = PinchRecognizer()
      pinch.settings.rule = bytes.isOne(in: 3) ? .uikit : .standard
      pinch.settings.recognitionTiming = timing
      pinch.settings.endsOn = ending
      return pinch
    case 9:
      let rotation = RotationRecognizer()
      rotation.settings.rule = bytes.isOne(in: 3) ? .uikit : .standard
      rotation.settings.recognitionTiming = timing
      rotation.settings.endsOn = ending
      return rotation
    case 10: return TapAndDragRecognizer()
    case 11: return TipTapRecognizer()
    case 12: return CheckmarkRecognizer()
    case 13: return TextbookTapRecognizer()
    case 14: return TextbookPinchRecognizer()
    case 15: return TextbookSwipeRecognizer()
    default:
      let style = bytes.pick(FuzzRecognizer.Style.allCases) ?? .discrete
      return FuzzRecognizer(style, rank: bytes.below(5), on: self)
    }
  }
}
