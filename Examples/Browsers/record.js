// Records the touches of a page; run `saveTouches()` in the console, or from a button, to download them.
const touches = [{ type: 'viewport', innerWidth, innerHeight, devicePixelRatio }];
function record({ type, pointerId, pointerType, timeStamp, clientX, clientY, width, height, pressure }) {
  touches.push({ type, pointerId, pointerType, timeStamp, clientX, clientY, width, height, pressure });
}
for (const type of ['pointerdown', 'pointermove', 'pointerup', 'pointercancel']) {
  addEventListener(type, (event) => {
    if (event.pointerType === 'mouse') return;
    const all = event.getCoalescedEvents?.() ?? [];
    (all.length ? all : [event]).forEach(record);
  }, { capture: true });
}
function saveTouches(name = 'touches.jsonl') {
  const lines = touches.map((line) => JSON.stringify(line) + '\n');
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob(lines, { type: 'application/jsonl' }));
  link.download = name;
  link.click();
}
