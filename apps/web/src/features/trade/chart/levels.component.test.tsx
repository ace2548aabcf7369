import type { Chart, Overlay, OverlayCreate, OverlayEvent } from 'klinecharts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showLevels } from './levels.ts';
import type { ChartLevel } from './levels.ts';

const STOP: ChartLevel = { id: '7 stopLoss', price: '900', label: 'SL', intent: 'down', moves: true };

/** Price at the upper edge of the chart; the price falls by `scale` each pixel. */
let top: number;
let scale: number;
let drawn: readonly OverlayCreate[];
const onTake = vi.fn<() => void>();
const onMove = vi.fn<(id: string, price: number) => void>();

// The library draws on a canvas, which the test's document has not.
const chart = {
  createOverlay: (levels: readonly OverlayCreate[]) => (drawn = levels),
  convertToPixel: ([point]: readonly [{ value: number }]) => [{ y: (top - point.value) / scale }],
  convertFromPixel: ([point]: readonly [{ y: number }]) => [{ value: top - point.y * scale }],
} as unknown as Chart;

afterEach(() => vi.useRealTimers());
beforeEach(() => {
  vi.useFakeTimers();
  [top, scale] = [1_000, 1];
  onTake.mockReset();
  onMove.mockReset();
});

/** A press on the only level at a height, px: what the library calls for the finger's way. */
function press(y: number) {
  showLevels(chart, [STOP], { onTake, onMove });
  const overlay = { points: [{ value: 900 }] } as Overlay;
  const at = (height: number): OverlayEvent<unknown> => ({ chart, overlay, y: height });
  const [level] = drawn;
  level?.onPressedMoveStart?.(at(y));
  return {
    overlay,
    moveTo: (height: number) => level?.onPressedMoving?.(at(height)),
    liftAt: (height: number) => level?.onPressedMoveEnd?.(at(height)),
    click: () => level?.onClick?.(at(y)),
  };
}

test('a level that is taken above its line keeps its distance from the finger', () => {
  const finger = press(95);
  expect(onTake).toHaveBeenCalledOnce();
  finger.moveTo(65);
  expect(finger.overlay.points).toEqual([{ value: 930 }]);
  finger.liftAt(65);
  expect(onMove.mock.calls).toEqual([['7 stopLoss', 930]]);
});

test('a price that changes the scale leaves the level under the finger', () => {
  const finger = press(100);
  [top, scale] = [2_000, 4];
  finger.moveTo(80);
  finger.liftAt(80);
  expect(onMove.mock.calls).toEqual([['7 stopLoss', 1_680]]);
});

test('a tap takes the level at its price, a long press in one place does not', () => {
  const tap = press(100);
  vi.advanceTimersByTime(599);
  tap.liftAt(100);
  tap.click();
  expect(onMove.mock.calls).toEqual([
    ['7 stopLoss', 900],
    ['7 stopLoss', 900],
  ]);
  onMove.mockReset();
  const held = press(100);
  vi.advanceTimersByTime(600);
  held.liftAt(100);
  held.click();
  expect(onMove).not.toHaveBeenCalled();
});

test('a level that is held long before it moves is moved', () => {
  const finger = press(100);
  vi.advanceTimersByTime(2_000);
  finger.moveTo(80);
  finger.liftAt(80);
  expect(onMove.mock.calls).toEqual([['7 stopLoss', 920]]);
});
