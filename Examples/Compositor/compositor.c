/*
 * A Wayland compositor with gestures on its touchscreen, recognized by libtouchstone:
 *
 * - a pan of three fingers follows the fingers and switches between workspaces;
 * - a pan from the left edge opens a panel;
 * - a long press drags a window.
 *
 * Clients receive every touch at once. When a gesture claims the touches, their clients receive wl_touch.cancel, and
 * nothing more until all fingers have lifted. See docs/Compositors.md.
 *
 * With --test, touches and questions are read from the standard input, and time is that of the touches.
 */
#include <err.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <drm_fourcc.h>
#include <wayland-server-core.h>
#include <wlr/backend.h>
#include <wlr/backend/headless.h>
#include <wlr/backend/multi.h>
#include <wlr/render/allocator.h>
#include <wlr/render/wlr_renderer.h>
#include <wlr/types/wlr_compositor.h>
#include <wlr/types/wlr_data_device.h>
#include <wlr/types/wlr_output.h>
#include <wlr/types/wlr_output_layout.h>
#include <wlr/types/wlr_scene.h>
#include <wlr/types/wlr_seat.h>
#include <wlr/types/wlr_touch.h>
#include <wlr/types/wlr_xdg_shell.h>

#include <touchstone.h>

enum { WORKSPACES = 3, PANEL_WIDTH = 240 };

/* Pixels per mm of an output that does not know its size: 163 per inch, as on a phone. */
static const double usual_scale = 163 / 25.4;
/* The speed in mm/s of a flick, which switches without having gone half the way. */
static const double flick = 100;

struct server {
  struct wl_display *display;
  struct wlr_renderer *renderer;
  struct wlr_allocator *allocator;
  struct wlr_scene *scene;
  struct wlr_scene_tree *workspaces[WORKSPACES];
  struct wlr_scene_rect *grounds[WORKSPACES], *panel;
  struct wlr_output_layout *layout;
  struct wlr_backend *backend;
  struct wlr_output *output; /* NULL while it is unplugged */
  int width, height;         /* of the output, in pixels */
  struct wlr_seat *seat;
  struct wlr_input_device *touch;
  struct wl_event_source *timer;
  struct wl_list windows;
  struct wl_listener new_output, new_input, new_surface, output_frame, output_destroy, session_active;
  struct wl_listener touch_down, touch_up, touch_motion, touch_cancel, touch_frame, touch_destroy;

  struct touchstone_engine *engine;
  double scale; /* pixels per mm */
  int workspace, panel_x;
  double offset; /* of the workspaces, in pixels */
  struct window *dragged;
  int32_t grip; /* the touch that drags it */
  double grip_x, grip_y;
  /* A gesture has the touches; down is the number of fingers. */
  bool is_claimed;
  int down;

  bool is_test;
  int64_t test_time_us;
  char input[4096];
  size_t input_length;
};

struct window {
  struct wl_list link;
  struct server *server;
  struct wlr_xdg_surface *surface;
  struct wlr_scene_node *node;
  int x, y, workspace;
  struct wl_listener map, destroy;
};

