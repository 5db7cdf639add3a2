/*
 * libtouchstone: gesture recognizers for touchscreens and touchpads.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef TOUCHSTONE_H
#define TOUCHSTONE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * @mainpage
 *
 * An engine turns the touches of one device into gestures. It has no thread, no clock and no file: the
 * program pushes touches with their times, wakes the engine at its next deadline, and receives gestures.
 *
 * @code
 *   struct touchstone_options options = TOUCHSTONE_OPTIONS_INIT;
 *   options.width_mm = 344;
 *   options.height_mm = 194;
 *   struct touchstone_engine *engine;
 *   if (touchstone_engine_create(&options, &engine) != TOUCHSTONE_OK)
 *     errx(1, "%s", touchstone_message());
 *
 *   touchstone_engine_touch_down(engine, time_us, slot, x_mm, y_mm);
 *   touchstone_engine_touch_frame(engine);
 *   ...
 *   struct touchstone_gesture gesture = TOUCHSTONE_GESTURE_INIT;
 *   while (touchstone_engine_next_gesture(engine, &gesture) == TOUCHSTONE_OK)
 *     printf("%s\n", touchstone_kind_name(gesture.kind));
 * @endcode
 *
 * Units: lengths and positions are millimetres from the top left corner of the touch area, y downward.
 * Times are microseconds of any clock that does not run backward, from 0 to 2^60; a time before the
 * latest one is treated as the latest one; touchstone_time_from_ms() converts the 32 bits of milliseconds that
 * Wayland and SDL 2 report, which wrap around every 49.7 days. Angles are degrees, positive clockwise as seen.
 *
 * Threads: an engine is used by one thread at a time. Different engines are independent.
 *
 * Errors: functions that can fail return a @ref touchstone_status, and touchstone_message() says what
 * was wrong. An engine is unchanged by a call that fails. Pointers have to be valid; everything else may
 * have any value.
 *
 * Versions: structures that may grow begin with their size, which the caller sets to sizeof; the
 * TOUCHSTONE_..._INIT macros do so. The library reads and writes no more than that size, so that a program
 * that was compiled against an older header works with a newer library: fields that its structure lacks
 * have their defaults. Structures grow at their end, by eight bytes or a multiple. Enumerations
 * may get further values; a program ignores those that it does not know.
 */

/** The version of this header. */
#define TOUCHSTONE_VERSION_MAJOR 0
#define TOUCHSTONE_VERSION_MINOR 1
#define TOUCHSTONE_VERSION_PATCH 0

/** The version of the library in use, as in "0.1.0". */
const char *touchstone_version(void);

/** The result of a call. */
typedef enum touchstone_status {
  TOUCHSTONE_OK = 0,
  /** There is no gesture, failure or deadline. Not an error: touchstone_message() is unchanged. */
  TOUCHSTONE_NONE = 1,
  /** An argument is NULL, out of range, or not a number. */
  TOUCHSTONE_INVALID_ARGUMENT = -1,
  /** The size at the start of a structure is less than its required fields, or ends within a field. */
  TOUCHSTONE_INVALID_SIZE = -2,
  /** The profile is unknown or cannot be read; the message has its line and column. */
  TOUCHSTONE_INVALID_PROFILE = -3,
  /** The engine is in use: a callback called a function that pushes, advances or destroys. */
  TOUCHSTONE_BUSY = -4,
  /** Events were pushed to an engine without a device description. */
  TOUCHSTONE_NO_DEVICE = -5,
} touchstone_status;

/**
 * What was wrong with the last call of this thread that failed, in one line of UTF-8.
 *
 * Valid until the next failing call of the thread; "" before the first.
 */
const char *touchstone_message(void);

/* ------------------------------------------------------------------------------------------------ */
/** @defgroup engine Engines @{ */

/** The recognizers of one touch area. */
struct touchstone_engine;

/** What kind of device touches come from. */
typedef enum touchstone_device_type {
  /** Every contact is a finger's or a pen's. */
  TOUCHSTONE_TOUCHSCREEN = 0,
  /** Palms rest on it: the profile's palm filter separates them from fingers. */
  TOUCHSTONE_TOUCHPAD = 1,
} touchstone_device_type;

/** Which states of gestures are reported, and what is kept. A set of bits. */
typedef enum touchstone_flags {
  /** Report also the states began and changed, and gestures that another one pre-empted. */
  TOUCHSTONE_REPORT_ALL_STATES = 1 << 0,
  /** Keep the failed attempts for touchstone_engine_next_failure(). */
  TOUCHSTONE_KEEP_FAILURES = 1 << 1,
  /** Report the gestures that last also when they begin, as a long press after its time, and their end in any
   *  case; but neither their changes nor the gestures of one moment that another one pre-empted. */
  TOUCHSTONE_REPORT_BEGAN = 1 << 2,
} touchstone_flags;

