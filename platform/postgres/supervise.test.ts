import { virtualClock } from '@karat/platform/clock';
import { silentLog } from '@karat/platform/log';
import { beforeEach, expect, test } from 'vitest';
import type { Postmaster } from './postmaster.ts';
import { DirectoryLost } from './refusal.ts';
import { PAUSES_MS, STEADY_MS, supervise } from './supervise.ts';
import type { Supervision } from './supervise.ts';

const clock = virtualClock();
const settled = (): Promise<void> => new Promise((done) => setImmediate(done));

/** A database that ends on demand, and starts unless there is a reason not to. */
class Program {
  readonly logLines: string[] = [];
  readonly starts: number[] = [];
  readonly stopped: number[] = [];
  refusal: Error | undefined;
  end: (how: string) => void = () => undefined;
  supervision: Supervision;
  lost: string | undefined;

  constructor() {
    const log = {
      ...silentLog,
      warn: (_fields: object, message: string) => void this.logLines.push(message),
    };
    this.supervision = supervise(this.#run(), (broken) => this.#again(broken), { clock, log });
    void this.supervision.lost.then((trouble) => (this.lost = trouble));
  }

  #run(): Postmaster {
    const run = this.starts.push(clock.now()) - 1;
    const { promise: ended, resolve } = Promise.withResolvers<string>();
    this.end = resolve;
    return {
      ended,
      stop: async () => {
        this.stopped.push(run);
        resolve('exit code 0');
      },
    };
  }
  #again(broken: AbortSignal): Promise<Postmaster> {
    return this.refusal ? Promise.reject(this.refusal) : this.starting(() => this.#run(), broken);
  }
  starting = (run: () => Postmaster, _broken: AbortSignal): Promise<Postmaster> => Promise.resolve(run());

  async dies(): Promise<void> {
    this.end('killed by SIGKILL');
    await settled();
  }
}

/** Advances time and runs pending reactions. */
async function pass(ms: number): Promise<void> {
  clock.advance(ms);
  await settled();
}

let program: Program;
beforeEach(() => {
  program = new Program();
});

test('a database that ends is restarted after a pause, and both are logged', async () => {
  await program.dies();
  await pass(PAUSES_MS[0] - 1);
  expect(program.starts).toHaveLength(1);
  await pass(1);
  expect(program.starts).toHaveLength(2);
  expect(program.logLines).toEqual([
    `embedded database ended, restarting: try 1 of ${PAUSES_MS.length} in 250 ms; it has ended: killed by SIGKILL`,
    'embedded database runs again',
  ]);
});

test('pauses grow while the restart fails, and after the last attempt it is given up with the reason', async () => {
  program.refusal = new Error('the disk is full');
  await program.dies();
  for (const [at, pauseMs] of PAUSES_MS.entries()) {
    expect(pauseMs).toBeGreaterThan(PAUSES_MS[at - 1] ?? 0);
    expect(program.lost).toBeUndefined();
    expect(program.logLines).toHaveLength(at + 1);
    await pass(pauseMs);
  }
  expect(program.lost).toBe('the disk is full');
  await pass(10 * STEADY_MS);
  expect(program.logLines).toHaveLength(PAUSES_MS.length);
});

test('a database that starts and ends at once uses up the attempts, one that has run for a while has all of them again', async () => {
  for (const pauseMs of PAUSES_MS) {
    await program.dies();
    await pass(pauseMs);
  }
  expect(program.lost).toBeUndefined();
  await pass(STEADY_MS);
  await program.dies();
  expect(program.logLines.at(-1)).toContain('try 1 of');
  await pass(PAUSES_MS[0]);
  for (const pauseMs of PAUSES_MS.slice(1)) {
    await program.dies();
    await pass(pauseMs);
  }
  await program.dies();
  expect(program.lost).toBe('it has ended: killed by SIGKILL');
});

test('a directory that is lost is given up at once', async () => {
  program.refusal = new DirectoryLost('another server has it');
  await program.dies();
  await pass(PAUSES_MS[0]);
  expect(program.lost).toBe('another server has it');
});

test('once it is detached it is not restarted, not even after a pause that had begun', async () => {
  await program.dies();
  program.supervision.detach();
  await pass(STEADY_MS);
  expect(program.starts).toHaveLength(1);

  const other = new Program();
  other.supervision.detach();
  await other.dies();
  await pass(STEADY_MS);
  expect(other.starts).toHaveLength(1);
  expect(other.logLines).toEqual([]);
});

test('a stop during a start aborts it, and stops the database if the start has succeeded nevertheless', async () => {
  const begun = Promise.withResolvers<void>();
  let signal: AbortSignal | undefined;
  program.starting = async (run, broken) => {
    signal = broken;
    await begun.promise;
    return run();
  };
  await program.dies();
  await pass(PAUSES_MS[0]);
  const stopping = program.supervision.stop();
  expect(signal?.aborted).toBe(true);
  expect(program.stopped).toEqual([]);
  begun.resolve();
  await stopping;
  expect(program.stopped).toEqual([1]);
});
