// `import Gestures` is enough: it includes frames, points, shapes, sizes and times.
@_exported public import Contacts
@_exported public import Shapes
@_exported public import Timeline