static int64_t now_us(struct server *server) {
  if (server->is_test) return server->test_time_us;
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

/* ---------------------------------------------------------------------------------------------- */
/* What is on the screen */

static void place_workspaces(struct server *server, double offset) {
  server->offset = offset;
  for (int i = 0; i < WORKSPACES; i++)
    wlr_scene_node_set_position(&server->workspaces[i]->node, i * server->width + (int)offset, 0);
}

static void place_panel(struct server *server, double x) {
  server->panel_x = x < -PANEL_WIDTH ? -PANEL_WIDTH : x > 0 ? 0 : (int)x;
  wlr_scene_node_set_position(&server->panel->node, server->panel_x, 0);
}

static void place_window(struct window *window, double x, double y) {
  window->x = (int)x;
  window->y = (int)y;
  wlr_scene_node_set_position(window->node, window->x, window->y);
}

/* The surface at a position of the output, and the window that it belongs to. */
static struct wlr_surface *surface_at(struct server *server, double x, double y, double *sx, double *sy,
                                      struct window **window) {
  struct wlr_scene_node *node = wlr_scene_node_at(&server->scene->node, x, y, sx, sy);
  *window = NULL;
  if (!node || node->type != WLR_SCENE_NODE_SURFACE) return NULL;
  struct wlr_surface *surface = wlr_scene_surface_from_node(node)->surface;
  for (; node; node = node->parent)
    if (node->data) *window = node->data;
  return surface;
}

/* The node that shows a surface: of a window, of a part of one (a subsurface), or of a popup. */
static struct wlr_scene_node *node_of(struct wlr_scene_node *node, struct wlr_surface *surface) {
  if (node->type == WLR_SCENE_NODE_SURFACE && wlr_scene_surface_from_node(node)->surface == surface) return node;
  struct wlr_scene_node *child, *found = NULL;
  wl_list_for_each(child, &node->state.children, state.link)
    if ((found = node_of(child, surface))) break;
  return found;
}

/* ---------------------------------------------------------------------------------------------- */
/* Gives the touches to a gesture: their clients receive a cancel, upon which the seat forgets them. */

static void cancel_touches(struct server *server) {
  struct wl_list *points = &server->seat->touch_state.touch_points;
  for (int i = wl_list_length(points); i > 0 && !wl_list_empty(points); i--) {
    struct wlr_touch_point *point = wl_container_of(points->next, point, link);
    wlr_seat_touch_notify_cancel(server->seat, point->surface);
  }
}

static void claim(struct server *server) {
  if (!server->is_claimed) cancel_touches(server);
  server->is_claimed = true;
}

/* ---------------------------------------------------------------------------------------------- */
/* Gestures */

static void switch_workspace(struct server *server, const struct touchstone_gesture *gesture) {
  double width = server->width, moved = gesture->translation_x_mm * server->scale;
  if (gesture->state != TOUCHSTONE_ENDED && gesture->state != TOUCHSTONE_CANCELLED)
    return place_workspaces(server, -server->workspace * width + moved);
  int step = 0;
  if (gesture->state == TOUCHSTONE_ENDED) {
    if (moved < -width / 2 || gesture->velocity_x_mm_s < -flick) step = 1;
    if (moved > width / 2 || gesture->velocity_x_mm_s > flick) step = -1;
  }
  int next = server->workspace + step;
  if (next >= 0 && next < WORKSPACES) server->workspace = next;
  place_workspaces(server, -server->workspace * width);
}

static void open_panel(struct server *server, const struct touchstone_gesture *gesture) {
  double moved = gesture->translation_x_mm * server->scale;
  bool is_over = gesture->state == TOUCHSTONE_ENDED || gesture->state == TOUCHSTONE_CANCELLED;
  bool is_open = gesture->state == TOUCHSTONE_ENDED && (moved > PANEL_WIDTH / 2 || gesture->velocity_x_mm_s > flick);
  place_panel(server, is_over ? (is_open ? 0 : -PANEL_WIDTH) : moved - PANEL_WIDTH);
}

/* A long press that moves becomes a pan, so that the window follows the touch itself from here on. */
static void grip_window(struct server *server, const struct touchstone_gesture *gesture) {
  double x = gesture->location_x_mm * server->scale, y = gesture->location_y_mm * server->scale, sx, sy;
  struct wl_list *points = &server->seat->touch_state.touch_points;
  if (wl_list_empty(points)) return;
  surface_at(server, x, y, &sx, &sy, &server->dragged);
  if (!server->dragged) return;
  /* One finger is down, whose touch a client has until it is claimed. */
  struct wlr_touch_point *point = wl_container_of(points->next, point, link);
  server->grip = point->touch_id;
  claim(server);
  server->grip_x = server->dragged->x - x;
  server->grip_y = server->dragged->y - y;
}

static void handle_gesture(struct touchstone_engine *engine, const struct touchstone_gesture *gesture, void *data) {
  struct server *server = data;
  bool is_new = gesture->state == TOUCHSTONE_BEGAN;
  /* What begins with other fingers is the client's, and stays so when further ones join. */
  static uint32_t active;
  if (is_new && !server->is_claimed) {
    active = 0;
    if (gesture->kind == TOUCHSTONE_PAN && gesture->touches == 3) active = gesture->kind;
    if (gesture->kind == TOUCHSTONE_EDGE_PAN && gesture->direction == TOUCHSTONE_RIGHT) active = gesture->kind;
    if (gesture->kind == TOUCHSTONE_LONG_PRESS && gesture->touches == 1) active = gesture->kind;
    if (active && active != TOUCHSTONE_LONG_PRESS) claim(server);
  }
  if (gesture->kind != active) return;
  if (active == TOUCHSTONE_PAN) switch_workspace(server, gesture);
  if (active == TOUCHSTONE_EDGE_PAN) open_panel(server, gesture);
  if (active == TOUCHSTONE_LONG_PRESS && is_new) grip_window(server, gesture);
  if (server->output) wlr_output_schedule_frame(server->output);
}

static void make_engine(struct server *server) {
  struct touchstone_options options = TOUCHSTONE_OPTIONS_INIT;
  server->scale = server->output->phys_width > 0 ? (double)server->width / server->output->phys_width : usual_scale;
  options.width_mm = server->width / server->scale;
  options.height_mm = server->height / server->scale;
  /* Pans from an edge are no gesture of their own in most programs. */
  options.profile_text = "edgePan:\n  rule: standard\n  edges: [left]\n";
  options.flags = TOUCHSTONE_REPORT_ALL_STATES;
  options.kinds = TOUCHSTONE_KIND_BIT(TOUCHSTONE_PAN) | TOUCHSTONE_KIND_BIT(TOUCHSTONE_EDGE_PAN) |
                  TOUCHSTONE_KIND_BIT(TOUCHSTONE_LONG_PRESS);
  if (touchstone_engine_create(&options, &server->engine) != TOUCHSTONE_OK) errx(1, "%s", touchstone_message());
  touchstone_engine_set_gesture_callback(server->engine, handle_gesture, server);
}

/* Wakes the engine when a finger has rested long enough, which no touch marks. */
static void arm_timer(struct server *server) {
  int64_t deadline;
  if (touchstone_engine_next_deadline(server->engine, &deadline) != TOUCHSTONE_OK) return;
  int64_t wait = deadline - now_us(server);
  if (!server->is_test) wl_event_source_timer_update(server->timer, wait <= 0 ? 1 : (int)((wait + 999) / 1000));
}

static int handle_timer(void *data) {
  struct server *server = data;
  touchstone_engine_advance(server->engine, now_us(server));
  arm_timer(server);
  return 0;
}

/* ---------------------------------------------------------------------------------------------- */
/* Touches */

static void handle_down(struct wl_listener *listener, void *data) {
  struct server *server = wl_container_of(listener, server, touch_down);
  struct wlr_event_touch_down *event = data;
  double x = event->x * server->width, y = event->y * server->height, sx, sy;
  struct window *window;
  server->down++;
  touchstone_engine_touch_down(server->engine, touchstone_time_from_ms(event->time_msec, now_us(server)),
                               event->touch_id, x / server->scale, y / server->scale);
  struct wlr_surface *surface = surface_at(server, x, y, &sx, &sy, &window);
  if (surface && !server->is_claimed)
    wlr_seat_touch_notify_down(server->seat, surface, event->time_msec, event->touch_id, sx, sy);
}

static void handle_motion(struct wl_listener *listener, void *data) {
  struct server *server = wl_container_of(listener, server, touch_motion);
  struct wlr_event_touch_motion *event = data;
  double x = event->x * server->width, y = event->y * server->height;
  touchstone_engine_touch_motion(server->engine, touchstone_time_from_ms(event->time_msec, now_us(server)),
                                 event->touch_id, x / server->scale, y / server->scale);
  if (server->dragged && event->touch_id == server->grip)
    place_window(server->dragged, x + server->grip_x, y + server->grip_y);
  struct wlr_touch_point *point = wlr_seat_touch_get_point(server->seat, event->touch_id);
  struct wlr_scene_node *node = point ? node_of(&server->scene->node, point->surface) : NULL;
  int left, top;
  if (!node || !wlr_scene_node_coords(node, &left, &top)) return;
  /* In the coordinates of the surface that the touch began on. */
  wlr_seat_touch_notify_motion(server->seat, event->time_msec, event->touch_id, x - left, y - top);
}

static void handle_up(struct wl_listener *listener, void *data) {
  struct server *server = wl_container_of(listener, server, touch_up);
  struct wlr_event_touch_up *event = data;
  server->down--;
  if (event->touch_id == server->grip) server->dragged = NULL;
  touchstone_engine_touch_up(server->engine, touchstone_time_from_ms(event->time_msec, now_us(server)),
                             event->touch_id);
  if (wlr_seat_touch_get_point(server->seat, event->touch_id))
    wlr_seat_touch_notify_up(server->seat, event->time_msec, event->touch_id);
}

static void handle_cancel(struct wl_listener *listener, void *data) {
  struct server *server = wl_container_of(listener, server, touch_cancel);
  struct wlr_event_touch_cancel *event = data;
  server->down--;
  if (event->touch_id == server->grip) server->dragged = NULL;
  touchstone_engine_touch_cancel(server->engine, touchstone_time_from_ms(event->time_msec, now_us(server)),
                                 event->touch_id);
  /* A cancel of Wayland is one of all touches of the client. */
  struct wlr_touch_point *point = wlr_seat_touch_get_point(server->seat, event->touch_id);
  if (point) wlr_seat_touch_notify_cancel(server->seat, point->surface);
}

static void handle_frame(struct wl_listener *listener, void *data) {
  struct server *server = wl_container_of(listener, server, touch_frame);
  touchstone_engine_touch_frame(server->engine);
  wlr_seat_touch_notify_frame(server->seat);
  if (server->down == 0) {
    server->is_claimed = false;
    server->dragged = NULL;
  }
  arm_timer(server);
}

/* A removed device sends no more: its touches end, and another one may take its place. */
static void handle_touch_destroy(struct wl_listener *listener, void *data) {
  struct server *server = wl_container_of(listener, server, touch_destroy);
  struct wl_listener *listeners[] = {&server->touch_down,   &server->touch_up,    &server->touch_motion,
                                     &server->touch_cancel, &server->touch_frame, &server->touch_destroy};
  for (size_t i = 0; i < sizeof listeners / sizeof *listeners; i++) wl_list_remove(&listeners[i]->link);
  cancel_touches(server);
  touchstone_engine_finish(server->engine);
  server->touch = NULL;
  server->dragged = NULL;
  server->is_claimed = false;
  server->down = 0;
  wlr_seat_set_capabilities(server->seat, 0);
}

static void handle_new_input(struct wl_listener *listener, void *data) {
  struct server *server = wl_container_of(listener, server, new_input);
  struct wlr_input_device *device = data;
  if (device->type != WLR_INPUT_DEVICE_TOUCH || server->touch) return;
  server->touch = device;
  server->touch_down.notify = handle_down;
  server->touch_up.notify = handle_up;
  server->touch_motion.notify = handle_motion;
  server->touch_cancel.notify = handle_cancel;
  server->touch_frame.notify = handle_frame;
  server->touch_destroy.notify = handle_touch_destroy;
  wl_signal_add(&device->touch->events.down, &server->touch_down);
  wl_signal_add(&device->touch->events.up, &server->touch_up);
  wl_signal_add(&device->touch->events.motion, &server->touch_motion);
  wl_signal_add(&device->touch->events.cancel, &server->touch_cancel);
  wl_signal_add(&device->touch->events.frame, &server->touch_frame);
  wl_signal_add(&device->events.destroy, &server->touch_destroy);
  wlr_seat_set_capabilities(server->seat, WL_SEAT_CAPABILITY_TOUCH);
}

/* ---------------------------------------------------------------------------------------------- */
/* The output and the windows */

static void handle_output_frame(struct wl_listener *listener, void *data) {
  struct server *server = wl_container_of(listener, server, output_frame);
  struct wlr_scene_output *output = wlr_scene_get_scene_output(server->scene, server->output);
  wlr_scene_output_commit(output);
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  wlr_scene_output_send_frame_done(output, &now);
}

/* Without its output a compositor has nothing to show; windows and gestures wait for another one. */
static void handle_output_destroy(struct wl_listener *listener, void *data) {
  struct server *server = wl_container_of(listener, server, output_destroy);
  wl_list_remove(&server->output_frame.link);
  wl_list_remove(&server->output_destroy.link);
  server->output = NULL;
  cancel_touches(server);
  touchstone_engine_finish(server->engine);
}

static void make_scene(struct server *server) {
  static const float colors[WORKSPACES][4] = {{0.2, 0.3, 0.4, 1}, {0.4, 0.3, 0.2, 1}, {0.2, 0.4, 0.3, 1}};
  for (int i = 0; i < WORKSPACES; i++) {
    server->workspaces[i] = wlr_scene_tree_create(&server->scene->node);
    server->grounds[i] =
      wlr_scene_rect_create(&server->workspaces[i]->node, server->width, server->height, colors[i]);
  }
  server->panel = wlr_scene_rect_create(&server->scene->node, PANEL_WIDTH, server->height,
                                        (const float[]){0.9, 0.9, 0.9, 1});
}

static void handle_new_output(struct wl_listener *listener, void *data) {
  struct server *server = wl_container_of(listener, server, new_output);
  struct wlr_output *output = data;
  if (server->output) return;
  server->output = output;
  wlr_output_init_render(output, server->allocator, server->renderer);
  if (!wl_list_empty(&output->modes)) {
    wlr_output_set_mode(output, wlr_output_preferred_mode(output));
    wlr_output_enable(output, true);
    if (!wlr_output_commit(output)) errx(1, "the output has no mode");
  }
  server->output_frame.notify = handle_output_frame;
  wl_signal_add(&output->events.frame, &server->output_frame);
  server->output_destroy.notify = handle_output_destroy;
  wl_signal_add(&output->events.destroy, &server->output_destroy);
  wlr_output_layout_add_auto(server->layout, output);
  server->width = output->width;
  server->height = output->height;
  if (!server->panel) make_scene(server);
  for (int i = 0; i < WORKSPACES; i++) wlr_scene_rect_set_size(server->grounds[i], server->width, server->height);
  wlr_scene_rect_set_size(server->panel, PANEL_WIDTH, server->height);
  place_workspaces(server, -server->workspace * server->width);
  place_panel(server, -PANEL_WIDTH);
  touchstone_engine_destroy(server->engine);
  make_engine(server);
}

/* While another session has the seat, its touches are none of this one's. */
static void set_active(struct server *server, bool is_active) {
  if (is_active) {
    touchstone_engine_resume(server->engine);
  } else {
    cancel_touches(server);
    touchstone_engine_interrupt(server->engine, now_us(server));
    server->dragged = NULL;
  }
}

static void handle_session_active(struct wl_listener *listener, void *data) {
  struct server *server = wl_container_of(listener, server, session_active);
  set_active(server, wlr_backend_get_session(server->backend)->active);
}

static void handle_map(struct wl_listener *listener, void *data) {
  struct window *window = wl_container_of(listener, window, map);
  struct server *server = window->server;
  window->workspace = server->workspace;
  wlr_scene_node_reparent(window->node, &server->workspaces[window->workspace]->node);
  place_window(window, 100, 80);
}

static void handle_destroy(struct wl_listener *listener, void *data) {
  struct window *window = wl_container_of(listener, window, destroy);
  if (window->server->dragged == window) window->server->dragged = NULL;
  wl_list_remove(&window->link);
  wl_list_remove(&window->map.link);
  wl_list_remove(&window->destroy.link);
  free(window);
}

static void handle_new_surface(struct wl_listener *listener, void *data) {
  struct server *server = wl_container_of(listener, server, new_surface);
  struct wlr_xdg_surface *surface = data;
  if (surface->role != WLR_XDG_SURFACE_ROLE_TOPLEVEL) return;
  struct window *window = calloc(1, sizeof *window);
  if (!window) err(1, "calloc");
  window->server = server;
  window->surface = surface;
  window->node = wlr_scene_xdg_surface_create(&server->workspaces[server->workspace]->node, surface);
  window->node->data = window;
  window->map.notify = handle_map;
  window->destroy.notify = handle_destroy;
  wl_signal_add(&surface->events.map, &window->map);
  wl_signal_add(&surface->events.destroy, &window->destroy);
  wl_list_insert(&server->windows, &window->link);
}

/* ---------------------------------------------------------------------------------------------- */
/* Tests: lines of the standard input */

static void save_screenshot(struct server *server, const char *path) {
  int width = server->width, height = server->height;
  uint32_t *pixels = calloc((size_t)width * height, sizeof *pixels);
  FILE *file = fopen(path, "w");
  if (!pixels || !file) err(1, "%s", path);
  if (!wlr_output_attach_render(server->output, NULL)) errx(1, "the output has no buffer");
  wlr_renderer_begin(server->renderer, width, height);
  wlr_renderer_clear(server->renderer, (const float[]){0, 0, 0, 1});
  wlr_scene_render_output(server->scene, server->output, 0, 0, NULL);
  if (!wlr_renderer_read_pixels(server->renderer, DRM_FORMAT_XRGB8888, NULL, width * 4, width, height, 0, 0, 0, 0,
                                pixels))
    errx(1, "the renderer reads no pixels");
  wlr_renderer_end(server->renderer);
  wlr_output_rollback(server->output);
  fprintf(file, "P6 %d %d 255\n", width, height);
  for (int i = 0; i < width * height; i++)
    for (int shift = 16; shift >= 0; shift -= 8) fputc(pixels[i] >> shift & 0xff, file);
  fclose(file);
  free(pixels);
}

static void print_state(struct server *server) {
  printf("{\"workspace\":%d,\"offset\":%g,\"panel\":%d,\"claimed\":%s,\"windows\":[", server->workspace, server->offset,
         server->panel_x, server->is_claimed ? "true" : "false");
  struct window *window;
  wl_list_for_each(window, &server->windows, link)
    printf("%s[%d,%d]", window->link.prev == &server->windows ? "" : ",", window->x, window->y);
  puts("]}");
}

/* A line: a time in ms and what happens to the touch device, or a question. */
static void handle_line(struct server *server, const char *line) {
  unsigned time;
  int id, width, height;
  double x, y;
  char path[1024];
  if (sscanf(line, "%u", &time) == 1) {
    server->test_time_us = (int64_t)time * 1000;
    touchstone_engine_advance(server->engine, server->test_time_us);
  }
  if (sscanf(line, "%u down %d %lf %lf", &time, &id, &x, &y) == 4) {
    struct wlr_event_touch_down event = {server->touch, time, id, x / server->width, y / server->height};
    wl_signal_emit(&server->touch->touch->events.down, &event);
  } else if (sscanf(line, "%u motion %d %lf %lf", &time, &id, &x, &y) == 4) {
    struct wlr_event_touch_motion event = {server->touch, time, id, x / server->width, y / server->height};
    wl_signal_emit(&server->touch->touch->events.motion, &event);
  } else if (sscanf(line, "%u up %d", &time, &id) == 2) {
    struct wlr_event_touch_up event = {server->touch, time, id};
    wl_signal_emit(&server->touch->touch->events.up, &event);
  } else if (strstr(line, "frame")) {
    wl_signal_emit(&server->touch->touch->events.frame, NULL);
  } else if (sscanf(line, "screenshot %1023s", path) == 1) {
    save_screenshot(server, path);
    puts("saved");
  } else if (strcmp(line, "state") == 0) {
    print_state(server);
  } else if (strcmp(line, "unplug") == 0) {
    wlr_output_destroy(server->output);
  } else if (sscanf(line, "plug %d %d", &width, &height) == 2) {
    wlr_headless_add_output(server->backend, width, height);
  } else if (strcmp(line, "inactive") == 0 || strcmp(line, "active") == 0) {
    set_active(server, *line == 'a');
  } else if (strcmp(line, "quit") == 0) {
    wl_display_terminate(server->display);
  }
}

static int handle_input(int descriptor, uint32_t mask, void *data) {
  struct server *server = data;
  ssize_t count =
    read(descriptor, server->input + server->input_length, sizeof server->input - server->input_length - 1);
  if (count <= 0) {
    wl_display_terminate(server->display);
    return 0;
  }
  server->input_length += count;
  server->input[server->input_length] = 0;
  char *line = server->input, *end;
  for (; (end = strchr(line, '\n')); line = end + 1) {
    *end = 0;
    handle_line(server, line);
  }
  server->input_length -= line - server->input;
  memmove(server->input, line, server->input_length);
  return 0;
}

/* ---------------------------------------------------------------------------------------------- */

int main(int argc, char **argv) {
  static struct server server;
  server.is_test = argc > 1 && strcmp(argv[1], "--test") == 0;
  setvbuf(stdout, NULL, _IOLBF, 0);
  wl_list_init(&server.windows);
  server.display = wl_display_create();
  struct wl_event_loop *loop = wl_display_get_event_loop(server.display);
  struct wlr_backend *backend = server.backend =
    server.is_test ? wlr_headless_backend_create(server.display) : wlr_backend_autocreate(server.display);
  if (!backend) errx(1, "no backend");
  server.renderer = wlr_renderer_autocreate(backend);
  if (!server.renderer) errx(1, "no renderer");
  wlr_renderer_init_wl_display(server.renderer, server.display);
  server.allocator = wlr_allocator_autocreate(backend, server.renderer);
  wlr_compositor_create(server.display, server.renderer);
  wlr_data_device_manager_create(server.display);
  server.layout = wlr_output_layout_create();
  server.scene = wlr_scene_create();
  wlr_scene_attach_output_layout(server.scene, server.layout);
  server.seat = wlr_seat_create(server.display, "seat0");
  server.timer = wl_event_loop_add_timer(loop, handle_timer, &server);

  server.new_output.notify = handle_new_output;
  wl_signal_add(&backend->events.new_output, &server.new_output);
  server.new_input.notify = handle_new_input;
  wl_signal_add(&backend->events.new_input, &server.new_input);
  server.session_active.notify = handle_session_active;
  struct wlr_session *session = wlr_backend_get_session(backend);
  if (session) wl_signal_add(&session->events.active, &server.session_active);
  server.new_surface.notify = handle_new_surface;
  wl_signal_add(&wlr_xdg_shell_create(server.display)->events.new_surface, &server.new_surface);

  const char *socket = wl_display_add_socket_auto(server.display);
  if (!socket || !wlr_backend_start(backend)) errx(1, "no socket, or the backend does not start");
  if (server.is_test) {
    wlr_headless_add_output(backend, 1280, 800);
    wlr_headless_add_input_device(backend, WLR_INPUT_DEVICE_TOUCH);
    wl_event_loop_add_fd(loop, STDIN_FILENO, WL_EVENT_READABLE, handle_input, &server);
  }
  if (!server.output) errx(1, "no output");
  printf("WAYLAND_DISPLAY=%s\n", socket);
  wl_display_run(server.display);
  wl_display_destroy_clients(server.display);
  wl_display_destroy(server.display);
  touchstone_engine_destroy(server.engine);
  return 0;
}
