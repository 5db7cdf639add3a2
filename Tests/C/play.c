/*
 * Plays evemu recordings through the C interface and prints a line of JSON for each gesture, as
 * `replay run --json` does.
 *
 *   play [--events | --frames | --touches] RECORDING...
 *
 *   --events    pushes the events (the default)
 *   --frames    pushes frames, made of the slots of multitouch protocol B
 *   --touches   pushes single touches, made of the same
 */
#define _GNU_SOURCE
#include <err.h>
#include <inttypes.h>
#include <linux/input.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <touchstone.h>

enum mode { EVENTS, FRAMES, TOUCHES };

/* ---- The description of a device: I, P, B and A lines ---- */

struct description {
  uint16_t identity[4];
  struct touchstone_axis axes[64];
  uint16_t properties[32], keys[768];
  size_t axis_count, property_count, key_count;
  /* The number of the next bit of P lines, and of B lines of keys. */
  uint16_t next_property, next_key;
};

/* The set bits of a line of bytes, which continues the lines before. */
static void read_bits(const char *text, uint16_t *next, uint16_t *numbers, size_t *count, size_t limit) {
  char *end;
  for (;; text = end) {
    unsigned long byte = strtoul(text, &end, 16);
    if (end == text) return;
    for (uint16_t bit = 0; bit < 8; bit += 1)
      if (byte >> bit & 1 && *count < limit) numbers[(*count)++] = (uint16_t)(*next + bit);
    *next = (uint16_t)(*next + 8);
  }
}

static void read_axis(const char *text, struct description *description) {
  struct touchstone_axis axis = {0};
  if (description->axis_count == 64) return;
  if (sscanf(text, "%" SCNx16 " %" SCNd32 " %" SCNd32 " %" SCNd32 " %" SCNd32 " %" SCNd32, &axis.code, &axis.minimum,
             &axis.maximum, &axis.fuzz, &axis.flat, &axis.resolution) >= 3)
    description->axes[description->axis_count++] = axis;
}

static void read_description(const char *line, struct description *description) {
  uint16_t *identity = description->identity;
  char *rest;
  switch (line[0]) {
    case 'I':
      sscanf(line + 2, "%" SCNx16 " %" SCNx16 " %" SCNx16 " %" SCNx16, identity, identity + 1, identity + 2,
             identity + 3);
      break;
    case 'P':
      read_bits(line + 2, &description->next_property, description->properties, &description->property_count, 32);
      break;
    case 'B':
      if (strtoul(line + 2, &rest, 16) == EV_KEY)
        read_bits(rest, &description->next_key, description->keys, &description->key_count, 768);
      break;
    case 'A':
      read_axis(line + 2, description);
      break;
  }
}

static const struct touchstone_axis *find_axis(const struct description *description, uint16_t code) {
  for (size_t index = 0; index < description->axis_count; index += 1)
    if (description->axes[index].code == code) return &description->axes[index];
  return NULL;
}

/* ---- Slots, for frames and touches ---- */

struct slot {
  int64_t id; /* 0 if nothing touches. */
  int32_t x, y, pressure, major, minor, tool;
  bool is_new, has_moved, has_lifted;
};

struct slots {
  struct slot slots[64];
  size_t current;
  int64_t last_id;
};

static void process_slot_event(struct slots *slots, uint16_t code, int32_t value) {
  struct slot *slot = &slots->slots[slots->current];
  switch (code) {
    case ABS_MT_SLOT:
      slots->current = value >= 0 && value < 64 ? (size_t)value : 0;
      break;
    case ABS_MT_TRACKING_ID:
      if (slot->id && !slot->is_new) slot->has_lifted = true;
      slot->id = value < 0 ? 0 : ++slots->last_id;
      slot->is_new = value >= 0;
      break;
    case ABS_MT_POSITION_X:
      slot->has_moved |= slot->x != value;
      slot->x = value;
      break;
    case ABS_MT_POSITION_Y:
      slot->has_moved |= slot->y != value;
      slot->y = value;
      break;
    case ABS_MT_PRESSURE:
      slot->pressure = value;
      break;
    case ABS_MT_TOUCH_MAJOR:
      slot->major = value;
      break;
    case ABS_MT_TOUCH_MINOR:
      slot->minor = value;
      break;
    case ABS_MT_TOOL_TYPE:
      slot->tool = value;
      break;
  }
}

static double millimetres(const struct touchstone_axis *axis, int32_t value) {
  return ((double)value - axis->minimum) * (1 / (double)axis->resolution);
}

/* ---- Output ---- */

