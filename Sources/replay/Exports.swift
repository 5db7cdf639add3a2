// The modules that nearly every file of the program uses.
@_exported import ArgumentParser
@_exported import Files
@_exported import Playback
@_exported import Timeline
