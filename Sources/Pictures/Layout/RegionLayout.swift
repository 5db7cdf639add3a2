import Contacts
import VectorGraphics

// The areas on a stage that limits allow.

extension PlotAreaLayout {
  private func outline(of region: PlotArea.Region) -> [Point] {
    zip(region.x, region.y).map { pixels($0, $1) }
  }

  mutating func drawRegions() {
    let shapes = stage.regions.map { region -> Picture.Element in
      let points = outline(of: region)
      let line = points + points.prefix(1)
      let outline = Picture.Element.line(line, LineStyle(Palette.alert, dashes: [4, 3]))
      return .group(ElementGroup([outline], tooltip: region.text))
    }
    if !shapes.isEmpty { elements.append(.group(ElementGroup(shapes, clip: frame))) }
  }

  /// Writes the names of regions beside one of their free corners.
  mutating func nameRegions() {
    for region in stage.regions {
      let label = TextLabel(
        region.text, at: frame.center, fontSize: Self.fontSize, color: Palette.alert,
        hasHalo: true)
      for point in outline(of: region).reversed() {
        guard let placed = labels.place(label, beside: point, distance: 6) else { continue }
        elements.append(.text(placed))
        break
      }
    }
  }
}
