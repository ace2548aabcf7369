import { virtualClock } from '@karat/platform/clock';
import type { VirtualClock } from '@karat/platform/clock';
import { silentLog } from '@karat/platform/log';
import { beforeEach, expect, test } from 'vitest';
import { createPolling } from './polling.ts';
import type { PollTarget, Polling } from './polling.ts';

const START = 1_700_000_000_000;
const POLL = 25;
const REST = 1_000;

/** Due times in memory: polled by its first moment, done item by item. */
class Agenda {
  readonly clock: VirtualClock = virtualClock(START);
  readonly polling: Polling;
  /**
   * Log of events, in ms from the start: `?` a query of the rows, `-` an empty batch, else the moment of the work
   * done.
   */
  readonly log: string[] = [];
  readonly errors: object[] = [];
  readonly #moments: number[];
  failing = false;
  failure = new Error('no database');

  constructor(moments: readonly number[], more: Partial<PollTarget> = {}) {
    this.#moments = moments.map((ms) => START + ms);
    const log = { ...silentLog, error: (facts: object) => void this.errors.push(facts) };
    this.polling = createPolling(
      { clock: this.clock, log },
      {
        name: 'agenda',
        pollMs: POLL,
        restMs: REST,
        next: (until) => this.#next(until),
        runBatch: () => this.#batch(),
        ...more,
      },
    );
  }

  get #at(): number {
    return this.clock.now() - START;
  }
  #next(until: number): Promise<number | undefined> {
    this.log.push(`${this.#at} ?`);
    if (this.failing) return Promise.reject(this.failure);
    return Promise.resolve(this.#moments.toSorted((a, b) => a - b).find((moment) => moment <= until));
  }
  #batch(): Promise<number> {
    const at = this.#moments.findIndex((moment) => moment <= this.clock.now());
    const [done] = at === -1 ? [] : this.#moments.splice(at, 1);
    this.log.push(`${this.#at} ${done === undefined ? '-' : done - START}`);
    return Promise.resolve(done === undefined ? 0 : 1);
  }

  add(ms: number): void {
    this.#moments.push(START + ms);
  }
  /** Advances time in steps of five milliseconds, with the reactions to each. */
  async pass(ms: number): Promise<string[]> {
    this.log.length = 0;
    for (let passed = 0; passed < ms; passed += 5) {
      this.clock.advance(5);
      await new Promise((done) => setImmediate(done));
    }
    return [...this.log];
  }
}

let agenda: Agenda;
beforeEach(() => {
  agenda = new Agenda([]);
});

test('where nothing is due the rows are queried at the resting pace, and no batch is run', async () => {
  agenda.polling.start();
  expect(await agenda.pass(3_000)).toEqual(['25 ?', '1025 ?', '2025 ?']);
});

test('work is done at its announced moment without another query, at any moment', async () => {
  agenda = new Agenda([640]);
  agenda.polling.start();
  expect(await agenda.pass(2_000)).toEqual(['25 ?', '640 640', '640 -', '665 -', '690 ?', '1690 ?']);
});

test('a moment earlier than the announced one is seen after a rest, whichever process wrote it', async () => {
  agenda = new Agenda([5_000]);
  agenda.polling.start();
  await agenda.pass(1_025);
  agenda.add(1_500);
  agenda.add(2_600);
  const log = await agenda.pass(2_000);
  expect(log).toContain('2025 1500');
  expect(log).toContain('2600 2600');
});

test('after a wake the rows are queried within the shorter pause, and the returned moment is used', async () => {
  agenda.polling.start();
  await agenda.pass(100);
  agenda.add(180);
  agenda.polling.wake();
  agenda.polling.wake();
  expect(await agenda.pass(100)).toEqual(['125 ?', '180 180', '180 -']);
});

test('repeated wakes neither postpone the poll nor make it more frequent', async () => {
  agenda.polling.start();
  await agenda.pass(100);
  const log: string[] = [];
  for (let n = 0; n < 20; n++) {
    agenda.polling.wake();
    log.push(...(await agenda.pass(5)));
  }
  expect(log).toEqual(['125 ?', '150 ?', '175 ?', '200 ?']);
});

test('a wake during a poll leads to another poll soon', async () => {
  agenda = new Agenda([], {
    runBatch: () => Promise.resolve(0),
    next: () => {
      agenda.log.push('asked');
      if (agenda.log.length === 1) agenda.polling.wake();
      return Promise.resolve(undefined);
    },
  });
  agenda.polling.start();
  expect(await agenda.pass(200)).toEqual(['asked', 'asked']);
});

test('due work that cannot be done yet is tried at every poll', async () => {
  agenda = new Agenda([], { next: () => Promise.resolve(START) });
  agenda.polling.start();
  expect(await agenda.pass(100)).toEqual(['25 -', '50 -', '75 -', '100 -']);
});

test('without a query for the next moment every poll is a batch', async () => {
  let batches = 0;
  const plain = createPolling(
    { clock: agenda.clock, log: silentLog },
    {
      name: 'plain',
      pollMs: POLL,
      runBatch: () => {
        batches += 1;
        return Promise.resolve(0);
      },
    },
  );
  plain.start();
  await agenda.pass(100);
  expect(batches).toBe(4);
});

test('a failed poll is logged and repeated', async () => {
  agenda = new Agenda([60]);
  agenda.failing = true;
  agenda.polling.start();
  await agenda.pass(50);
  expect(agenda.errors).toEqual([
    { of: 'agenda', error: 'Error: no database' },
    { of: 'agenda', error: 'Error: no database' },
  ]);
  agenda.failing = false;
  expect(await agenda.pass(25)).toEqual(['75 ?', '75 60', '75 -']);
});

test('an unavailable database is logged once for each outage', async () => {
  agenda.failure = Object.assign(new Error('connect ENOENT'), { syscall: 'connect' });
  agenda.polling.start();
  for (const failing of [true, false, true]) {
    agenda.failing = failing;
    await agenda.pass(2_000);
  }
  expect(agenda.errors).toHaveLength(2);
  agenda.failure = new Error('a bug');
  await agenda.pass(50);
  expect(agenda.errors.slice(2)).toEqual([
    { of: 'agenda', error: 'Error: a bug' },
    { of: 'agenda', error: 'Error: a bug' },
  ]);
});

test('a stopped poller queries nothing and does nothing, and stopping waits for the running batch', async () => {
  const batch = Promise.withResolvers<number>();
  agenda = new Agenda([10], { runBatch: () => batch.promise });
  agenda.polling.start();
  await agenda.pass(25);
  let stopped = false;
  const stopping = agenda.polling.stop().then(() => (stopped = true));
  await agenda.pass(100);
  expect(stopped).toBe(false);
  batch.resolve(1);
  await stopping;
  agenda.polling.wake();
  expect(await agenda.pass(2_000)).toEqual([]);
});

test('a stopped poller does not start again', async () => {
  agenda = new Agenda([10]);
  await agenda.polling.stop();
  agenda.polling.start();
  expect(await agenda.pass(100)).toEqual([]);
});
