const DECIDED_PX = 6;
/** A touch held this long before it moves reads the chart. */
const HOLD_MS = 240;

/**
 * Leaves vertical swipes to the page, which the chart would claim. Horizontal swipes, two fingers, a long press and what begins on
 * a handle (a point of the element, px) go to the chart. Returns the cleanup.
 */
export function pageScrolls(element: HTMLElement, isOnHandle: (x: number, y: number) => boolean): () => void {
  let start: { readonly x: number; readonly y: number; readonly at: number } | null = null;
  let owner: 'page' | 'chart' | 'handle' | null = null;
  const began = (event: TouchEvent): void => {
    const [touch] = event.touches;
    owner = event.touches.length > 1 ? 'chart' : null;
    start = touch ? { x: touch.clientX, y: touch.clientY, at: event.timeStamp } : null;
    if (owner !== null || !start) return;
    const { left, top } = element.getBoundingClientRect();
    if (isOnHandle(start.x - left, start.y - top)) owner = 'handle';
  };
  const moved = (event: TouchEvent): void => {
    const [touch] = event.touches;
    if (owner === null && start && touch) {
      const across = Math.abs(touch.clientX - start.x);
      const down = Math.abs(touch.clientY - start.y);
      if (event.timeStamp - start.at > HOLD_MS) owner = 'chart';
      else if (Math.max(across, down) > DECIDED_PX) owner = down > across ? 'page' : 'chart';
    }
    if (owner === 'page') event.stopPropagation();
    // The page must not scroll under a level that follows the finger.
    if (owner === 'handle' && event.cancelable) event.preventDefault();
  };
  element.addEventListener('touchstart', began, { capture: true, passive: true });
  element.addEventListener('touchmove', moved, { capture: true, passive: false });
  return () => {
    element.removeEventListener('touchstart', began, { capture: true });
    element.removeEventListener('touchmove', moved, { capture: true });
  };
}

/** A press held this long in one place asks for what can be done there. */
export const LONG_PRESS_MS = 600;

/**
 * Calls with the height in the element, px, of each long press of one finger or of the mouse; with undefined when a new press begins.
 * Returns the cleanup.
 */
export function onLongPress(element: HTMLElement, act: (y: number | undefined) => void): () => void {
  let start: { readonly x: number; readonly y: number } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const cancel = (): void => {
    clearTimeout(timer);
    start = null;
  };
  const began = (event: PointerEvent): void => {
    cancel();
    if (!event.isPrimary || event.button !== 0) return;
    act(undefined);
    start = { x: event.clientX, y: event.clientY };
    const y = event.clientY - element.getBoundingClientRect().top;
    timer = setTimeout(() => act(y), LONG_PRESS_MS);
  };
  const moved = (event: PointerEvent): void => {
    if (!start) return;
    const [across, down] = [Math.abs(event.clientX - start.x), Math.abs(event.clientY - start.y)];
    if (Math.max(across, down) > DECIDED_PX) cancel();
  };
  const passive = { capture: true, passive: true } as const;
  element.addEventListener('pointerdown', began, passive);
  element.addEventListener('pointermove', moved, passive);
  for (const type of ['pointerup', 'pointercancel', 'pointerleave'] as const)
    element.addEventListener(type, cancel, passive);
  return () => {
    cancel();
    element.removeEventListener('pointerdown', began, passive);
    element.removeEventListener('pointermove', moved, passive);
    for (const type of ['pointerup', 'pointercancel', 'pointerleave'] as const)
      element.removeEventListener(type, cancel, passive);
  };
}
