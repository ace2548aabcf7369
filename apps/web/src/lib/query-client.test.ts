import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import { CallError } from './envelope.ts';
import { invalidate, queryClient } from './query-client.ts';

afterEach(() => queryClient.clear());

test('a first read that began before a change is read again', async () => {
  const answers: ((rows: readonly string[]) => void)[] = [];
  const observer = new QueryObserver<readonly string[]>(queryClient, {
    queryKey: ['optional/list', {}],
    queryFn: () => new Promise((resolve) => answers.push(resolve)),
  });
  const stop = observer.subscribe(() => undefined);
  expect(answers).toHaveLength(1);
  const done = invalidate('optional/list');
  await expect.poll(() => answers.length).toBe(2);
  answers[0]?.(['before']);
  answers[1]?.(['after']);
  await done;
  expect(observer.getCurrentResult().data).toEqual(['after']);
  stop();
});

test('a read without an answer is retried once, a refused one never', () => {
  const retry = queryClient.getDefaultOptions().queries?.retry;
  if (typeof retry !== 'function') throw new Error('reads have no rule of their own');
  const lost = new CallError('network', 'network', 'No connection');
  expect([retry(0, lost), retry(1, lost)]).toEqual([true, false]);
  expect(retry(0, new CallError('error', 'not_found', 'Gone'))).toBe(false);
});
