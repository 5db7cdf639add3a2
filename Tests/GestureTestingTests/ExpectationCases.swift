import GestureTesting

extension ExpectationTests {
  static let cases: [Case] = [
    Case(
      "number of taps",
      """
      gestures of the script: 0 of 1 as expected, 1 different
      wrong tap ×3: 2 taps, not 3
          expected  recognized
        ~ tap ×3    tap ×2      0.57 s
      """
    ) {
      Tap(count: 2)
    } expects: {
      Tap(count: 3)
    },
    Case(
      "fingers",
      """
      gestures of the script: 0 of 1 as expected, 1 different
      wrong swipe left, 3 fingers: 2 fingers, not 3
          expected               recognized
        ~ swipe left, 3 fingers  swipe left, 2 fingers  0.26 s
      """
    ) {
      Swipe(.left, fingers: 2)
    } expects: {
      Swipe(.left, fingers: 3)
    },
    Case(
      "direction",
      """
      gestures of the script: 0 of 1 as expected, 1 different
      wrong swipe up: left, not up
          expected  recognized
        ~ swipe up  swipe left  0.26 s
      """
    ) {
      Swipe(.left)
    } expects: {
      Swipe(.up)
    },
    Case(
      "missing: too slow",
      """
      gestures of the script: 0 of 1 as expected, 1 missing, 1 unexpected
      No swipe to the left: the movement took 0.550 s, at most 0.500 s allowed \
      (swipe.maximumDuration). It was reported as a pan to the left. It is recognized with a \
      limit of 0.55 s, or when made 1.1 times as fast.
          expected    recognized
        - swipe left
        +             pan left    0.81 s
      """
    ) {
      Swipe(.left, duration: 0.8)
    } expects: {
      Swipe(.left)
    },
    Case(
      "missing: too short",
      """
      gestures of the script: 0 of 1 as expected, 1 missing, 1 unexpected
      No swipe to the left: the fingers travelled 4.0 mm, at least 5.6 mm needed \
      (swipe.initialSlop). It was reported as a tap. It is recognized with a limit of 3.99 mm, \
      or when made 1.2 times as slow.
          expected    recognized
        - swipe left
        +             tap         0.56 s
      """
    ) {
      Swipe(.left, length: 4)
    } expects: {
      Swipe(.left)
    },
    Case(
      "missing: moves too far",
      """
      gestures of the script: 0 of 1 as expected, 1 missing, 1 unexpected
      No swipe to the left: distance across over distance along was 0.75, at most 0.58 allowed \
      (swipe.maximumDeviation). It was reported as a pan to the left. It is recognized with a \
      limit of 0.751, or when turned 7° clockwise.
          expected    recognized
        - swipe left
        +             pan left    0.31 s
      """
    ) {
      Fingers {
        Finger(at: Point(x: 70, y: 20)).draw([Point(x: 45, y: 20), Point(x: 30, y: 50)], over: 0.3)
      }
    } expects: {
      Swipe(.left)
    },
    Case(
      "missing: no touch",
      """
      gestures of the script: 0 of 1 as expected, 1 missing
      No tap: no finger touched down.
          expected  recognized
        - tap
      """
    ) {
      Wait(1)
    } expects: {
      Tap()
    },
    Case(
      "missing: no recognizer",
      """
      gestures of the script: 1 of 2 as expected, 1 missing
      No tip-tap: the profile standard has no tipTap: its rule is off (`tipTap: {rule: standard}` \
      in a profile switches it on, which alone does not suffice). It was reported as a tap.
          expected             recognized
          tap                  tap         0.38 s
        - tipTap, any fingers
      """
    ) {
      Tap()
    } expects: {
      Tap()
      GestureExpectation(.tipTap)
    },
    Case(
      "missing among others",
      """
      gestures of the script: 2 of 3 as expected, 1 missing, 1 unexpected
      No long press at 1.080 s: it lasted 0.400 s, at least 0.500 s needed \
      (longPress.minimumDuration). It was reported as a tap. It is recognized with a limit of 0.4 \
      s, or when made 1.25 times as slow.
          expected     recognized
          tap          tap          0.38 s
        - longPress
        +              tap          1.78 s
          swipe right  swipe right  2.73 s
      """
    ) {
      Tap()
      Wait(1)
      LongPress(duration: 0.4)
      Wait(1)
      Swipe(.right)
    } expects: {
      Tap()
      LongPress()
      Swipe(.right)
    },
    Case(
      "unexpected",
      """
      gestures of the script: 1 of 1 as expected, 1 unexpected
          expected  recognized
        +           tap         0.38 s
          swipe up  swipe up    1.33 s
      """
    ) {
      Tap()
      Wait(1)
      Swipe(.up)
    } expects: {
      Swipe(.up)
    },
    Case(
      "nothing expected",
      """
      gestures of the script: none expected, 1 unexpected
          expected  recognized
        +           tap         0.38 s
      """
    ) {
      Tap()
    } expects: {
    },
    Case(
      "order",
      """
      gestures of the script: 1 of 2 as expected, 1 missing, 1 unexpected
      no swipe up: it was recognized at 1.33 s, out of order
          expected  recognized
        - swipe up
          tap       tap         0.38 s
        +           swipe up    1.33 s
      """
    ) {
      Tap()
      Wait(1)
      Swipe(.up)
    } expects: {
      Swipe(.up)
      Tap()
    },
    Case(
      "any order, one missing",
      """
      gestures of the script: 2 of 3 as expected, 1 missing
      No rotation of 2 fingers clockwise at 1.080 s: 1 finger, 2 expected. It was reported as a \
      swipe upward. No sufficient change of one or two settings, or of the movement, was found.
          expected                       recognized
          swipe up                       swipe up    1.33 s
          tap                            tap         0.38 s
        - rotation clockwise, 2 fingers
      """, .inAnyOrder
    ) {
      Tap()
      Wait(1)
      Swipe(.up)
    } expects: {
      Swipe(.up)
      Tap()
      Rotation(.clockwise)
    },
    Case(
      "others allowed, one missing",
      """
      gestures of the script: 0 of 1 as expected, 1 missing
      No long press at 0.000 s: it lasted 0.080 s, at least 0.500 s needed \
      (longPress.minimumDuration). It was reported as a tap. It is recognized with a limit of \
      0.08 s, or when made 6.3 times as slow.
          expected   recognized
        - longPress
                     tap         0.38 s
                     swipe up    1.33 s
      """, .including
    ) {
      Tap()
      Wait(1)
      Swipe(.up)
    } expects: {
      LongPress()
    },
    Case(
      "position",
      """
      gestures of the script: 0 of 1 as expected, 1 different
      wrong tap, near (20, 45) mm: 15 mm from (20, 45) mm, at most 8 allowed
          expected               recognized
        ~ tap, near (20, 45) mm  tap         0.38 s
      """
    ) {
      Tap(at: Point(x: 20, y: 30))
    } expects: {
      Tap(at: Point(x: 20, y: 45))
    },
    Case(
      "position with a tolerance",
      """
      gestures of the script: 0 of 1 as expected, 1 different
      wrong tap, near (20, 31) mm ± 0.5: 1 mm from (20, 31) mm, at most 0.5 allowed
          expected                     recognized
        ~ tap, near (20, 31) mm ± 0.5  tap         0.38 s
      """
    ) {
      Tap(at: Point(x: 20, y: 30))
    } expects: {
      Tap().near(Point(x: 20, y: 31), within: 0.5)
    },
    Case(
      "time",
      """
      gestures of the script: 0 of 1 as expected, 1 different
      wrong tap, at 2 s: at 0.38 s, not 2 ± 0.05
          expected     recognized
        ~ tap, at 2 s  tap         0.38 s
      """
    ) {
      Tap()
    } expects: {
      Tap().recognized(at: 2)
    },
    Case(
      "time with a tolerance",
      """
      gestures of the script: 0 of 1 as expected, 1 different
      wrong tap, from 0.9 s ± 0.02: started at 1 s, not 0.9 ± 0.02
          expected                recognized
        ~ tap, from 0.9 s ± 0.02  tap         1.38 s
      """
    ) {
      Wait(1)
      Tap()
    } expects: {
      Tap().started(at: 0.9, within: 0.02)
    },
    Case(
      "duration",
      """
      gestures of the script: 0 of 1 as expected, 1 different
      wrong longPress, lasting 0.5...1: took 2.01 s, not 0.5 to 1
          expected                    recognized
        ~ longPress, lasting 0.5...1  longPress   2.01 s
      """
    ) {
      LongPress(duration: 2)
    } expects: {
      LongPress().lasting(0.5...1)
    },
    Case(
      "scale",
      """
      gestures of the script: 0 of 1 as expected, 1 different
      wrong pinch out, 2 fingers, ×3: scaled by 2, not 3 ± 0.75
          expected                  recognized
        ~ pinch out, 2 fingers, ×3  pinch out, 2 fingers, ×2  0.61 s
      """
    ) {
      Pinch(from: 20, to: 40)
    } expects: {
      Pinch(from: 20, to: 60)
    },
    Case(
      "scale with a tolerance",
      """
      gestures of the script: 0 of 1 as expected, 1 different
      wrong pinch out, 2 fingers, ×2.5 ± 10 %: scaled by 2, not 2.5 ± 0.25
          expected                           recognized
        ~ pinch out, 2 fingers, ×2.5 ± 10 %  pinch out, 2 fingers, ×2  0.61 s
      """
    ) {
      Pinch(from: 20, to: 40)
    } expects: {
      Pinch(.out).scaled(by: 2.5, within: 0.1)
    },
    Case(
      "angle",
      """
      gestures of the script: 0 of 1 as expected, 1 different
      wrong rotation clockwise, 2 fingers, 90°: turned by 60°, not 90 ± 15
          expected                            recognized
        ~ rotation clockwise, 2 fingers, 90°  rotation clockwise, 2 fingers, 60°  0.81 s
      """
    ) {
      Rotation(degrees: 60)
    } expects: {
      Rotation(degrees: 90)
    },
    Case(
      "cancelled",
      """
      gestures of the script: 0 of 1 as expected, 1 different
      wrong pan left, cancelled: was not cancelled
          expected             recognized
        ~ pan left, cancelled  pan left    1.01 s
      """
    ) {
      Pan(.left)
    } expects: {
      Pan(.left).cancelled()
    },
    Case(
      "not cancelled",
      """
      gestures of the script: 0 of 1 as expected, 1 different
      wrong pan left: was cancelled
          expected  recognized
        ~ pan left  pan left, cancelled  0.6 s
      """
    ) {
      Together {
        Pan(.left, duration: 1)
        InSequence {
          Wait(0.6)
          Interrupt(0.1)
        }
      }
    } expects: {
      Pan(.left)
    },
    Case(
      "a long press instead of a tap",
      """
      gestures of the script: 0 of 1 as expected, 1 missing, 1 unexpected
      No tap: the movement took 1.009 s, at most 0.500 s allowed (tap.maximumDuration); and a \
      long press took the touches, since longPress.minimumDuration is 0.5 s and not 1.011 s. It \
      was reported as a long press. It is recognized with tap.maximumDuration at 1.01 s and \
      longPress.minimumDuration at 1.011 s, or when made 2.1 times as fast.
          expected  recognized
        - tap
        +           longPress   1.01 s
      """
    ) {
      LongPress()
    } expects: {
      Tap()
    },
    Case(
      "a swipe instead of a checkmark",
      """
      gestures of the script: 0 of 1 as expected, 1 missing, 1 unexpected
      No checkmark: a leg of 0.0 mm, at least 2.3 mm needed (checkmark.minimumLength); and a swipe \
      took the touches. It was reported as a swipe to the right. No sufficient change of one or \
      two settings, or of the movement, was found.
          expected   recognized
        - checkmark
        +            swipe right  0.26 s
      """
    ) {
      Swipe(.right)
    } expects: {
      Checkmark()
    },
    Case(
      "a pan instead of a tap-and-drag",
      """
      gestures of the script: 0 of 1 as expected, 1 missing, 1 unexpected
      No tap-and-drag to the right: 0 taps, at least 1 needed. It was reported as a pan to the \
      right. No sufficient change of one or two settings, or of the movement, was found.
          expected          recognized
        - tapAndDrag right
        +                   pan right   1.01 s
      """
    ) {
      Pan(.right)
    } expects: {
      TapAndDrag(.right)
    },
  ]
}
