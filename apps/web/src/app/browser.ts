import { flushSync } from 'react-dom';
import { newIdempotencyKey } from '../lib/idempotency-key.ts';
import { locationAt } from '../lib/location.ts';
import type { Location } from '../lib/location.ts';
import type { Transition, Slide } from './navigator.ts';

/** Adapter to the browser: history, scroll positions and view transitions. */

interface HistoryState {
  readonly index: number;
  readonly key: string;
}

/** State of a history entry of the app; null for an address that was typed. */
export function currentHistoryState(): HistoryState | null {
  const state: unknown = history.state;
  if (typeof state !== 'object' || state === null || !('index' in state) || !('key' in state)) return null;
  return typeof state.index === 'number' && typeof state.key === 'string'
    ? { index: state.index, key: state.key }
    : null;
}

/** Returns the address after `#`; anything without a leading slash is the home screen. */
export function addressNow(): string {
  const address = location.hash.slice(1);
  return address.startsWith('/') ? address : '/';
}

export const pushLocation = ({ address, index, key }: Location): void =>
  history.pushState({ index, key }, '', `#${address}`);
export const replaceLocation = ({ address, index, key }: Location): void =>
  history.replaceState({ index, key }, '', `#${address}`);

/** Location of the first view: after a reload the one before it. */
export function initialLocation(): Location {
  const kept = currentHistoryState();
  const place = locationAt(addressNow(), kept?.index ?? 0, kept?.key ?? newIdempotencyKey());
  replaceLocation(place);
  return place;
}

const scrolls = new Map<string, number>();
/** Maximum number of screens whose scroll position is stored. */
const SCROLLS_MAX = 50;

function saveScroll(key: string): void {
  scrolls.delete(key);
  scrolls.set(key, window.scrollY);
  const [oldest] = scrolls.keys();
  if (scrolls.size > SCROLLS_MAX && oldest !== undefined) scrolls.delete(oldest);
}

const still = window.matchMedia('(prefers-reduced-motion: reduce)');

/** Changes the view with a transition where the browser and the user allow it, then restores the scroll position. */
export function changePicture(
  slide: Slide,
  change: () => boolean,
  { from, to, steps, same }: Transition,
): void {
  if (from.key !== to.key) saveScroll(from.key);
  const draw = (): void => {
    if (!flushSync(change)) return;
    if (from.key === to.key || (same && steps === 0)) return;
    window.scrollTo(0, steps < 0 ? (scrolls.get(to.key) ?? 0) : 0);
    // Moves screen readers to the title of the new screen.
    if (!same) document.querySelector('h1')?.focus({ preventScroll: true });
  };
  if (slide === 'none' || still.matches || !('startViewTransition' in document)) {
    draw();
    return;
  }
  document.documentElement.dataset['slide'] = slide;
  const transition = document.startViewTransition(draw);
  // A transition that the next one replaces is not an error.
  transition.ready.catch(() => undefined);
  transition.finished.catch(() => undefined);
}
