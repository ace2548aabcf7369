import { expect, test } from 'vitest';
import { createSerialConsumer } from './serial-consumer.ts';

interface Call {
  readonly changes: readonly number[];
  readonly end: PromiseWithResolvers<void>;
}

function started() {
  const calls: Call[] = [];
  const failures: unknown[][] = [];
  const consumer = createSerialConsumer<number>(
    (changes) => {
      const end = Promise.withResolvers<void>();
      calls.push({ changes, end });
      return end.promise;
    },
    (error, changes) => failures.push([error, changes]),
  );
  return { calls, failures, consumer, given: () => calls.map(({ changes }) => changes) };
}

test('changes of a running call wait for its end and are consumed together, each once', async () => {
  const { calls, failures, consumer, given } = started();
  consumer.add([1, 2]);
  consumer.add([2]);
  consumer.add([3, 2]);
  expect(given()).toEqual([[1, 2]]);
  calls[0]?.end.resolve();
  await expect.poll(given).toEqual([
    [1, 2],
    [2, 3],
  ]);
  calls[1]?.end.resolve();
  await calls[1]?.end.promise;
  expect(given()).toHaveLength(2);
  expect(failures).toEqual([]);
});

test('a call that fails names its changes, and the next ones are consumed', async () => {
  const { calls, failures, consumer, given } = started();
  consumer.add([1]);
  consumer.add([2]);
  calls[0]?.end.reject(new Error('database away'));
  await expect.poll(given).toEqual([[1], [2]]);
  expect(failures).toEqual([[new Error('database away'), [1]]]);
  calls[1]?.end.resolve();
  await calls[1]?.end.promise;
  consumer.add([3]);
  await expect.poll(given).toEqual([[1], [2], [3]]);
});
