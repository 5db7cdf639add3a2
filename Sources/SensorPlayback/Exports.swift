// `import SensorPlayback` is enough: it includes the formats of sensors.
@_exported public import SensorFormats
