import { expect, test } from 'vitest';
import { readSettings } from './settings.ts';

test('by default the chart is open, orders are confirmed, and averages and volume are drawn', () => {
  expect(readSettings(undefined)).toMatchObject({
    confirm: true,
    chartOpen: false,
    optionCandles: false,
    period: '15min',
    indicators: ['MA', 'VOL'],
    grouping: 1,
    stopsBy: 'price',
  });
});

test('stored settings are read field by field, and unknown values fall back to the default', () => {
  const kept = {
    confirm: false,
    period: '4H',
    grouping: 7,
    indicators: ['RSI', 'XXX', 'MA'],
    periods: { MA: [5, 10, 20], RSI: [14], KDJ: [9, 3, 0], MACD: ['12', 26, 9] },
    scale: 'log',
    sides: 'bids',
    style: 3,
    stopsBy: 'return',
    margins: {
      1: { mode: 'isolated', multiple: 50 },
      2: { mode: 'hedged', multiple: 5 },
      3: { mode: 'cross', multiple: '5' },
      4: null,
    },
  };
  expect(readSettings(kept)).toMatchObject({
    confirm: false,
    period: '4H',
    grouping: 1,
    indicators: ['MA', 'RSI'],
    periods: { MA: [5, 10, 20], RSI: [6, 12, 24], KDJ: [9, 3, 3], MACD: [12, 26, 9] },
    scale: 'log',
    sides: 'bids',
    style: 'candle',
    stopsBy: 'return',
    margins: { 1: { mode: 'isolated', multiple: 50 } },
  });
});
