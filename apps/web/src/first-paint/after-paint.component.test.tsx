import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { afterFirstPaint } from './after-paint.ts';

/** An observer's list of what was painted, by name. */
interface Painted {
  readonly getEntriesByName: (name: string) => readonly string[];
}
/** Observers that wait for a paint. */
let observers: ((list: Painted) => void)[] = [];
class Observer {
  readonly #paint: (list: Painted) => void;
  constructor(paint: (list: Painted) => void) {
    this.#paint = paint;
  }
  observe(): void {
    observers.push(this.#paint);
  }
  disconnect(): void {
    observers = observers.filter((paint) => paint !== this.#paint);
  }
}
const paint = (what: string): void =>
  observers.forEach((seen) => seen({ getEntriesByName: (name) => (name === what ? [name] : []) }));

beforeEach(() => {
  observers = [];
  vi.useFakeTimers();
  vi.stubGlobal('PerformanceObserver', Observer);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('the code waits for the first picture, and is loaded once', () => {
  const load = vi.fn<() => void>();
  afterFirstPaint(load);
  expect(load).not.toHaveBeenCalled();
  paint('first-paint');
  expect(load).not.toHaveBeenCalled();
  paint('first-contentful-paint');
  expect(load).toHaveBeenCalledOnce();
  vi.runAllTimers();
  expect(load).toHaveBeenCalledOnce();
  expect(observers).toEqual([]);
});

test('a browser that reports no paint loads the code after a second', () => {
  const load = vi.fn<() => void>();
  afterFirstPaint(load);
  vi.advanceTimersByTime(999);
  expect(load).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(load).toHaveBeenCalledOnce();
});

test('a page in the background loads its code at once', () => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  const load = vi.fn<() => void>();
  afterFirstPaint(load);
  expect(load).toHaveBeenCalledOnce();
  expect(observers).toEqual([]);
});
