// Gestures from touches that the program gets for itself: swift run OwnTouches
var toolkit = Toolkit.example
GestureProgram(width: 1920, height: 1080) { print($0) }.run(&toolkit)
