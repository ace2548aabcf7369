import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onLongPress } from './touch.ts';

let element: HTMLElement;
let seen: (number | undefined)[];

const fire = (type: string, clientY = 100, isPrimary = true): boolean =>
  element.dispatchEvent(
    Object.assign(new MouseEvent(type, { button: 0, clientX: 50, clientY, bubbles: true }), { isPrimary }),
  );

beforeEach(() => {
  vi.useFakeTimers();
  element = document.createElement('div');
  seen = [];
  onLongPress(element, (y) => seen.push(y));
});
afterEach(() => vi.useRealTimers());

test('a press held in one place reports its height, a new press ends that', () => {
  fire('pointerdown');
  vi.advanceTimersByTime(599);
  expect(seen).toEqual([undefined]);
  vi.advanceTimersByTime(1);
  expect(seen).toEqual([undefined, 100]);
  fire('pointerup');
  fire('pointerdown');
  expect(seen).toEqual([undefined, 100, undefined]);
});

test.each([
  ['a finger that moves', () => fire('pointermove', 120)],
  ['a short tap', () => fire('pointerup')],
  ['a second finger', () => fire('pointerdown', 200, false)],
])('%s is no long press', (_, disturb) => {
  fire('pointerdown');
  vi.advanceTimersByTime(300);
  disturb();
  vi.advanceTimersByTime(1_000);
  expect(seen).toEqual([undefined]);
});
