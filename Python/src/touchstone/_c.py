"""The C interface of `touchstone.h`, by ctypes.

ctypes is part of Python, so that the wheel needs no other package. Its declarations repeat the
header; a test compares the layout of each structure and each enumeration with the header's.

The library is loaded with `PyDLL`, which keeps Python's lock during a call: calls take
microseconds, and no two threads are in an engine at the same time.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from ctypes import (
    POINTER,
    c_char_p,
    c_double,
    c_int32,
    c_int64,
    c_size_t,
    c_uint16,
    c_uint32,
    c_uint64,
    c_void_p,
)
from enum import IntEnum, IntFlag
from functools import cache
from typing import Any

from ._errors import EngineError, Error
from ._installation import library


class Status(IntEnum):
    """touchstone_status"""

    OK = 0
    NONE = 1
    INVALID_ARGUMENT = -1
    INVALID_SIZE = -2
    INVALID_PROFILE = -3
    BUSY = -4
    NO_DEVICE = -5


class DeviceType(IntEnum):
    """touchstone_device_type"""

    TOUCHSCREEN = 0
    TOUCHPAD = 1


class Flags(IntFlag):
    """touchstone_flags"""

    REPORT_ALL_STATES = 1
    KEEP_FAILURES = 2
    REPORT_BEGAN = 4


class Tool(IntEnum):
    """touchstone_tool"""

    TOOL_FINGER = 0
    TOOL_PEN = 1
    TOOL_PALM = 2


class Buttons(IntFlag):
    """touchstone_buttons"""

    BUTTON_LEFT = 1
    BUTTON_RIGHT = 2
    BUTTON_MIDDLE = 4


class SwipeAxis(IntEnum):
    """touchstone_swipe_axis"""

    NO_AXIS = 0
    HORIZONTAL = 1
    VERTICAL = 2


class Axis(ctypes.Structure):
    """struct touchstone_axis"""

    _fields_ = (
        ("code", c_uint16),
        ("reserved", c_uint16),
        ("value", c_int32),
        ("minimum", c_int32),
        ("maximum", c_int32),
        ("fuzz", c_int32),
        ("flat", c_int32),
        ("resolution", c_int32),
    )


class Device(ctypes.Structure):
    """struct touchstone_device"""

    _fields_ = (
        ("size", c_size_t),
        ("bus", c_uint16),
        ("vendor", c_uint16),
        ("product", c_uint16),
        ("version", c_uint16),
        ("axes", POINTER(Axis)),
        ("axis_count", c_size_t),
        ("properties", POINTER(c_uint16)),
        ("property_count", c_size_t),
        ("keys", POINTER(c_uint16)),
        ("key_count", c_size_t),
    )


class Options(ctypes.Structure):
    """struct touchstone_options"""

    _fields_ = (
        ("size", c_size_t),
        ("width_mm", c_double),
        ("height_mm", c_double),
        ("device_type", c_uint32),
        ("flags", c_uint32),
        ("profile_name", c_char_p),
        ("profile_text", c_char_p),
        ("shapes", c_char_p),
        ("device", POINTER(Device)),
        ("kinds", c_uint64),
    )


class Contact(ctypes.Structure):
    """struct touchstone_contact"""

    _fields_ = (
        ("id", c_int64),
        ("x_mm", c_double),
        ("y_mm", c_double),
        ("pressure", c_double),
        ("major_mm", c_double),
        ("minor_mm", c_double),
        ("tool", c_uint32),
        ("reserved", c_uint32),
    )


class Frame(ctypes.Structure):
    """struct touchstone_frame"""

    _fields_ = (
        ("size", c_size_t),
        ("time_us", c_int64),
        ("contacts", POINTER(Contact)),
        ("contact_count", c_size_t),
        ("contact_size", c_size_t),
        ("cancelled", POINTER(c_int64)),
        ("cancelled_count", c_size_t),
        ("buttons", c_uint32),
        ("extra_fingers", c_uint32),
    )


class Gesture(ctypes.Structure):
    """struct touchstone_gesture"""

    _fields_ = (
        ("size", c_size_t),
        ("kind", c_uint32),
        ("state", c_uint32),
        ("direction", c_uint32),
        ("axis", c_uint32),
        ("time_us", c_int64),
        ("start_us", c_int64),
        ("touches", c_int32),
        ("taps", c_int32),
        ("duration_s", c_double),
        ("location_x_mm", c_double),
        ("location_y_mm", c_double),
        ("translation_x_mm", c_double),
        ("translation_y_mm", c_double),
        ("velocity_x_mm_s", c_double),
        ("velocity_y_mm_s", c_double),
        ("scale", c_double),
        ("rotation_deg", c_double),
        ("name", c_char_p),
        ("runner_up", c_char_p),
        ("score", c_double),
        ("runner_up_score", c_double),
    )


class Failure(ctypes.Structure):
    """struct touchstone_failure"""

    _fields_ = (
        ("size", c_size_t),
        ("kind", c_uint32),
        ("direction", c_uint32),
        ("time_us", c_int64),
        ("measured", c_double),
        ("limit", c_double),
        ("unit", c_char_p),
        ("cause", c_char_p),
        ("parameter", c_char_p),
        ("sentence", c_char_p),
    )


GestureCallback = ctypes.CFUNCTYPE(None, c_void_p, POINTER(Gesture), c_void_p)

_ENGINE = c_void_p

# The arguments of the functions that return a touchstone_status.
_CALLS: dict[str, tuple[Any, ...]] = {
    "engine_create": (POINTER(Options), POINTER(_ENGINE)),
    "engine_destroy": (_ENGINE,),
    "engine_get_size": (_ENGINE, POINTER(c_double), POINTER(c_double)),
    "engine_push_frame": (_ENGINE, POINTER(Frame)),
    "engine_touch_down": (_ENGINE, c_int64, c_int32, c_double, c_double),
    "engine_touch_motion": (_ENGINE, c_int64, c_int32, c_double, c_double),
    "engine_touch_up": (_ENGINE, c_int64, c_int32),
    "engine_touch_cancel": (_ENGINE, c_int64, c_int32),
    "engine_touch_cancel_all": (_ENGINE, c_int64),
    "engine_touch_frame": (_ENGINE,),
    "engine_push_event": (_ENGINE, c_int64, c_uint16, c_uint16, c_int32),
    "engine_next_deadline": (_ENGINE, POINTER(c_int64)),
    "engine_advance": (_ENGINE, c_int64),
    "engine_interrupt": (_ENGINE, c_int64),
    "engine_resume": (_ENGINE,),
    "engine_finish": (_ENGINE,),
    "engine_reset": (_ENGINE,),
    "engine_set_gesture_callback": (_ENGINE, GestureCallback, c_void_p),
    "engine_next_gesture": (_ENGINE, POINTER(Gesture)),
    "engine_last_failure": (_ENGINE, c_uint32, POINTER(Failure)),
    "engine_next_failure": (_ENGINE, POINTER(Failure)),
}

# The other functions: their result and arguments.
_FUNCTIONS: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "version": (c_char_p, ()),
    "message": (c_char_p, ()),
    "engine_lost_gestures": (c_uint64, (_ENGINE,)),
    "engine_candidates": (c_uint64, (_ENGINE,)),
    "time_from_ms": (c_int64, (c_uint32, c_int64)),
    "kind_name": (c_char_p, (c_uint32,)),
    "state_name": (c_char_p, (c_uint32,)),
    "direction_name": (c_char_p, (c_uint32,)),
}


@cache
def load() -> ctypes.PyDLL:
    """Load the library and declare its functions."""
    path = library()
    try:
        loaded = ctypes.PyDLL(str(path))
        for name, arguments in _CALLS.items():
            function = getattr(loaded, f"touchstone_{name}")
            function.argtypes = arguments
            function.restype = ctypes.c_int
        for name, (result, arguments) in _FUNCTIONS.items():
            function = getattr(loaded, f"touchstone_{name}")
            function.argtypes = arguments
            function.restype = result
    except (OSError, AttributeError) as error:
        raise Error(f"{path} cannot be used: {error}") from None
    return loaded


@cache
def _function(name: str) -> Callable[..., int]:
    function: Callable[..., int] = getattr(load(), f"touchstone_{name}")
    return function


def call(name: str, *arguments: object) -> Status | int:
    """Call a function that returns a status; errors are raised with the library's message."""
    status: int = _function(name)(*arguments)
    if status < 0:
        raise EngineError(load().touchstone_message().decode(errors="replace"), status)
    return status
