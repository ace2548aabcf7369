/** A browser that reports no paint by then goes on without one. */
const LATEST_MS = 1_000;

/**
 * Runs an action once the first picture is on the screen. Code that arrived before it would be compiled and run before
 * the browser draws, and its bytes would compete with those of the page.
 */
export function afterFirstPaint(action: () => void): void {
  let waits = true;
  const act = (): void => {
    if (waits) action();
    waits = false;
    painted.disconnect();
  };
  // The first paint of all is often the bare ground.
  const painted = new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint').length > 0) act();
  });
  // A page in the background is not drawn.
  if (document.visibilityState === 'hidden') return act();
  painted.observe({ type: 'paint', buffered: true });
  setTimeout(act, LATEST_MS);
}
