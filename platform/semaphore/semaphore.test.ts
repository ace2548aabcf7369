import { expect, test } from 'vitest';
import { createSemaphore } from './index.ts';

/** Work that ends on demand. */
function held() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
}

test('at most the allowed number run at once, and the rest follow in order', async () => {
  const gate = createSemaphore(2, 10);
  const doors = Array.from({ length: 5 }, held);
  const started: number[] = [];
  let running = 0;
  let most = 0;
  const all = doors.map((door, n) =>
    gate.run(
      async () => {
        started.push(n);
        most = Math.max(most, ++running);
        await door.opened;
        running -= 1;
        return n;
      },
      () => -1,
    ),
  );
  await Promise.resolve();
  expect(started).toEqual([0, 1]);
  doors.forEach((door) => door.open());
  expect(await Promise.all(all)).toEqual([0, 1, 2, 3, 4]);
  expect(started).toEqual([0, 1, 2, 3, 4]);
  expect(most).toBe(2);
});

test('a caller is refused at once when the queue is full', async () => {
  const gate = createSemaphore(1, 1);
  const door = held();
  const first = gate.run(
    () => door.opened.then(() => 'done'),
    () => 'full',
  );
  const second = gate.run(
    async () => 'done',
    () => 'full',
  );
  expect(
    await gate.run(
      async () => 'done',
      () => 'full',
    ),
  ).toBe('full');
  door.open();
  expect(await Promise.all([first, second])).toEqual(['done', 'done']);
  expect(
    await gate.run(
      async () => 'done',
      () => 'full',
    ),
  ).toBe('done');
});

test('a failure frees its slot', async () => {
  const gate = createSemaphore(1, 0);
  await expect(
    gate.run(
      () => Promise.reject(new Error('no')),
      () => undefined,
    ),
  ).rejects.toThrow('no');
  expect(
    await gate.run(
      async () => 'done',
      () => 'full',
    ),
  ).toBe('done');
});
