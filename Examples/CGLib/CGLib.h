// GLib's main loop, for Examples/EventLoops/GLibLoop.swift.
#pragma once
#include <glib-unix.h>
#include <glib.h>
