const DECIDED_PX = 6;
/** A touch held this long before it moves reads the chart. */
const HOLD_MS = 240;

/**
 * Leaves vertical swipes to the page, which the chart would claim. Horizontal swipes, two fingers and a long press go
 * to the chart. Returns the cleanup.
 */
export function pageScrolls(element: HTMLElement): () => void {
  let start: { readonly x: number; readonly y: number; readonly at: number } | null = null;
  let owner: 'page' | 'chart' | null = null;
  const began = (event: TouchEvent): void => {
    const [touch] = event.touches;
    owner = event.touches.length > 1 ? 'chart' : null;
    start = touch ? { x: touch.clientX, y: touch.clientY, at: event.timeStamp } : null;
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
  };
  element.addEventListener('touchstart', began, { capture: true, passive: true });
  element.addEventListener('touchmove', moved, { capture: true, passive: true });
  return () => {
    element.removeEventListener('touchstart', began, { capture: true });
    element.removeEventListener('touchmove', moved, { capture: true });
  };
}
