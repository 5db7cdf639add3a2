// `import SceneHost` is enough for a scene.
@_exported public import Gestures
@_exported public import Sensors

@_exported public import struct VectorGraphics.Color
