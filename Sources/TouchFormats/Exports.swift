// `import TouchFormats` is enough: it includes events, frames, files and times.
@_exported public import Contacts
@_exported public import Evdev
@_exported public import Files
@_exported public import Timeline
