import Checking
import Files
import Gestures
import Testing
import Timeline

struct ExpectedGestureTests {
  @Test(
    "The text of an expected gesture reads as the same gesture",
    arguments: [
      "tap", "tap,taps=2", "swipe,touches=3", "swipe,touches=3,direction=left",
      "pinch,direction=in,at=1.25", "path,name=v", "tap,touches=2,taps=3,at=0",
      "swipe,direction=upLeft", "rotation,direction=counterclockwise", "edgePan", "tapAndDrag",
    ])
  func text(text: String) throws {
    let expected = try ExpectedGesture(parsing: text)
    #expect(expected.text == text)
    #expect(try ExpectedGesture(parsing: expected.text) == expected)
  }

  @Test(
    "A malformed gesture names what was expected and the nearest word",
    arguments: [
      ("", "one of tap"), ("swpie", "did you mean swipe?"), ("shake", "one of tap"),
      ("swipe,left", "a key and its value"), ("swipe,touches", "a key and its value"),
      ("swipe,touches=", "a key and its value"), ("swipe,tuches=3", "did you mean touches?"),
      ("swipe,touches=0", "from 1 to 10"), ("swipe,touches=11", "from 1 to 10"),
      ("pinch,touches=1", "from 2 to 10 for the touches of pinch"),
      ("swipe,touches=three", "from 1 to 10"), ("tap,taps=-1", "from 1 to 10"),
      ("swipe,direction=lfet", "did you mean left?"), ("swipe,direction=3", "one of left"),
      ("tap,at=-0.1", "seconds from the first event"), ("tap,at=nan", "seconds"),
      ("tap,at=inf", "seconds"), ("swipe,", "a key and its value"), (",", "one of tap"),
      ("swipe,direction=in", "one of left, right, up, down, upLeft"),
      ("pinch,direction=left", "one of in, out for the direction of pinch"),
      ("tipTap,direction=up", "one of left, right for the direction of tipTap"),
      ("tap,direction=left", "one of touches, taps, at for tap"),
      ("swipe,taps=2", "one of touches, direction, at for swipe"),
      ("swipe,name=foo", "one of touches, direction, at for swipe"),
      ("path,direction=up", "one of touches, name, at for path"),
      ("swipe,touches=2,touches=3", "each key once"),
    ])
  func malformed(text: String, message: String) throws {
    let error = #expect(throws: FileError.self) { try ExpectedGesture(parsing: text) }
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
    #expect(error?.description.hasPrefix("--expected") == true)
  }

  @Test(
    "Words of an expected gesture name its fingers, taps and direction",
    arguments: [
      ("swipe,touches=3,direction=left", "swipe of 3 fingers to the left"),
      ("tap,taps=2", "double tap"), ("tap,taps=1,touches=1", "tap"),
      ("tap,taps=4,touches=2", "tap of 4 taps with 2 fingers"), ("longPress", "long press"),
      ("pinch,direction=out", "pinch outward"), ("path,name=v", "path \"v\""),
      ("swipe,direction=downRight", "swipe down to the right"),
    ])
  func phrases(text: String, phrase: String) throws {
    #expect(try ExpectedGesture(parsing: text).phrase == phrase)
  }

  @Test("A property that is not expected may have any value")
  func matching() {
    var gesture = Gesture(
      kind: .swipe, state: .recognized, time: .zero, start: .zero, location: .zero, touches: 3)
    gesture.direction = .left
    #expect(ExpectedGesture(.swipe).matches(gesture))
    #expect(ExpectedGesture(.swipe, touches: 3, direction: .left).matches(gesture))
    #expect(!ExpectedGesture(.swipe, touches: 2).matches(gesture))
    #expect(!ExpectedGesture(.swipe, direction: .right).matches(gesture))
    #expect(!ExpectedGesture(.swipe, name: "v").matches(gesture))
    #expect(!ExpectedGesture(.pan).matches(gesture))
    gesture.touches = nil
    #expect(ExpectedGesture(.swipe, touches: 1, taps: 1).matches(gesture))
    gesture.state = .cancelled
    #expect(!ExpectedGesture(.swipe).matches(gesture))
  }
}
