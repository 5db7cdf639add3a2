// `import Playback` is enough: it includes the formats of touches and the gestures.
@_exported public import Gestures
@_exported public import TouchFormats
