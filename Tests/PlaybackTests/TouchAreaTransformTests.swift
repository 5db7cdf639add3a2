import Contacts
import Playback
import TestSupport
import Testing
import Timeline

@Suite("Rotated touch areas")
struct SurfaceTransformTests {
  private func turned(_ transform: TouchAreaTransform?, _ point: Point) throws -> Point {
    let transform = try #require(transform)
    var frame = ContactFrame(time: .zero, contacts: [Contact(id: 1, position: point)])
    transform.apply(to: &frame, on: Size(width: 100, height: 60))
    return frame.contacts[0].position
  }

  @Test(
    "A clockwise rotation moves the top left corner to the expected corner",
    arguments: [
      (0, Point(x: 0, y: 0), Size(width: 100, height: 60)),
      (90, Point(x: 60, y: 0), Size(width: 60, height: 100)),
      (180, Point(x: 100, y: 60), Size(width: 100, height: 60)),
      (270, Point(x: 0, y: 100), Size(width: 60, height: 100)),
    ])
  func rotation(degrees: Int, corner: Point, size: Size) throws {
    let transform = try #require(TouchAreaTransform(degrees: degrees))
    #expect(try turned(transform, Point(x: 0, y: 0)) == corner)
    #expect(transform.size(Size(width: 100, height: 60)) == size)
  }

  @Test("Lengths in mm are kept")
  func lengths() throws {
    let first = try turned(TouchAreaTransform(degrees: 90), Point(x: 20, y: 30))
    let second = try turned(TouchAreaTransform(degrees: 90), Point(x: 45, y: 30))
    #expect(abs(first.distance(to: second) - 25) < 1e-9)
    #expect(second.y > first.y)
  }

  @Test("libinput's matrix is parsed with spaces or commas, and nothing else is")
  func parsing() throws {
    #expect(TouchAreaTransform(parsing: "0 -1 1 1 0 0") == TouchAreaTransform(degrees: 90))
    #expect(TouchAreaTransform(parsing: "-1,0,1,0,1,0") != nil)
    for text in ["", "1 2 3", "1 0 0 0 1 0 0", "1 0 0 0 1 x", "1 0 0 0 1 nan", "1 0 0 0 1 inf"] {
      #expect(TouchAreaTransform(parsing: text) == nil, "\(text)")
    }
    #expect(TouchAreaTransform(degrees: 45) == nil)
  }

  @Test("A swipe on a device that is mounted sideways is rotated")
  func replay() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a.evemu", SampleTrace.bytes([.swipeRight(y: 20, at: 1)]))
    var options = ReplayOptions()
    options.transform = TouchAreaTransform(degrees: 90)
    let line = try #require(try gestures(path, options).first)
    #expect(line.contains("\"direction\":\"down\""))
    #expect(try gestures(path)[0].contains("\"direction\":\"right\""))
  }

  @Test(
    "Numbers that make positions infinite are refused", arguments: [1e6, 1.1e6, .infinity, .nan])
  func limits(number: Double) {
    #expect((TouchAreaTransform([number, 0, 0, 0, -number, 0]) != nil) == (number <= 1e6))
  }
}
