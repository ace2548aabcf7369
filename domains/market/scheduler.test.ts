import { createBus } from '@karat/platform/bus';
import { virtualClock } from '@karat/platform/clock';
import { silentLog } from '@karat/platform/log';
import { expect, test } from 'vitest';
import type { Instruments } from './instruments.ts';
import type { MarketInternals } from './internals.ts';
import { createMarketScheduler } from './scheduler.ts';

const START = Date.parse('2026-11-27T12:00:00.250Z');
const FORGET_MS = 600_000;

function open() {
  const clock = virtualClock(START);
  const taken: number[] = [];
  const forgotten: number[] = [];
  const nothing = async (): Promise<void> => undefined;
  const inside = {
    ctx: { clock, log: silentLog, bus: createBus(() => undefined) },
    ticks: {
      take: async (at: number) => void taken.push(at - START),
      forget: async (at: number) => void forgotten.push(at - START),
      sign: nothing,
    },
    candles: { flush: nothing },
    looks: { flush: nothing },
  } as unknown as MarketInternals;
  const instruments: Pick<Instruments, 'all'> = { all: () => [] };
  const scheduler = createMarketScheduler(inside, instruments as Instruments, () => 'open');
  /** A tick schedules the next one when it has ended. */
  const advance = async (ms: number): Promise<void> => {
    clock.advance(ms);
    await new Promise((passed) => setImmediate(passed));
  };
  return { clock, scheduler, taken, forgotten, advance };
}

test('a tick is taken for each whole second, and for none whose time may be wrong', async () => {
  const { clock, scheduler, taken, advance } = open();
  await scheduler.startIndex();
  await advance(1_000);
  clock.judge({ trusted: true, steady: false });
  await advance(1_000);
  await advance(1_000);
  clock.judge({ trusted: false, steady: true });
  await advance(1_000);
  expect(taken).toEqual([-250, 750, 3_750]);
  await scheduler.stop();
  await advance(1_000);
  expect(taken).toHaveLength(3);
});

test('old ticks are forgotten by a trusted clock only', async () => {
  const { clock, scheduler, forgotten, advance } = open();
  await scheduler.startIndex();
  clock.judge({ trusted: false, steady: true });
  await advance(FORGET_MS);
  expect(forgotten).toEqual([]);
  clock.judge({ trusted: true, steady: true });
  await advance(FORGET_MS);
  expect(forgotten).toEqual([2 * FORGET_MS]);
  await scheduler.stop();
});