static void print_number(double value, int decimals) {
  char text[64];
  double power = pow(10, decimals), rounded = round(value * power) / power;
  int length = snprintf(text, sizeof text, "%.*f", decimals, rounded == 0 ? 0.0 : rounded);
  while (text[length - 1] == '0' && text[length - 2] != '.') text[--length] = '\0';
  fputs(text, stdout);
}

static void print_pair(const char *key, double x, double y) {
  printf(",\"%s\":{\"x\":", key);
  print_number(x, 2);
  printf(",\"y\":");
  print_number(y, 2);
  printf("}");
}

static void print_key(const char *key, double value, int decimals) {
  printf(",\"%s\":", key);
  print_number(value, decimals);
}

static void print_gesture(const struct touchstone_gesture *gesture, const char *file, int64_t origin) {
  bool moves = gesture->kind == TOUCHSTONE_PAN || gesture->kind == TOUCHSTONE_EDGE_PAN ||
               gesture->kind == TOUCHSTONE_SWIPE || gesture->kind == TOUCHSTONE_TAP_AND_DRAG;
  printf("{\"v\":2,\"file\":\"%s\"", file);
  print_key("time_s", (double)(gesture->time_us - origin) / 1e6, 6);
  print_key("start_s", (double)(gesture->start_us - origin) / 1e6, 6);
  printf(",\"gesture\":\"%s\",\"state\":\"%s\"", touchstone_kind_name(gesture->kind),
         touchstone_state_name(gesture->state));
  printf(",\"touches\":%d", gesture->touches);
  if (gesture->taps) printf(",\"taps\":%d", gesture->taps);
  if (gesture->direction) printf(",\"direction\":\"%s\"", touchstone_direction_name(gesture->direction));
  if (gesture->axis) printf(",\"axis\":\"%s\"", gesture->axis == TOUCHSTONE_HORIZONTAL ? "horizontal" : "vertical");
  if (moves) {
    print_pair("translation_mm", gesture->translation_x_mm, gesture->translation_y_mm);
    print_pair("velocity_mm_s", gesture->velocity_x_mm_s, gesture->velocity_y_mm_s);
  }
  if (gesture->kind == TOUCHSTONE_PINCH) print_key("scale", gesture->scale, 3);
  if (gesture->kind == TOUCHSTONE_ROTATION) print_key("rotation_deg", gesture->rotation_deg, 1);
  print_key("duration_s", gesture->duration_s, 6);
  print_pair("location_mm", gesture->location_x_mm, gesture->location_y_mm);
  printf("}\n");
}

/* ---- Playing ---- */

struct player {
  enum mode mode;
  const char *file;
  struct description description;
  struct touchstone_engine *engine;
  struct slots slots;
  int64_t origin;
};

static void check(touchstone_status status, const struct player *player) {
  if (status < 0) errx(1, "%s: %s", player->file, touchstone_message());
}

static void start(struct player *player) {
  const struct description *description = &player->description;
  struct touchstone_device device = TOUCHSTONE_DEVICE_INIT;
  device.bus = description->identity[0];
  device.vendor = description->identity[1];
  device.product = description->identity[2];
  device.version = description->identity[3];
  device.axes = description->axes;
  device.axis_count = description->axis_count;
  device.properties = description->properties;
  device.property_count = description->property_count;
  device.keys = description->keys;
  device.key_count = description->key_count;
  struct touchstone_options options = TOUCHSTONE_OPTIONS_INIT;
  /* With a device, its size and type are known also for frames and touches. */
  options.device = &device;
  check(touchstone_engine_create(&options, &player->engine), player);
  const struct touchstone_axis *x = find_axis(description, ABS_MT_POSITION_X),
                               *y = find_axis(description, ABS_MT_POSITION_Y);
  if (player->mode != EVENTS && !(x && y && x->resolution > 0 && y->resolution > 0))
    errx(65, "%s: frames and touches need multitouch axes with a resolution", player->file);
}