/** An absolute axis of an evdev device, as in the kernel's struct input_absinfo. */
struct touchstone_axis {
  /** ABS_X, ABS_MT_POSITION_X, and so on. */
  uint16_t code;
  uint16_t reserved;
  int32_t value, minimum, maximum, fuzz, flat;
  /** Units per millimetre; 0 if unknown. */
  int32_t resolution;
};

/** An evdev device: what libevdev_get_id_vendor(), libevdev_get_abs_info(), libevdev_has_property() and
 *  libevdev_has_event_code() say of it. */
struct touchstone_device {
  /** sizeof(struct touchstone_device) */
  size_t size;
  /** Its struct input_id, by which graphics tablets without a resolution are known; 0 if unknown. */
  uint16_t bus, vendor, product, version;
  /** The absolute axes that the device has, at most 64. */
  const struct touchstone_axis *axes;
  size_t axis_count;
  /** INPUT_PROP_..., at most 32. */
  const uint16_t *properties;
  size_t property_count;
  /** The codes of its keys and buttons, at most 768. Without any, they count as unknown. */
  const uint16_t *keys;
  size_t key_count;
};

#define TOUCHSTONE_DEVICE_INIT {sizeof(struct touchstone_device), 0, 0, 0, 0, NULL, 0, NULL, 0, NULL, 0}

/** How an engine recognizes. */
struct touchstone_options {
  /** sizeof(struct touchstone_options) */
  size_t size;
  /** The size of the touch area in mm, more than 0 and at most 10000. Both 0: that of the device or, without one,
   *  an assumption, which touchstone_engine_get_size() returns: 120 x 67.5 mm for a touchscreen and 69 x 50 mm for
   *  a touchpad. Positions are then the device's, scaled to that size. The size of the output is better. */
  double width_mm, height_mm;
  /** Ignored if there is a device, which knows its type; one without properties and keys is a touchscreen. */
  uint32_t device_type; /* touchstone_device_type */
  uint32_t flags;       /* touchstone_flags */
  /** "standard", "textbook" or "uikit"; NULL is "standard", or the profile of the text. */
  const char *profile_name;
  /** The text of a profile, in the layout that `replay profile` prints; NULL for none. One of the two at most. */
  const char *profile_text;
  /** "standard" names what is drawn by the standard shapes, which the engine learns in some 10 ms; NULL
   *  recognizes no paths. */
  const char *shapes;
  /** Describes the device of touchstone_engine_push_event(); NULL if there is none. Copied. */
  const struct touchstone_device *device;
  /** The only kinds of gestures to recognize, a set of TOUCHSTONE_KIND_BIT(kind); 0 is all of the profile. Touches
   *  that would be another kind may then be one of these: without pans, a slow swipe is nothing. */
  uint64_t kinds;
};

#define TOUCHSTONE_OPTIONS_INIT \
  {sizeof(struct touchstone_options), 0, 0, TOUCHSTONE_TOUCHSCREEN, 0, NULL, NULL, NULL, NULL, 0}

/** A touchstone_kind in a set of kinds. */
#define TOUCHSTONE_KIND_BIT(kind) (UINT64_C(1) << (kind))

/**
 * Creates an engine.
 *
 * @param options Copied; the strings and the device, too.
 * @param engine  Receives the engine; NULL after an error.
 * @return TOUCHSTONE_INVALID_ARGUMENT, TOUCHSTONE_INVALID_SIZE or TOUCHSTONE_INVALID_PROFILE on errors.
 */
touchstone_status touchstone_engine_create(const struct touchstone_options *options,
                                           struct touchstone_engine **engine);

/**
 * Destroys an engine; gestures in progress are not reported.
 *
 * NULL is ignored. A callback of the engine must not destroy it: that returns TOUCHSTONE_BUSY.
 */
touchstone_status touchstone_engine_destroy(struct touchstone_engine *engine);

/** The size of the touch area in mm. */
touchstone_status touchstone_engine_get_size(const struct touchstone_engine *engine, double *width_mm,
                                             double *height_mm);

/** @} */
/* ------------------------------------------------------------------------------------------------ */
/** @defgroup touches Pushing touches
 *
 * A program uses one of the three ways for an engine: frames, single touches, or events. @{ */

