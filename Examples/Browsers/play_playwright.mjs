// Plays touches with Playwright: replay export Traces/pinch-out.evemu --to playwright -o pinch.jsonl
//
//   import { play } from './play_playwright.mjs';
//   await play(page, readFileSync('pinch.jsonl', 'utf8'));
//
// Chromium takes the touches for those of a touchscreen. Firefox and WebKit, which were not tried, have
// no such input: their pages get TouchEvents that are not trusted, as from locator.dispatchEvent.

export async function play(page, text, { trusted = page.context().browser().browserType().name() === 'chromium' } = {}) {
  const session = trusted ? await page.context().newCDPSession(page) : null;
  const start = Date.now() / 1000;
  for (const event of text.trim().split('\n').map((line) => JSON.parse(line))) {
    const time = start + event.time_s;
    await new Promise((done) => setTimeout(done, Math.max(0, time * 1000 - Date.now())));
    // Chromium takes positions for those of the zoomed page; fingers are on the screen.
    const scale = session ? await page.evaluate('visualViewport.scale') : 1;
    if (session) await session.send('Input.dispatchTouchEvent', { ...call(event, scale), timestamp: time });
    else await page.evaluate(dispatch, event);
  }
  await session?.detach();
}

function call({ type, touches, changedTouches }, scale) {
  const name = type.replace(/^touch./, (start) => 'touch' + start.at(-1).toUpperCase());
  const lifts = type === 'touchend' && touches.length > 0;
  return { type: name, touchPoints: (lifts ? changedTouches : touches).map(({ identifier, clientX, clientY, ...rest }) =>
    ({ id: identifier, x: clientX / scale, y: clientY / scale, ...rest })) };
}

function dispatch({ type, touches, changedTouches }) {
  const targets = (window.touchTargets ??= {});
  const touch = (init) => {
    targets[init.identifier] ??= document.elementFromPoint(init.clientX, init.clientY) ?? document.body;
    return new Touch({ pageX: init.clientX + scrollX, pageY: init.clientY + scrollY, ...init, target: targets[init.identifier] });
  };
  const [all, changed] = [touches.map(touch), changedTouches.map(touch)];
  const init = { touches: all, changedTouches: changed, targetTouches: all, bubbles: true, cancelable: true, composed: true };
  changed[0].target.dispatchEvent(new TouchEvent(type, init));
  if (type === 'touchend' || type === 'touchcancel') for (const { identifier } of changed) delete targets[identifier];
}
