import { expect, test } from 'vitest';
import { mergedTicks, parseTicks } from './index-ticks.ts';
import { HEIGHT, WIDTH, frameOf, pathOf, xOf, yOf } from './line-geometry.ts';

const tick = (at: number, price: number) => ({ at, price });

test('published lines become ticks; heads and other lines are left out', () => {
  const lines = [
    '{"type":"tick","market":1,"time":10,"price":"5.5","hash":"a"}',
    '{"type":"head","market":1}',
    '',
  ];
  expect(parseTicks(lines.join('\n'))).toEqual([tick(10_000, 5.5)]);
});

test('history and live ticks are merged by time, each once, oldest first', () => {
  expect(mergedTicks([tick(1, 1), tick(2, 2)], [tick(3, 3), tick(2, 2.5)])).toEqual([
    tick(1, 1),
    tick(2, 2.5),
    tick(3, 3),
  ]);
});

test('a long history loses its oldest ticks', () => {
  const history = Array.from({ length: 600 }, (_, at) => tick(at, at));
  const kept = mergedTicks(history, [tick(600, 5)]);
  expect([kept.length, kept[0], kept.at(-1)]).toEqual([600, tick(1, 1), tick(600, 5)]);
});

test('the frame of an option spans entry and expiry, and its entry price fits', () => {
  const frame = frameOf([tick(95_000, 10), tick(100_000, 11)], 100_000, {
    openedAt: 90_000,
    expiresAt: 120_000,
    entry: 20,
  });
  expect(frame.from).toBeLessThan(90_000);
  expect(frame.to).toBeGreaterThan(120_000);
  expect(frame.high).toBeGreaterThan(20);
  expect(frame.low).toBeLessThan(10);
});

test('a flat line stands in the middle, an empty one draws nothing', () => {
  const flat = frameOf([tick(99_000, 10)], 100_000, undefined);
  expect(yOf(flat, 10)).toBeGreaterThan(HEIGHT / 3);
  expect(yOf(flat, 10)).toBeLessThan((HEIGHT * 2) / 3);
  expect([xOf(flat, flat.from), xOf(flat, flat.to)]).toEqual([0, WIDTH]);
  expect(pathOf([], frameOf([], 100_000, undefined))).toBe('');
  expect(pathOf([tick(99_000, 10), tick(99_500, 10)], flat)).toMatch(/^M[\d.]+ [\d.]+L[\d.]+ [\d.]+$/);
});

test('the frame goes from before the entry to after the expiry, and to now where that is further', () => {
  const ticks = [tick(95_000, 10), tick(100_000, 11)];
  const frame = (openedAt: number | null, expiresAt: number, entry: number | null = null) =>
    frameOf(ticks, 100_000, { openedAt, expiresAt, entry });
  expect(frame(90_000, 120_000, 20)).toEqual({ from: 75_000, to: 125_000, low: 8.8, high: 21.2 });
  expect(frame(null, 120_000)).toEqual({ from: 85_000, to: 125_000, low: 9.88, high: 11.12 });
  expect([frame(100_500, 120_000).from, frame(90_000, 99_000).to]).toEqual([85_000, 105_000]);
});

test('without an option the frame is two minutes back and a little ahead, with the prices in it alone', () => {
  const ticks = [tick(79_999, 1), tick(80_000, 10), tick(200_000, 20)];
  expect(frameOf(ticks, 200_000, undefined)).toEqual({ from: 80_000, to: 212_000, low: 8.8, high: 21.2 });
  expect(frameOf([tick(200_000, 10)], 200_000, undefined)).toMatchObject({ low: 9.99999, high: 10.00001 });
  expect(frameOf([], 200_000, undefined)).toEqual({ from: 80_000, to: 212_000, low: 0, high: 1 });
});

test('the line begins at the first tick of the frame or up to two seconds before it', () => {
  const frame = { from: 10_000, to: 20_000, low: 0, high: 1 };
  expect([yOf(frame, 1), yOf(frame, 0)]).toEqual([12, 174]);
  expect(pathOf([tick(7_999, 1), tick(8_000, 0), tick(15_000, 1)], frame)).toBe('M-72.0 174.0L180.0 12.0');
});