/** What touches the device. */
typedef enum touchstone_tool {
  TOUCHSTONE_TOOL_FINGER = 0,
  TOUCHSTONE_TOOL_PEN = 1,
  TOUCHSTONE_TOOL_PALM = 2,
} touchstone_tool;

/** One finger in a frame. */
struct touchstone_contact {
  /** Names the contact as long as it is down, 0 to 2^31 - 1; a later contact gets a greater id. */
  int64_t id;
  double x_mm, y_mm;
  /** A fraction of the device's range, 0 to 1, and more counts as 1; negative if the device reports none. */
  double pressure;
  /** The axes of the contact area in mm; negative if the device reports none. */
  double major_mm, minor_mm;
  uint32_t tool; /* touchstone_tool */
  uint32_t reserved;
};

/** Buttons that are pressed. A set of bits. */
typedef enum touchstone_buttons {
  TOUCHSTONE_BUTTON_LEFT = 1 << 0,
  TOUCHSTONE_BUTTON_RIGHT = 1 << 1,
  TOUCHSTONE_BUTTON_MIDDLE = 1 << 2,
} touchstone_buttons;

/** All contacts of the device at one time. One that is missing has lifted, unless it is cancelled. */
struct touchstone_frame {
  /** sizeof(struct touchstone_frame) */
  size_t size;
  int64_t time_us;
  /** At most 256. */
  const struct touchstone_contact *contacts;
  size_t contact_count;
  /** sizeof(struct touchstone_contact): the distance of contacts in the array. */
  size_t contact_size;
  /** The ids of contacts that are missing without having lifted; at most 256. */
  const int64_t *cancelled;
  size_t cancelled_count;
  uint32_t buttons; /* touchstone_buttons */
  /** Fingers that the device counts beyond the contacts that it locates. */
  uint32_t extra_fingers;
};

#define TOUCHSTONE_FRAME_INIT \
  {sizeof(struct touchstone_frame), 0, NULL, 0, sizeof(struct touchstone_contact), NULL, 0, 0, 0}

/** Pushes a frame. Deadlines before its time are handled first. */
touchstone_status touchstone_engine_push_frame(struct touchstone_engine *engine,
                                               const struct touchstone_frame *frame);

/**
 * Single touches as toolkits, libinput and Wayland report them.
 *
 * @param id The slot or the toolkit's number of the touch, which may be used again after the touch.
 *
 * The touches take effect with touchstone_engine_touch_frame(), as a touch frame of libinput and Wayland
 * ends them. A motion, an up and a cancel of an id that is not down are ignored.
 */
touchstone_status touchstone_engine_touch_down(struct touchstone_engine *engine, int64_t time_us,
                                               int32_t id, double x_mm, double y_mm);
touchstone_status touchstone_engine_touch_motion(struct touchstone_engine *engine, int64_t time_us,
                                                 int32_t id, double x_mm, double y_mm);
touchstone_status touchstone_engine_touch_up(struct touchstone_engine *engine, int64_t time_us,
                                             int32_t id);
/** The touch is reported no more, though the finger may still be down: a palm, or taken by another. */
touchstone_status touchstone_engine_touch_cancel(struct touchstone_engine *engine, int64_t time_us,
                                                 int32_t id);
/** Cancels every touch, as wl_touch.cancel does. */
touchstone_status touchstone_engine_touch_cancel_all(struct touchstone_engine *engine,
                                                     int64_t time_us);
/** Ends the touches since the last frame. */
touchstone_status touchstone_engine_touch_frame(struct touchstone_engine *engine);

/**
 * Pushes an event of the device that the options describe, as read from /dev/input/event*.
 *
 * Touches take effect with SYN_REPORT. Events of any type, code and value are accepted; other ones than
 * those of touches and buttons are ignored.
 */
touchstone_status touchstone_engine_push_event(struct touchstone_engine *engine, int64_t time_us,
                                               uint16_t type, uint16_t code, int32_t value);

/** @} */
/* ------------------------------------------------------------------------------------------------ */
/** @defgroup time Deadlines, interruptions, the end @{ */

/**
 * The time at which something is decided without a further touch, such as that no second tap follows.
 *
 * An event loop wakes at this time and calls touchstone_engine_advance(). Pushing changes it.
 *
 * @return TOUCHSTONE_NONE if nothing waits.
 */
touchstone_status touchstone_engine_next_deadline(const struct touchstone_engine *engine,
                                                  int64_t *time_us);

/** Handles the deadlines up to a time before which no further touch is pushed. */
touchstone_status touchstone_engine_advance(struct touchstone_engine *engine, int64_t time_us);

/** Cancels all touches and accepts no further ones until touchstone_engine_resume(), as when the session
 *  is locked or loses its seat. */
