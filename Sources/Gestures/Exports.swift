// `import Gestures` is enough: frames, points, sizes and times come along.
@_exported public import Contacts
@_exported public import Timeline
