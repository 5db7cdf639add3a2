// A scroll view with inertia, zoom and an item to drag: swift run ScrollView
Board { print($0) }.play(Board.script, until: 15)