touchstone_status touchstone_engine_interrupt(struct touchstone_engine *engine, int64_t time_us);

/** Ends an interruption, as touchstone_engine_finish() and touchstone_engine_reset() do not. Fingers that
 *  stayed down have no touch until they lift. */
touchstone_status touchstone_engine_resume(struct touchstone_engine *engine);

/** Ends the input: cancels the touches that are down, and handles the remaining deadlines. The next touch
 *  begins anew, with any time. */
touchstone_status touchstone_engine_finish(struct touchstone_engine *engine);

/** As touchstone_engine_finish(), without reporting anything, and forgets gestures and failures that wait
 *  to be polled. */
touchstone_status touchstone_engine_reset(struct touchstone_engine *engine);

/**
 * The time of a touch that has 32 bits of milliseconds, as those of wl_touch, wlroots and SDL 2.
 *
 * Pushed as they are, times begin again at 0 after 49.7 days, and every later touch would count as simultaneous with
 * the latest one before.
 *
 * @param time_ms The touch's time.
 * @param now_us  The time now by the same clock, as that of clock_gettime(CLOCK_MONOTONIC) for most compositors,
 *                within 24 days of the touch. Where only touches show that clock: the time of the last touch,
 *                converted, and what has passed since by any clock.
 * @return The microseconds nearest to now_us whose milliseconds have these 32 bits; never negative.
 */
int64_t touchstone_time_from_ms(uint32_t time_ms, int64_t now_us);

/** @} */
/* ------------------------------------------------------------------------------------------------ */
/** @defgroup gestures Gestures @{ */

typedef enum touchstone_kind {
  TOUCHSTONE_TAP = 1,
  TOUCHSTONE_LONG_PRESS = 2,
  TOUCHSTONE_SWIPE = 3,
  TOUCHSTONE_PAN = 4,
  TOUCHSTONE_EDGE_PAN = 5,
  TOUCHSTONE_PINCH = 6,
  TOUCHSTONE_ROTATION = 7,
  TOUCHSTONE_TAP_AND_DRAG = 8,
  TOUCHSTONE_TIP_TAP = 9,
  TOUCHSTONE_CHECKMARK = 10,
  TOUCHSTONE_PATH = 11,
} touchstone_kind;

typedef enum touchstone_state {
  TOUCHSTONE_BEGAN = 1,
  TOUCHSTONE_CHANGED = 2,
  /** A gesture that began and is over. */
  TOUCHSTONE_ENDED = 3,
  /** A gesture of one moment: a tap, a swipe, a checkmark. */
  TOUCHSTONE_RECOGNIZED = 4,
  TOUCHSTONE_CANCELLED = 5,
} touchstone_state;

/** The direction of the fingers, not of the content that they scroll. */
typedef enum touchstone_direction {
  TOUCHSTONE_NO_DIRECTION = 0,
  TOUCHSTONE_LEFT = 1,
  TOUCHSTONE_RIGHT = 2,
  TOUCHSTONE_UP = 3,
  TOUCHSTONE_DOWN = 4,
  TOUCHSTONE_UP_LEFT = 5,
  TOUCHSTONE_UP_RIGHT = 6,
  TOUCHSTONE_DOWN_LEFT = 7,
  TOUCHSTONE_DOWN_RIGHT = 8,
  TOUCHSTONE_IN = 9,
  TOUCHSTONE_OUT = 10,
  TOUCHSTONE_CLOCKWISE = 11,
  TOUCHSTONE_COUNTERCLOCKWISE = 12,
} touchstone_direction;

/** The axis of a swipe of the textbook profile, which has no direction. */
typedef enum touchstone_swipe_axis {
  TOUCHSTONE_NO_AXIS = 0,
  TOUCHSTONE_HORIZONTAL = 1,
  TOUCHSTONE_VERTICAL = 2,
} touchstone_swipe_axis;

/** A gesture. Numbers that a kind of gesture does not have are 0, or NULL; scale is 1. */
struct touchstone_gesture {
  /** sizeof(struct touchstone_gesture) */
  size_t size;
  uint32_t kind;      /* touchstone_kind */
  uint32_t state;     /* touchstone_state */
  uint32_t direction; /* touchstone_direction */
  uint32_t axis;      /* touchstone_swipe_axis */
  /** When it reached the state, and when its first finger touched down. */
  int64_t time_us, start_us;
  /** The most fingers at the same time, and the number of taps in a row. */
  int32_t touches, taps;
  /** From start_us to the state, in seconds. */
  double duration_s;
  /** The mean of the fingers; for a swipe or a path, where it began. */
  double location_x_mm, location_y_mm;
  double translation_x_mm, translation_y_mm;
  double velocity_x_mm_s, velocity_y_mm_s;
  /** The final over the first distance of the fingers. */
  double scale;
  double rotation_deg;
  /** The name of a path, and the shape that it is most like after that; valid as long as the engine. */
  const char *name, *runner_up;
  /** How likely the path is that shape, 0 to 1. */
  double score, runner_up_score;
};

