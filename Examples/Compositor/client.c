/* A Wayland client for the test of the compositor: a window of one colour that prints the touches it receives. */
#define _GNU_SOURCE
#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <wayland-client.h>

#include "xdg-shell-client.h"

enum { WIDTH = 400, HEIGHT = 300 };

static struct wl_compositor *compositor;
static struct wl_shm *shm;
static struct wl_seat *seat;
static struct xdg_wm_base *shell;
static struct wl_surface *surface;

static void down(void *data, struct wl_touch *touch, uint32_t serial, uint32_t time, struct wl_surface *on, int32_t id,
                 wl_fixed_t x, wl_fixed_t y) {
  printf("down %d %.0f %.0f\n", id, wl_fixed_to_double(x), wl_fixed_to_double(y));
}
static void up(void *data, struct wl_touch *touch, uint32_t serial, uint32_t time, int32_t id) {
  printf("up %d\n", id);
}
static void motion(void *data, struct wl_touch *touch, uint32_t time, int32_t id, wl_fixed_t x, wl_fixed_t y) {
  printf("motion %d %.0f %.0f\n", id, wl_fixed_to_double(x), wl_fixed_to_double(y));
}
static void frame(void *data, struct wl_touch *touch) { puts("frame"); }
static void cancel(void *data, struct wl_touch *touch) { puts("cancel"); }
static void shape(void *data, struct wl_touch *touch, int32_t id, wl_fixed_t major, wl_fixed_t minor) {}
static void orientation(void *data, struct wl_touch *touch, int32_t id, wl_fixed_t angle) {}

static const struct wl_touch_listener touches = {down, up, motion, frame, cancel, shape, orientation};

static void ping(void *data, struct xdg_wm_base *base, uint32_t serial) { xdg_wm_base_pong(base, serial); }
static const struct xdg_wm_base_listener pings = {ping};

static void global(void *data, struct wl_registry *registry, uint32_t name, const char *interface, uint32_t version) {
  if (strcmp(interface, wl_compositor_interface.name) == 0)
    compositor = wl_registry_bind(registry, name, &wl_compositor_interface, 4);
  if (strcmp(interface, wl_shm_interface.name) == 0) shm = wl_registry_bind(registry, name, &wl_shm_interface, 1);
  if (strcmp(interface, wl_seat_interface.name) == 0) seat = wl_registry_bind(registry, name, &wl_seat_interface, 5);
  if (strcmp(interface, xdg_wm_base_interface.name) == 0)
    shell = wl_registry_bind(registry, name, &xdg_wm_base_interface, 1);
}
static void removed(void *data, struct wl_registry *registry, uint32_t name) {}
static const struct wl_registry_listener globals = {global, removed};

static void draw(void) {
  int file = memfd_create("window", 0);
  size_t size = WIDTH * HEIGHT * 4;
  if (file < 0 || ftruncate(file, size) < 0) err(1, "memory");
  uint32_t *pixels = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  for (int i = 0; i < WIDTH * HEIGHT; i++) pixels[i] = 0xffd08020;
  struct wl_shm_pool *pool = wl_shm_create_pool(shm, file, size);
  struct wl_buffer *buffer = wl_shm_pool_create_buffer(pool, 0, WIDTH, HEIGHT, WIDTH * 4, WL_SHM_FORMAT_XRGB8888);
  wl_surface_attach(surface, buffer, 0, 0);
  wl_surface_damage_buffer(surface, 0, 0, WIDTH, HEIGHT);
  wl_surface_commit(surface);
}

static void configure(void *data, struct xdg_surface *window, uint32_t serial) {
  xdg_surface_ack_configure(window, serial);
  draw();
}
static const struct xdg_surface_listener configures = {configure};
static void resize(void *data, struct xdg_toplevel *window, int32_t width, int32_t height, struct wl_array *states) {}
static void closed(void *data, struct xdg_toplevel *window) { exit(0); }
static const struct xdg_toplevel_listener window_events = {.configure = resize, .close = closed};

int main(void) {
  setvbuf(stdout, NULL, _IOLBF, 0);
  struct wl_display *display = wl_display_connect(NULL);
  if (!display) errx(1, "no compositor");
  wl_registry_add_listener(wl_display_get_registry(display), &globals, NULL);
  wl_display_roundtrip(display);
  if (!compositor || !shm || !seat || !shell) errx(1, "the compositor lacks a global");
  xdg_wm_base_add_listener(shell, &pings, NULL);
  wl_touch_add_listener(wl_seat_get_touch(seat), &touches, NULL);
  surface = wl_compositor_create_surface(compositor);
  struct xdg_surface *window = xdg_wm_base_get_xdg_surface(shell, surface);
  xdg_surface_add_listener(window, &configures, NULL);
  xdg_toplevel_add_listener(xdg_surface_get_toplevel(window), &window_events, NULL);
  wl_surface_commit(surface);
  wl_display_roundtrip(display);
  wl_display_roundtrip(display);
  puts("mapped");
  while (wl_display_dispatch(display) >= 0) {}
  return 0;
}