static void push_frame(struct player *player, int64_t time) {
  const struct touchstone_axis *x = find_axis(&player->description, ABS_MT_POSITION_X),
                               *y = find_axis(&player->description, ABS_MT_POSITION_Y),
                               *pressure = find_axis(&player->description, ABS_MT_PRESSURE),
                               *major = find_axis(&player->description, ABS_MT_TOUCH_MAJOR);
  struct touchstone_contact contacts[64];
  struct touchstone_frame frame = TOUCHSTONE_FRAME_INIT;
  frame.time_us = time;
  frame.contacts = contacts;
  for (size_t index = 0; index < 64; index += 1) {
    const struct slot *slot = &player->slots.slots[index];
    if (!slot->id) continue;
    struct touchstone_contact *contact = &contacts[frame.contact_count++];
    *contact = (struct touchstone_contact){slot->id, millimetres(x, slot->x), millimetres(y, slot->y), -1, -1, -1, 0, 0};
    if (pressure) contact->pressure = slot->pressure / (double)pressure->maximum;
    if (major && major->resolution > 0) {
      contact->major_mm = slot->major / (double)major->resolution;
      contact->minor_mm = slot->minor / (double)major->resolution;
    }
    if (slot->tool == MT_TOOL_PALM) contact->tool = TOUCHSTONE_TOOL_PALM;
  }
  /* In the order of their ids, as fingers touched down. */
  for (size_t index = 1; index < frame.contact_count; index += 1)
    for (size_t other = index; other > 0 && contacts[other].id < contacts[other - 1].id; other -= 1) {
      struct touchstone_contact contact = contacts[other];
      contacts[other] = contacts[other - 1];
      contacts[other - 1] = contact;
    }
  check(touchstone_engine_push_frame(player->engine, &frame), player);
}

static void push_touches(struct player *player, int64_t time) {
  const struct touchstone_axis *x = find_axis(&player->description, ABS_MT_POSITION_X),
                               *y = find_axis(&player->description, ABS_MT_POSITION_Y);
  for (int32_t index = 0; index < 64; index += 1) {
    struct slot *slot = &player->slots.slots[index];
    if (slot->has_lifted) check(touchstone_engine_touch_up(player->engine, time, index), player);
    if (slot->id && slot->is_new) {
      check(touchstone_engine_touch_down(player->engine, time, index, millimetres(x, slot->x),
                                         millimetres(y, slot->y)),
            player);
    } else if (slot->id && slot->has_moved) {
      check(touchstone_engine_touch_motion(player->engine, time, index, millimetres(x, slot->x),
                                           millimetres(y, slot->y)),
            player);
    }
    slot->has_lifted = slot->is_new = slot->has_moved = false;
  }
  check(touchstone_engine_touch_frame(player->engine), player);
}

static void push_event(struct player *player, int64_t time, uint16_t type, uint16_t code, int32_t value) {
  if (player->mode == EVENTS) {
    check(touchstone_engine_push_event(player->engine, time, type, code, value), player);
  } else if (type == EV_ABS) {
    process_slot_event(&player->slots, code, value);
  } else if (type == EV_SYN && code == SYN_REPORT) {
    if (player->mode == FRAMES) {
      push_frame(player, time);
    } else {
      push_touches(player, time);
    }
  }
}

static void print_gestures(struct player *player) {
  struct touchstone_gesture gesture = TOUCHSTONE_GESTURE_INIT;
  while (touchstone_engine_next_gesture(player->engine, &gesture) == TOUCHSTONE_OK)
    print_gesture(&gesture, player->file, player->origin);
}

static void play(const char *file, enum mode mode) {
  static struct player player;
  static char line[4096];
  player = (struct player){.mode = mode, .file = file};
  FILE *stream = fopen(file, "r");
  if (!stream) err(66, "%s", file);
  while (fgets(line, sizeof line, stream)) {
    int64_t seconds, microseconds;
    uint16_t type, code;
    int32_t value;
    if (sscanf(line, "E: %" SCNd64 ".%" SCNd64 " %" SCNx16 " %" SCNx16 " %" SCNd32, &seconds, &microseconds, &type,
               &code, &value) != 5) {
      read_description(line, &player.description);
      continue;
    }
    int64_t time = seconds * 1000000 + microseconds;
    if (!player.engine) {
      player.origin = time;
      start(&player);
    }
    push_event(&player, time, type, code, value);
    print_gestures(&player);
  }
  fclose(stream);
  if (!player.engine) return;
  check(touchstone_engine_finish(player.engine), &player);
  print_gestures(&player);
  check(touchstone_engine_destroy(player.engine), &player);
}

int main(int count, char **arguments) {
  static const char *const names[] = {"--events", "--frames", "--touches"};
  enum mode mode = EVENTS;
  int first = 1;
  for (int index = 0; index < 3; index += 1)
    if (count > 1 && strcmp(arguments[1], names[index]) == 0) {
      mode = (enum mode)index;
      first = 2;
    }
  if (first >= count) errx(64, "usage: play [--events | --frames | --touches] RECORDING...");
  for (int index = first; index < count; index += 1) play(arguments[index], mode);
}