#define TOUCHSTONE_GESTURE_INIT \
  {sizeof(struct touchstone_gesture), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, NULL, NULL, 0, 0}

/**
 * Receives gestures.
 *
 * It is called during a call that pushes or advances. It may read the engine (touchstone_engine_get_size,
 * touchstone_engine_next_deadline), and must not push, advance or destroy: those return TOUCHSTONE_BUSY.
 *
 * @param gesture Valid during the call; its size is the library's.
 */
typedef void (*touchstone_gesture_callback)(struct touchstone_engine *engine,
                                            const struct touchstone_gesture *gesture, void *user_data);

/** Reports gestures to a callback instead of keeping them; NULL keeps them again. */
touchstone_status touchstone_engine_set_gesture_callback(struct touchstone_engine *engine,
                                                         touchstone_gesture_callback callback,
                                                         void *user_data);

/**
 * Takes the oldest gesture that waits.
 *
 * At most 1024 wait; further ones push out the oldest, and touchstone_engine_lost_gestures() counts them.
 *
 * @return TOUCHSTONE_NONE if no gesture waits.
 */
touchstone_status touchstone_engine_next_gesture(struct touchstone_engine *engine,
                                                 struct touchstone_gesture *gesture);

/** How many gestures were pushed out before they were taken. */
uint64_t touchstone_engine_lost_gestures(const struct touchstone_engine *engine);

/**
 * The kinds of gestures that the touches may still become, or are: a set of TOUCHSTONE_KIND_BIT(kind).
 *
 * 0 with touches down means that the engine reports nothing more of them, so that a compositor may hand them on to a
 * client. Touches that have lifted may still become a gesture, as a tap may become a double one.
 */
uint64_t touchstone_engine_candidates(const struct touchstone_engine *engine);

/** The name of a kind, as in "longPress"; NULL if the library does not know it. */
const char *touchstone_kind_name(uint32_t kind);
/** As in "recognized". */
const char *touchstone_state_name(uint32_t state);
/** As in "upLeft". */
const char *touchstone_direction_name(uint32_t direction);

/** @} */
/* ------------------------------------------------------------------------------------------------ */
/** @defgroup failures Why a gesture was not recognized @{ */

/** A failed or cancelled attempt of a recognizer. The sentence is valid until the next call of one of the two
 *  functions below, the other strings as long as the engine. */
struct touchstone_failure {
  /** sizeof(struct touchstone_failure) */
  size_t size;
  uint32_t kind;      /* touchstone_kind */
  uint32_t direction; /* touchstone_direction: the one that was tried */
  int64_t time_us;
  /** What was measured and its limit, in unit; not a number if nothing was measured. */
  double measured, limit;
  /** "mm", "s", "degrees" or "". */
  const char *unit;
  /** What was measured, as in "deviation": the causes of docs/Records.md. */
  const char *cause;
  /** The number in the profile that has the limit, as in "swipe.maximumVariance"; NULL if none has. */
  const char *parameter;
  /** In words, as in "swipe left failed: 1.1 mm across, at most 0.8 mm allowed
   *  (swipe.maximumVariance)". */
  const char *sentence;
};

#define TOUCHSTONE_FAILURE_INIT {sizeof(struct touchstone_failure), 0, 0, 0, 0, 0, NULL, NULL, NULL, NULL}

/**
 * The last failed attempt of a kind of gesture, which need not be kept for it.
 *
 * @param kind    A touchstone_kind, or 0 for the latest of any kind.
 * @param failure Receives it.
 * @return TOUCHSTONE_NONE if no attempt of the kind has failed since it was last recognized.
 */
touchstone_status touchstone_engine_last_failure(struct touchstone_engine *engine, uint32_t kind,
                                                 struct touchstone_failure *failure);

/**
 * Takes the oldest failed attempt that waits, with TOUCHSTONE_KEEP_FAILURES.
 *
 * At most 1024 wait; further ones push out the oldest.
 *
 * @return TOUCHSTONE_NONE if none waits.
 */
touchstone_status touchstone_engine_next_failure(struct touchstone_engine *engine,
                                                 struct touchstone_failure *failure);

/** @} */

#ifdef __cplusplus
}
#endif

#endif
