import { expect, test } from 'vitest';
import { creditedBy, doneSteps } from './first-steps.ts';

const event = (kind: string, ...amounts: string[]) => ({
  id: 1,
  journal_id: 1,
  group: 'deposits' as const,
  kind,
  info: '',
  state: 'completed' as const,
  fees: [],
  proof: null,
  created_ms: 0,
  legs: amounts.map((amount) => ({
    account: 'change' as const,
    currency: 3,
    currency_name: 'USDT',
    decimals: 6,
    amount,
    available_after: amount,
    held_after: '0',
  })),
});

test('a step is done when its event is in the history or the identity is approved', () => {
  expect([...doneSteps({ real_state: 0 }, [], [])]).toEqual([]);
  expect([...doneSteps({ real_state: 1 }, [event('deposit')], [])]).toEqual(['deposit']);
  expect([...doneSteps({ real_state: 2 }, [], [event('convert')])]).toEqual(['verify', 'trade']);
});

test('only demo money counts as credited', () => {
  expect(creditedBy([event('deposit', '5')])).toEqual([]);
  expect(creditedBy([event('deposit', '5'), event('demo:grant', '10000')])[0]?.amount).toBe('10000');
});
