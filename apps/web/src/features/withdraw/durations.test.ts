import { expect, test } from 'vitest';
import { durationParts } from './durations.ts';

test.each([
  [59, 59, 'second'],
  [60, 1, 'minute'],
  [3_599, 3_599 / 60, 'minute'],
  [3_600, 1, 'hour'],
  [86_399, 86_399 / 3_600, 'hour'],
  [86_400, 1, 'day'],
  [259_200, 3, 'day'],
])('%i seconds are %d of the unit %s', (seconds, value, unit) => {
  expect(durationParts(seconds)).toEqual({ value, unit });
});
