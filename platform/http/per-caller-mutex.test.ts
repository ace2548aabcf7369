import { expect, test } from 'vitest';
import { createPerCallerMutex } from './per-caller-mutex.ts';

/** Work that ends on demand. */
function work() {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const state = { begun: false };
  const run = async (): Promise<void> => {
    state.begun = true;
    await ended;
  };
  return { run, end, state };
}

test('a caller has one running request, and nobody waits for another caller', async () => {
  const turn = createPerCallerMutex();
  const first = work();
  const second = work();
  const other = work();
  const all = [turn('user 1', first.run), turn('user 1', second.run), turn('user 2', other.run)];
  expect([first.state.begun, second.state.begun, other.state.begun]).toEqual([true, false, true]);
  first.end();
  await all[0];
  expect(second.state.begun).toBe(true);
  const third = work();
  all.push(turn('user 1', third.run));
  expect(third.state.begun).toBe(false);
  for (const { end } of [second, third, other]) end();
  await Promise.all(all);
});

test('a failed request hands its turn on', async () => {
  const turn = createPerCallerMutex();
  const failing = turn('user 1', () => Promise.reject(new Error('failed')));
  const next = turn('user 1', async () => 'done');
  await expect(failing).rejects.toThrow('failed');
  expect(await next).toBe('done');
});

test('a hundred wait, the next is refused at once, and later there is capacity again', async () => {
  const turn = createPerCallerMutex();
  const first = work();
  const under = turn('user 1', first.run);
  const waiting = Array.from({ length: 100 }, () => turn('user 1', async () => 'ok'));
  await expect(turn('user 1', async () => 'ok')).rejects.toThrow(
    expect.objectContaining({ code: 'too_many_requests' }),
  );
  first.end();
  await Promise.all([under, ...waiting]);
  expect(await turn('user 1', async () => 'ok')).toBe('ok');
});
