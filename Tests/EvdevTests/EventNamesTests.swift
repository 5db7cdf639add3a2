import Testing

@testable import Evdev

@Suite struct EventNamesTests {
  @Test(
    "A code and its name are converted into each other",
    arguments: [
      (EventType.synchronization, 0, "SYN_REPORT"), (.synchronization, 3, "SYN_DROPPED"),
      (.key, 0, "KEY_RESERVED"), (.key, 30, "KEY_A"), (.key, 116, "KEY_POWER"),
      (.key, 0x14a, "BTN_TOUCH"), (.key, 0x148, "BTN_TOOL_QUINTTAP"),
      (.key, 0x2e7, "BTN_TRIGGER_HAPPY40"), (.key, 0x263, "KEY_KBDINPUTASSIST_NEXTGROUP"),
      (.relative, 8, "REL_WHEEL"), (.absolute, 0, "ABS_X"), (.absolute, 0x2f, "ABS_MT_SLOT"),
      (.absolute, 0x39, "ABS_MT_TRACKING_ID"), (.absolute, 0x3d, "ABS_MT_TOOL_Y"),
      (.miscellaneous, 5, "MSC_TIMESTAMP"), (.switch, 0, "SW_LID"),
    ])
  func codes(type: EventType, code: UInt16, name: String) {
    #expect(EventNames.name(of: code, type: type) == name)
    #expect(EventNames.code(named: name) == EventNames.Code(type: type, code: code))
  }

  @Test("Every number with a name is found by that name")
  func roundTrip() {
    var count = 0
    for type in 0..<UInt16(0x20) {
      for code in 0..<UInt16(0x300) {
        guard let name = EventNames.name(of: code, type: EventType(rawValue: type)) else {
          continue
        }
        count += 1
        let expected = EventNames.Code(type: EventType(rawValue: type), code: code)
        #expect(EventNames.code(named: name) == expected)
      }
    }
    // The number of codes that `linux/input-event-codes.h` defines, without aliases.
    #expect(count == 4 + 504 + 108 + 13 + 43 + 6 + 17 + 11 + 3 + 2)
  }

  @Test("A part of a name, or a longer one, is not found")
  func partsOfNames() {
    for name in ["ABS_MT_SLO", "ABS_MT_SLOTS", "abs_mt_slot", "", "A", "ABS_MT_SLOT\0"] {
      #expect(EventNames.code(named: name) == nil, "\(name)")
    }
    #expect(EventNames.code(named: String(repeating: "X", count: 33)) == nil)
    #expect(EventNames.code(named: String(repeating: "X", count: 5000)) == nil)
  }

  @Test(
    "Aliases are understood, and the usual name is returned",
    arguments: [
      ("BTN_MOUSE", "BTN_LEFT"), ("KEY_SCREENLOCK", "KEY_COFFEE"), ("BTN_DIGI", "BTN_TOOL_PEN"),
      ("BTN_A", "BTN_SOUTH"), ("BTN_GAMEPAD", "BTN_SOUTH"),
      ("KEY_BRIGHTNESS_TOGGLE", "KEY_DISPLAYTOGGLE"),
    ])
  func aliases(alias: String, usual: String) throws {
    let code = try #require(EventNames.code(named: alias))
    #expect(EventNames.code(named: usual) == code)
    #expect(EventNames.name(of: code.code, type: code.type) == usual)
  }

  @Test("Types and properties have names, distinct from those of codes")
  func typesAndProperties() {
    #expect(EventNames.name(of: .absolute) == "EV_ABS")
    #expect(EventNames.type(named: Array("EV_FF_STATUS".utf8).span) == EventType(rawValue: 0x17))
    #expect(EventNames.name(of: EventType(rawValue: 9)) == nil)
    #expect(EventNames.type(named: Array("ABS_X".utf8).span) == nil)
    #expect(EventNames.code(named: "EV_ABS") == nil)
    #expect(EventNames.name(ofProperty: InputProperty.semiMultitouch) == "INPUT_PROP_SEMI_MT")
    let (direct, bogus) = (Array("INPUT_PROP_DIRECT".utf8), Array("INPUT_PROP_BOGUS".utf8))
    #expect(EventNames.property(named: direct.span) == InputProperty.direct)
    #expect(EventNames.property(named: bogus.span) == nil)
    #expect(EventNames.name(ofProperty: -1) == nil)
    #expect(EventNames.name(ofProperty: 70_000) == nil)
  }

  @Test("A truncated name is completed to the lowest code of its type")
  func truncatedNames() {
    func code(_ prefix: String, _ type: EventType) -> UInt16? {
      EventNames.code(startingWith: prefix.utf8, type: type)
    }
    #expect(code("KEY_BRIGHTNESS_TOGGL", .key) == 0x1af)
    #expect(code("ABS_MT_TRACK", .absolute) == 0x39)
    #expect(code("ABS_MT_TRACK", .key) == nil)
    #expect(code("", .key) == nil)
    #expect(code("BTN_TRIGGER_HAPPY", .key) == 0x2c0)
  }
}
