// `import SensorFormats` is enough: it includes files, samples and times.
@_exported public import Files
@_exported public import Sensors
@_exported public import Timeline
