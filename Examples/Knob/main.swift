// A knob for two fingers: swift run Knob
Panel { print($0) }.play(Panel.script)
