import { virtualClock } from '@karat/platform/clock';
import type { VirtualClock } from '@karat/platform/clock';
import type { Context } from '@karat/platform/context';
import { beforeEach, expect, test } from 'vitest';
import { createAgenda } from './agenda.ts';

const START = 1_700_000_000_000;

let clock: VirtualClock;
let waiting: readonly { kind: string; tryAt: number }[];
let queries: number;
let away: boolean;
beforeEach(() => {
  clock = virtualClock(START);
  waiting = [];
  queries = 0;
  away = false;
});

function agenda(sharedMs: number) {
  const prepared = (_name: string, _text: string, [until]: readonly number[]): Promise<unknown> => {
    queries += 1;
    if (away) return Promise.reject(new Error('no database'));
    return Promise.resolve(waiting.filter(({ tryAt }) => tryAt <= (until ?? 0)));
  };
  return createAgenda({ clock, db: { prepared } as unknown as Context['db'] }, sharedMs);
}

test('one reading answers all kinds, each with its own moment', async () => {
  waiting = [
    { kind: 'mail', tryAt: START + 30 },
    { kind: 'pay', tryAt: START + 20 },
  ];
  const shared = agenda(50);
  expect(await shared.next(['mail'], START + 100)).toBe(START + 30);
  clock.advance(49);
  expect(await shared.next(['pay', 'mail'], START + 149)).toBe(START + 20);
  expect(await shared.next(['push'], START + 149)).toBeUndefined();
  expect(queries).toBe(1);
});

test('the moment asked for is the last one, though the reading goes further', async () => {
  waiting = [{ kind: 'pay', tryAt: START + 101 }];
  const shared = agenda(50);
  expect(await shared.next(['pay'], START + 100)).toBeUndefined();
  clock.advance(1);
  expect(await shared.next(['pay'], START + 101)).toBe(START + 101);
  expect(queries).toBe(1);
});

test('the rows are read again once the reading is too old or does not go far enough', async () => {
  const shared = agenda(50);
  await shared.next(['pay'], START + 100);
  waiting = [{ kind: 'pay', tryAt: START }];
  expect(await shared.next(['pay'], START + 200)).toBeUndefined();
  expect(await shared.next(['pay'], START + 201)).toBe(START);
  waiting = [{ kind: 'pay', tryAt: START + 1 }];
  clock.advance(50);
  expect(await shared.next(['pay'], START + 100)).toBe(START + 1);
  expect(queries).toBe(3);
  // The reading of a clock that was set back is not from the past.
  clock.set(START - 3_600_000);
  await shared.next(['pay'], START);
  expect(queries).toBe(4);
});

test('work of a kind that was done waits for the next reading, that of others does not', async () => {
  waiting = [
    { kind: 'mail', tryAt: START },
    { kind: 'pay', tryAt: START },
  ];
  const shared = agenda(50);
  await shared.next(['pay'], START + 100);
  shared.noteDone(['pay']);
  expect(await shared.next(['pay'], START + 100)).toBeUndefined();
  expect(await shared.next(['pay', 'mail'], START + 100)).toBe(START);
  expect(queries).toBe(1);
  clock.advance(50);
  expect(await shared.next(['pay'], START + 100)).toBe(START);
});

test('without sharing each call reads the rows', async () => {
  const own = agenda(0);
  await own.next(['pay'], START);
  await own.next(['pay'], START);
  expect(queries).toBe(2);
});

test('a failed reading fails its callers and no later one', async () => {
  const shared = agenda(50);
  away = true;
  const asked = [shared.next(['pay'], START), shared.next(['mail'], START)];
  expect((await Promise.allSettled(asked)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(queries).toBe(1);
  away = false;
  expect(await shared.next(['pay'], START)).toBeUndefined();
});
