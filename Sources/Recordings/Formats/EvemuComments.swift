import Evdev

/// The comments in which evemu says in words what its description says in numbers, for people;
/// readers pass over them.
enum EvemuComments {
  static func append(_ description: DeviceDescription, to bytes: inout [UInt8]) {
    bytes.append("# Input device name: \"\(singleLine(description.name))\"\n")
    appendIdentity(description.identity, to: &bytes)
    bytes.append("# Supported events:\n")
    var codes = description.codes
    if !description.axes.isEmpty {
      codes[EventType.absolute.rawValue, default: []].formUnion(description.axes.keys)
    }
    for number in codes.keys.sorted() {
      let type = EventType(rawValue: number)
      bytes.append("#   Event type \(number) (\(EventNames.name(of: type) ?? "?"))\n")
      for code in codes[number, default: []].sorted() {
        bytes.append("#     Event code \(code) (\(EventNames.name(of: code, type: type) ?? "?"))\n")
        if type == .absolute, let axis = description.axes[code] { append(axis, to: &bytes) }
      }
    }
    bytes.append("# Properties:\n")
    for property in description.properties.sorted() {
      let name = EventNames.name(ofProperty: property) ?? "?"
      bytes.append("#   Property  type \(property) (\(name))\n")
    }
  }

  private static func appendIdentity(
    _ identity: DeviceDescription.Identity, to bytes: inout [UInt8]
  ) {
    bytes.append("# Input device ID:")
    let numbers = [
      (" bus", identity.bus), (" vendor", identity.vendor), (" product", identity.product),
      (" version", identity.version),
    ]
    for (name, number) in numbers {
      bytes.append(name)
      bytes.append(" 0x")
      bytes.append(hexadecimal: number, digits: 4)
    }
    bytes.append(UInt8(ascii: "\n"))
  }

  private static func append(_ axis: DeviceDescription.Axis, to bytes: inout [UInt8]) {
    let rows = [
      ("Value", axis.value), ("Min", axis.minimum), ("Max", axis.maximum), ("Fuzz", axis.fuzz),
      ("Flat", axis.flat), ("Resolution", axis.resolution),
    ]
    for (name, number) in rows {
      bytes.append("#       \(name)")
      bytes.append(decimal: number, width: 12 - name.utf8.count)
      bytes.append(UInt8(ascii: "\n"))
    }
  }
}
