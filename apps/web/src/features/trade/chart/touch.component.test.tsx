import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onLongPress, pageScrolls } from './touch.ts';

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

test('a swipe up scrolls the page, unless it begins on a handle', () => {
  const chart = document.createElement('canvas');
  element.append(chart);
  const end = pageScrolls(element, (_, y) => y > 200);
  const reached: number[] = [];
  chart.addEventListener('touchmove', (event) => reached.push(event.touches[0]?.clientY ?? 0));
  const touch = (type: string, clientY: number): Event => {
    const touches = [{ clientX: 50, clientY }];
    const event = Object.assign(new Event(type, { bubbles: true, cancelable: true }), { touches });
    chart.dispatchEvent(event);
    return event;
  };
  touch('touchstart', 100);
  expect(touch('touchmove', 80).defaultPrevented).toBe(false);
  expect(reached).toEqual([]);
  touch('touchstart', 240);
  expect(touch('touchmove', 220).defaultPrevented).toBe(true);
  expect(reached).toEqual([220]);
  end();
  touch('touchstart', 100);
  touch('touchmove', 80);
  expect(reached).toEqual([220, 80]);
});
