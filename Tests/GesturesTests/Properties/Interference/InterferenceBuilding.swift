import Contacts
import Timeline

@testable import Gestures

extension InterferenceStage {
  /// Builds two applications with random windows, views and recognizers.
  func build() {
    for _ in 0..<2 {
      let policies: [any ArbitrationPolicy] = [
        ExclusivePolicy(), StandardPolicy(), IndependentPolicy(),
      ]
      let application = WildApplication(policy: policies[random.index(below: 3)])
      application.stage = self
      // A view may move to the other application, whose touches are others.
      application.arbiter.touchCount = applications.count * 1_000_000
      application.arbiter.observesChanges = random.index(below: 2) == 0
      if random.index(below: 4) == 0 { application.palmFilter = PalmFilter() }
      observe(application)
      applications.append(application)
    }
    for index in 0...(1 + random.index(below: 2)) { addWindow(index) }
    for index in 0..<(1 + random.index(below: 5)) { addView(index) }
    addRecognizers()
  }

  private func addWindow(_ index: Int) {
    let window = Window(touchArea: Size(width: 90, height: 60))
    if random.index(below: 6) == 0 { window.devices = [random.index(below: 2)] }
    window.isMultipleTouchEnabled = random.index(below: 4) > 0
    applications[index == 1 ? 1 : 0]?.addWindow(window)
    windows.append(window)
  }

  private func addView(_ index: Int) {
    let width = 200 + random.uniform() * 400
    let height = 200 + random.uniform() * 300
    let view = WildView(
      "view \(index)",
      frame: Rect(
        x: random.uniform() * 100 - 20, y: random.uniform() * 60 - 20, width: width, height: height),
      on: self)
    view.isMultipleTouchEnabled = random.index(below: 4) > 0
    view.isExclusiveTouch = random.index(below: 8) == 0
    view.isHidden = random.index(below: 12) == 0
    switch random.index(below: 10) {
    case 0: view.transform = .rotation(degrees: 30)
    case 1: view.transform = .scale(x: 0.5, y: 2)
    case 2: view.transform = .scale(x: 0, y: 1)
    default: break
    }
    let choice = random.index(below: 3 + views.count)
    let superview: View = choice < views.count ? views[choice] : windows[choice % windows.count]
    views.append(view)
    if keeps(.view(index)) { superview.addSubview(view) }
  }

  private func addRecognizers() {
    var all: [GestureRecognizer] = []
    if random.index(below: 8) == 0 {
      all += RecognizerSet(profile: Profile.named[random.index(below: 3)]).recognizers
    }
    for _ in 0..<(1 + random.index(below: 7)) { all.append(makeRecognizer()) }
    for (number, recognizer) in all.enumerated() {
      let record = Record(recognizer, number: number)
      records[ObjectIdentifier(recognizer)] = record
      recognizers.append(recognizer)
      vary(recognizer)
      observeActions(of: record)
      let choice = random.index(below: views.count + 2)
      let view: View = choice < views.count ? views[choice] : windows[0]
      if keeps(.recognizer(number)) {
        note(
          "\(number) \(type(of: recognizer)) \((recognizer as? WildRecognizer)?.style, default: "")"
        )
        view.addGestureRecognizer(recognizer)
      }
    }
    for recognizer in recognizers where random.index(below: 4) == 0 {
      let other = recognizers[random.index(below: recognizers.count)]
      note("\(number(recognizer)) requires \(number(other)) to fail")
      recognizer.require(toFail: other)
    }
  }

  /// Gives a recognizer random properties.
  private func vary(_ recognizer: GestureRecognizer) {
    recognizer.cancelsTouchesInView = random.index(below: 3) > 0
    recognizer.delaysTouchesBegan = random.index(below: 4) == 0
    recognizer.delaysTouchesEnded = random.index(below: 3) > 0
    recognizer.requiresExclusiveTouchKind = random.index(below: 4) > 0
    if random.index(below: 8) == 0 { recognizer.allowedTouchKinds = [.pen] }
    if random.index(below: 3) == 0 { recognizer.delegate = delegate }
    if random.index(below: 12) == 0 { recognizer.isEnabled = false }
  }

  private func makeRecognizer() -> GestureRecognizer {
    let isEarly = random.index(below: 2) == 0
    let timing = isEarly ? GestureTiming.early : .onTouchUp
    let ending = random.index(below: 2) == 0 ? GestureEnding.firstTouchUp : .lastTouchUp
    let rule = random.index(below: 3) == 0 ? Profile.Rule.uikit : .standard
    switch random.index(below: 24) {
    case 0, 1, 2:
      let tap = TapRecognizer()
      tap.numberOfTapsRequired = [nil, 1, 2, 3][random.index(below: 4)]
      if random.index(below: 3) == 0 { tap.numberOfTouchesRequired = 2 }
      return tap
    case 3:
      let press = LongPressRecognizer()
      press.settings.recognitionTiming = timing
      press.settings.minimumDuration = isEarly ? 0.02 : 0.5
      return press
    case 4:
      let swipe = SwipeRecognizer()
      swipe.settings.recognitionTiming = timing
      swipe.settings.allowsDiagonals = isEarly
      return swipe
    case 5: return UIKitSwipeRecognizer()
    case 6, 7:
      let pan = PanRecognizer()
      pan.settings.rule = rule
      pan.settings.recognitionTiming = timing
      pan.settings.endsOn = ending
      pan.minimumNumberOfTouches = 1 + random.index(below: 2)
      if random.index(below: 4) == 0 { pan.maximumNumberOfTouches = 2 }
      if random.index(below: 6) == 0 { pan.axis = .horizontal }
      return pan
    case 8:
      let pan = EdgePanRecognizer()
      pan.settings.endsOn = ending
      return pan
    case 9:
      let pinch = PinchRecognizer()
      pinch.settings.rule = rule
      pinch.settings.recognitionTiming = timing
      pinch.settings.endsOn = ending
      pinch.settings.minimumDelta = 10
      return pinch
    case 10:
      let rotation = RotationRecognizer()
      rotation.settings.rule = rule
      rotation.settings.recognitionTiming = timing
      rotation.settings.endsOn = ending
      rotation.settings.minimumAngle = 2
      return rotation
    case 11:
      let drag = TapAndDragRecognizer()
      drag.settings.recognitionTiming = timing
      drag.settings.endsOn = ending
      return drag
    case 12: return TipTapRecognizer()
    case 13: return CheckmarkRecognizer()
    case 14: return TextbookTapRecognizer()
    case 15: return TextbookPinchRecognizer()
    case 16: return TextbookSwipeRecognizer()
    case 17: return TextbookCheckmarkRecognizer()
    default:
      let styles = WildRecognizer.Style.allCases
      let wild = WildRecognizer(
        styles[random.index(below: styles.count)], rank: random.index(below: 5),
        isDiscrete: random.index(below: 2) == 0, on: self)
      if wild.style == .restless && random.index(below: 40) == 0 { wild.deadlinesLeft = .max }
      return wild
    }
  }
}
