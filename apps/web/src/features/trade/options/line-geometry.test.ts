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
