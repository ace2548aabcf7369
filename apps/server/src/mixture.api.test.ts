import { seededRandom } from '@karat/platform/random';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { CallOptions } from './testing/api-client.ts';
import { openClient } from './testing/client.ts';
import type { Client } from './testing/client.ts';
import { openLiveServer, outcomeOf } from './testing/live-server.ts';
import type { LiveServer } from './testing/live-server.ts';

const WAIT = { timeout: 60_000 };

const [BTC, USDT] = [1, 3];
const PEOPLE = ['alice', 'bruno', 'chloe'];
const ACCOUNTS = ['legal', 'change', 'lever', 'micro'] as const;
/** Users act concurrently, and each this often in sequence. */
const HANDS = 24;
const PRESSES = 60;

let floor: LiveServer;
beforeAll(async () => {
  floor = await openLiveServer();
});
afterAll(async () => {
  await floor?.close();
});

const random = seededRandom('mixture');
const one = <T>(...of: readonly T[]): T => of[random.below(of.length)] as T;

/** Actions of users, most of them on the same few balances. */
function something(price: number): readonly [string, NonNullable<CallOptions['body']>] {
  const pair = { currency_id: BTC, legal_id: USDT };
  const near = (price * one(0.999, 1, 1.001)).toFixed(0);
  return one<() => readonly [string, NonNullable<CallOptions['body']>]>(
    () => ['coin/trade', { ...pair, type: one(1, 2), amount: '0.0005', target_price: near }],
    () => ['coin/trade', { ...pair, type: one(1, 2), amount: '0.0003', order_type: 'market' }],
    () => ['coin/cancel_all', pair],
    () => {
      const [from_field, to_field] = one(['change', 'lever'], ['lever', 'change'], ['change', 'legal']);
      return ['wallet/change', { currency_id: one(USDT, BTC), number: '0.01', from_field, to_field }];
    },
    () => {
      const [from_currency_id, to_currency_id] = one([USDT, BTC], [BTC, USDT]);
      return ['user/Transfer', { number: one('20', '0.0005'), from_currency_id, to_currency_id }];
    },
    () => ['lever/submit', { ...pair, type: one(1, 2), status: 1, share: 1, multiple: 50 }],
    () => ['lever/batch_close', { type: 0 }],
  )();
}

/** Records a user's balance events of the socket; the latest of each account and currency. */
async function watchBalances(token: string): Promise<{ client: Client; latest: Map<string, string[]> }> {
  const client = await openClient(floor.server.url, token);
  await client.subscribe('balances');
  const latest = new Map<string, string[]>();
  type BalanceRows = readonly { type: number; currency: number; available: string; held: string }[];
  const listen = async (): Promise<void> => {
    for (;;) {
      for (const { type, currency, available, held } of (await client.next('balances')).data as BalanceRows) {
        latest.set(`${ACCOUNTS[type - 1]} ${currency}`, [available, held]);
      }
    }
  };
  void listen();
  return { client, latest };
}

/** Returns the balances as the assets screen reads them. */
async function balancesOf(token: string): Promise<Map<string, string[]>> {
  const wallets = await floor.reply('wallet/list', { token });
  const rows = new Map<string, string[]>();
  for (const account of ACCOUNTS) {
    const { balance } = wallets[`${account}_wallet`] as { balance: readonly Record<string, unknown>[] };
    for (const row of balance) {
      const figures = [row[`${account}_balance`], row[`lock_${account}_balance`]].map(String);
      rows.set(`${account} ${String(row['currency'])}`, figures);
    }
  }
  return rows;
}

test('concurrent actions of users never cause a server failure, sockets report the present balances, and the ledger agrees', async () => {
  const tokens = await Promise.all(PEOPLE.map((name) => floor.login(name)));
  const watches = await Promise.all(tokens.map(watchBalances));
  const { price } = await floor.reply('market/index', { body: { match_id: 1 } });
  for (const token of tokens) {
    const funding = { currency_id: USDT, number: '1000', from_field: 'change', to_field: 'lever' };
    await floor.reply('wallet/change', { token, body: funding });
  }
  const ends = new Map<string, number>();
  const hand = async (number: number): Promise<void> => {
    for (let press = 0; press < PRESSES; press += 1) {
      const [path, body] = something(Number(price));
      const answer = await floor.ask(path, { token: tokens[number % tokens.length], body });
      const end = `${path} ${outcomeOf(answer)}`;
      ends.set(end, (ends.get(end) ?? 0) + 1);
      expect(answer.status, end).toBeLessThan(500);
      expect(outcomeOf(answer), end).not.toBe('busy');
    }
  };
  await Promise.all(Array.from({ length: HANDS }, (_, number) => hand(number)));
  for (const path of ['coin/trade', 'wallet/change', 'user/Transfer', 'lever/submit', 'lever/batch_close']) {
    expect(ends.get(`${path} ok`), `${path}: ${JSON.stringify([...ends])}`).toBeGreaterThan(10);
  }
  for (const [index, token] of tokens.entries()) {
    const { client, latest } = watches[index] ?? expect.fail('nobody listened');
    await vi.waitFor(async () => {
      const there = await balancesOf(token);
      expect(latest.size).toBeGreaterThan(2);
      for (const [balance, figures] of latest) expect(there.get(balance), balance).toEqual(figures);
    }, WAIT);
    client.close();
  }
  expect(await floor.audit()).toMatch(/^OK/);
});
