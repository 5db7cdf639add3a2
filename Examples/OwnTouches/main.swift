// Gestures from a toolkit's touches: swift run OwnTouches
var toolkit = Toolkit.example
GestureProgram(width: 1920, height: 1080) { print($0) }.run(&toolkit)
