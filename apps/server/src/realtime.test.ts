import { readdir } from 'node:fs/promises';
import { currencyId, userId } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { userAccount } from '@karat/domains/ledger';
import type { BalanceChanged } from '@karat/domains/ledger';
import { amount } from '@karat/money';
import { createPrivateChannels } from '@karat/platform/ws';
import { expect, test, vi } from 'vitest';
import { RELAYED_TOPICS, pushBalances } from './realtime.ts';

const ANN = userId(100_001);
const BEN = userId(100_002);
const CLEO = userId(100_003);

const changed = (
  user: UserId,
  type: BalanceChanged['type'],
  currency: number,
  available: string,
  held: string,
) => ({
  ...{ account: userAccount(user, type), userId: user, type, currency: currencyId(currency) },
  available: amount(available),
  held: amount(held),
});

test('each reader of balances gets all of the own changes of a commit in one message', () => {
  const own = createPrivateChannels();
  vi.spyOn(own, 'hasReaders').mockImplementation((user) => user !== BEN);
  const publish = vi.spyOn(own, 'publishTo');
  pushBalances(own, [
    changed(BEN, 'change', 1, '1', '0'),
    changed(ANN, 'change', 1, '7.5', '0.25'),
    changed(CLEO, 'legal', 2, '3', '0'),
    changed(ANN, 'lever', 3, '8', '2'),
  ]);
  expect(publish.mock.calls).toEqual([
    [
      ANN,
      'balances',
      [
        { type: 2, currency: 1, available: '7.5', held: '0.25' },
        { type: 3, currency: 3, available: '8', held: '2' },
      ],
    ],
    [CLEO, 'balances', [{ type: 1, currency: 2, available: '3', held: '0' }]],
  ]);
});

test('every topic that a domain sends to other processes is relayed', async () => {
  const domains = new URL('../../../domains/', import.meta.url);
  const files = (await readdir(domains, { recursive: true })).filter((file) => file.endsWith('/topics.ts'));
  const modules = await Promise.all(
    files.map((file) => import(new URL(file, domains).href) as Promise<Readonly<Record<string, unknown>>>),
  );
  const sent = modules.flatMap(({ RELAYED_TOPICS: names }) => names ?? []);
  expect(sent.length).toBeGreaterThan(5);
  expect(new Set(RELAYED_TOPICS)).toEqual(new Set(sent));
});
