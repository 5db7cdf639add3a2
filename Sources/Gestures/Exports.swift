// `import Gestures` is enough: frames, points, shapes, sizes and times come along.
@_exported public import Contacts
@_exported public import Shapes
@_exported public import Timeline
