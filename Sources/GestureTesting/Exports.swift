// Tests that import this module need no further imports for points, actions, gestures, views and
// formats. Those with XCTest need the macro of Swift Testing for the place of an expectation.
@_exported public import Checking
@_exported public import Contacts
@_exported public import Evdev
@_exported public import Files
@_exported public import Gestures
@_exported public import Playback
@_exported public import SensorFormats
@_exported public import Testing
@_exported public import Timeline
@_exported public import TouchFormats
@_exported public import TouchScript
