// Tests that import this module need no further imports for points, actions, gestures, views and
// formats.
@_exported public import Checking
@_exported public import Contacts
@_exported public import Evdev
@_exported public import Files
@_exported public import Gestures
@_exported public import Playback
@_exported public import SensorFormats
@_exported public import Timeline
@_exported public import TouchFormats
@_exported public import TouchScript
