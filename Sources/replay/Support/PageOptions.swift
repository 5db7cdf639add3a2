import ArgumentParser
import Contacts
import Conversion
import Files
import Playback

struct PageOptions: ParsableArguments {
  @Option(
    help: .value(
      "WxHpx", "The page: the touch area is centred in it, as large as its shape allows."),
    transform: { Rect(origin: .zero, size: try PageOptions.size($0)) })
  var viewport: Rect?

  @Option(
    help: .value("X,Y,WxHpx", "A part of the page instead, from its left and top."),
    transform: PageOptions.box)
  var box: Rect?

  @Option(
    help: .value(
      "number",
      "CSS pixels per mm; by default what fits, or 6.42 as on a phone from the page's top left."),
    transform: number("pixels per mm from 0.01 to 1000", where: (0.01...1000).contains))
  var pxPerMm: Double?

  @Option(
    help: .value("WxHpx", "The screen of an Android device, for --to android."),
    transform: PageOptions.size)
  var screen: Size?

  @Option(
    help: .value("factor", "The speed as a multiple of the recorded one."),
    transform: number("a factor from 0.001 to 1000", where: (0.001...1000).contains))
  var speed: Double?

  /// Throws for options without an effect on the format, and for one that lacks its screen.
  func check(_ format: ExportFormat) throws {
    guard let target = format.target else {
      try reject(
        if: viewport != nil || box != nil || pxPerMm != nil || screen != nil || speed != nil,
        "--viewport, --box, --px-per-mm, --screen, --speed are for --to-format cdp and its like")
      return
    }
    if (target == .android) != (screen != nil) {
      throw ValidationError(
        target == .android
          ? "android needs the size of the screen, as in --screen 1080x2400px"
          : "--screen is for android; pages have --viewport or --box")
    }
    if let screen, let box = box ?? viewport,
      box.minX < 0 || box.minY < 0 || box.maxX > screen.width || box.maxY > screen.height
    {
      let size = "\(Int(screen.width))x\(Int(screen.height))px"
      throw ValidationError("the box is not on the screen of \(size)")
    }
  }

  var mapping: PageMapping {
    let whole = screen.map { Rect(origin: .zero, size: $0) }
    return PageMapping(box: box ?? viewport ?? whole, pixelsPerMillimetre: pxPerMm)
  }

  private static func size(_ text: String) throws -> Size {
    let sides = text.lowercased().replacing("×", with: "x").replacing("px", with: "")
      .split(separator: "x", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    try reject(
      if: !(sides.count == 2 && sides.allSatisfy((1...100_000).contains)),
      "expected width x height in pixels, each from 1 to 100000, as in 1080x2400px")
    return Size(width: Double(sides[0]), height: Double(sides[1]))
  }

  private static func box(_ text: String) throws -> Rect {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 3, let left = Int(parts[0]), let top = Int(parts[1]),
      (-100_000...100_000).contains(left), (-100_000...100_000).contains(top)
    else { throw ValidationError("expected left,top,width x height, as in 100,50,600x400px") }
    return Rect(origin: Point(x: Double(left), y: Double(top)), size: try size(String(parts[2])))
  }
}
