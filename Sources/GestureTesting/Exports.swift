// Whoever imports this module can name places, actions, gestures, views and formats without further
// imports: a test's first lines are better spent otherwise.
@_exported public import Contacts
@_exported public import Evdev
@_exported public import Gestures
@_exported public import Playback
@_exported public import Recordings
@_exported public import Timeline
@_exported public import TouchScript
