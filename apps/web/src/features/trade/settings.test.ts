import { expect, test } from 'vitest';
import { readSettings } from './settings.ts';

test('without anything kept the chart is open, orders are confirmed, and averages and volume are drawn', () => {
  expect(readSettings(undefined)).toMatchObject({
    confirm: true,
    chartOpen: true,
    period: '15min',
    indicators: ['MA', 'VOL'],
    grouping: 1,
  });
});

test('what was kept is read field by field, and what is unknown is as at first', () => {
  const kept = {
    confirm: false,
    period: '4H',
    grouping: 7,
    indicators: ['RSI', 'XXX', 'MA'],
    sides: 'bids',
    style: 3,
  };
  expect(readSettings(kept)).toMatchObject({
    confirm: false,
    period: '4H',
    grouping: 1,
    indicators: ['MA', 'RSI'],
    sides: 'bids',
    style: 'candle',
  });
});
