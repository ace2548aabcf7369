import { afterEach, expect, test, vi } from 'vitest';
import { BookRows } from './book-rows.ts';
import type { RowText } from './book-rows.ts';

let observe: IntersectionObserverCallback = () => undefined;
class Views {
  constructor(callback: IntersectionObserverCallback) {
    observe = callback;
  }
  observe(): void {}
  disconnect(): void {}
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A price of the wire and as it is shown. */
const row = (at: string, quantity: string): RowText => ({
  at,
  price: `${at.slice(0, 2)},${at.slice(2)}`,
  quantity,
  total: quantity,
  share: 0.5,
  own: false,
  label: `${at} ${quantity}`,
});

function openRows() {
  vi.useFakeTimers();
  vi.stubGlobal('IntersectionObserver', Views);
  const place = document.createElement('div');
  const onPick = vi.fn<(price: string) => void>();
  const rows = new BookRows(place, 'bids', onPick);
  const buttons = (): HTMLButtonElement[] => [...place.querySelectorAll('button')];
  const labels = () => buttons().map((each) => each.getAttribute('aria-label'));
  return { rows, onPick, buttons, labels };
}

test('a tap picks the price of the wire, and a smaller book has no row of the larger one', () => {
  const { rows, onPick, buttons, labels } = openRows();
  rows.show([row('50000', '3'), row('49999', '2'), row('49998', '1')]);
  rows.show([row('49997', '4'), row('49996', '6')]);
  expect(labels()).toEqual(['49997 4', '49996 6']);
  buttons()[0]?.click();
  expect(onPick.mock.calls).toEqual([['49997']]);
  rows.show([row('49997', '4')]);
  expect(labels()).toEqual(['49997 4']);
  rows.show([row('49997', '4'), row('49995', '5')]);
  expect(labels()).toEqual(['49997 4', '49995 5']);
});

test('a row outside of the view is updated once a second, and when it comes into view', () => {
  const { rows, buttons, labels } = openRows();
  rows.show([row('50000', '3'), row('49999', '2')]);
  const see = (isIntersecting: boolean): void => {
    const entry = { target: buttons()[1], isIntersecting } as Partial<IntersectionObserverEntry>;
    observe([entry as IntersectionObserverEntry], {} as IntersectionObserver);
  };
  see(false);
  rows.show([row('50000', '7'), row('49999', '8')]);
  expect(labels()).toEqual(['50000 7', '49999 2']);
  vi.advanceTimersByTime(999);
  expect(labels()[1]).toBe('49999 2');
  vi.advanceTimersByTime(1);
  expect(labels()[1]).toBe('49999 8');
  rows.show([row('50000', '7'), row('49999', '9')]);
  see(true);
  expect(labels()[1]).toBe('49999 9');
  rows.show([row('50000', '7'), row('49999', '10')]);
  expect(labels()[1]).toBe('49999 10');
});
