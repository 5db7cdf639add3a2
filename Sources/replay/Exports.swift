// The modules that most files of the program use.
@_exported import ArgumentParser
@_exported import Files
@_exported import Gestures
@_exported import Playback
