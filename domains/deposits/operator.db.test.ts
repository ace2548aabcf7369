import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contract } from '@karat/contract';
import type { Contract, UserId } from '@karat/contract';
import { seedDemoOperators } from '@karat/domains/operators';
import type { Payload } from '@karat/domains/operators';
import { amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import { ASKED, callConsole, plainPasswords } from '@karat/platform/testing';
import { HOUR_MS, MINUTE_MS } from '@karat/rules';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ANNA, BEN, ETH, USDT, openDeposits } from './testing/harness.ts';
import { sendVoucher } from './voucher.ts';

const START = Date.parse('2026-11-20T02:00:00Z');
let database: TestDatabase;
let directory: string;
let harness: ReturnType<typeof openDeposits>;

type Deposits = Contract['deposits'];
const call = <Path extends Extract<keyof Deposits, `console/${string}`>>(path: Path, fields = {}) =>
  callConsole(contract.deposits, harness.deposits.handlers, path, { login: 'finance', fields });

beforeAll(async () => {
  [database, directory] = await Promise.all([
    createTestDatabase(),
    mkdtemp(join(tmpdir(), 'karat-console-')),
  ]);
  harness = openDeposits(database.db, directory, undefined);
  harness.clock.set(START);
  await seedDemoOperators(harness.ctx, plainPasswords);
});
afterAll(() => Promise.all([database.drop(), rm(directory, { recursive: true })]));

const picture = (user: UserId, text: string): Promise<string> =>
  database.db.transact((tx) =>
    harness.deps.files.keep(tx, {
      ...{ owner: user, visibility: 'private', mime: 'image/webp' },
      bytes: createHash('sha512').update(text).digest(),
    }),
  );
const send = async (user: UserId, sum: string, proof: string, currency = USDT): Promise<number> => {
  harness.clock.advance(HOUR_MS);
  const image = await picture(user, proof);
  return sendVoucher(harness.parts, {
    userId: user,
    currency,
    amount: amount(sum),
    account: `Bank ${sum}`,
    image,
  });
};

/** Credits a voucher as two operators do. */
async function approve(id: number): Promise<void> {
  await call('console/voucher_credit', { id, reason: 'seen' });
  const { approval, kind, payload } = await database.db.one<{
    approval: number;
    kind: string;
    payload: Payload;
  }>(sql`select id as approval, kind, payload from operators_approvals order by id desc limit 1`);
  const decision = { approval, reason: 'seen', askedBy: 'finance', approvedBy: 'risk' };
  await database.db.transact(async (tx) => harness.deposits.approvals[kind]?.execute(tx, payload, decision));
}

test('vouchers by status and user, in pages, with equal pictures and earlier decisions', async () => {
  for (const proof of ['one', 'two']) await approve(await send(ANNA, '8', proof));
  const rejected = await send(ANNA, '10', 'first');
  expect(
    await call('console/voucher_reject', { id: rejected, reason: 'amount_differs', note: 'it was 9' }),
  ).toEqual({
    account: 'Bank 10',
    amount: '10',
    approved_before: 2,
    asked: false,
    created_ms: START + 3 * HOUR_MS,
    currency_name: 'USDT',
    duplicates: [],
    id: 3,
    image: expect.stringMatching('^/files/') as unknown,
    note: 'it was 9',
    reason: 'amount_differs',
    rejected_before: 1,
    status: 3,
    uid: ANNA,
  });
  await send(ANNA, '120.5', 'same');
  const asked = await send(BEN, '3', 'other', ETH);
  await send(BEN, '77', 'same');
  await call('console/voucher_credit', { id: asked, reason: 'on the statement' });
  expect(await call('console/vouchers', { limit: '2' })).toEqual({
    current_page: 1,
    data: [
      {
        account: 'Bank 77',
        amount: '77',
        approved_before: 0,
        asked: false,
        created_ms: START + 6 * HOUR_MS,
        currency_name: 'USDT',
        duplicates: [{ id: 4, status: 1, uid: ANNA }],
        id: 6,
        image: expect.stringMatching('^/files/') as unknown,
        note: '',
        reason: null,
        rejected_before: 0,
        status: 1,
        uid: BEN,
      },
      {
        account: 'Bank 3',
        amount: '3',
        approved_before: 0,
        asked: true,
        created_ms: START + 5 * HOUR_MS,
        currency_name: 'ETH',
        duplicates: [],
        id: 5,
        image: expect.stringMatching('^/files/') as unknown,
        note: '',
        reason: null,
        rejected_before: 0,
        status: 1,
        uid: BEN,
      },
    ],
    last_page: 3,
    per_page: 2,
    total: 6,
  });
  expect(await call('console/vouchers', { limit: '2', page: '2' })).toEqual({
    current_page: 2,
    data: [
      {
        account: 'Bank 120.5',
        amount: '120.5',
        approved_before: 2,
        asked: false,
        created_ms: START + 4 * HOUR_MS,
        currency_name: 'USDT',
        duplicates: [{ id: 6, status: 1, uid: BEN }],
        id: 4,
        image: expect.stringMatching('^/files/') as unknown,
        note: '',
        reason: null,
        rejected_before: 1,
        status: 1,
        uid: ANNA,
      },
      {
        account: 'Bank 10',
        amount: '10',
        approved_before: 2,
        asked: false,
        created_ms: START + 3 * HOUR_MS,
        currency_name: 'USDT',
        duplicates: [],
        id: 3,
        image: expect.stringMatching('^/files/') as unknown,
        note: 'it was 9',
        reason: 'amount_differs',
        rejected_before: 1,
        status: 3,
        uid: ANNA,
      },
    ],
    last_page: 3,
    per_page: 2,
    total: 6,
  });
  const ids = async (fields: object) => (await call('console/vouchers', fields)).data.map(({ id }) => id);
  expect([
    await ids({ status: '1' }),
    await ids({ status: '2' }),
    await ids({ status: '3' }),
    await ids({ uid: ANNA }),
  ]).toEqual([[6, 5, 4], [2, 1], [3], [4, 3, 2, 1]]);
});

test('deposits from chains by user, network and state, the newest first, and custody by network and currency', async () => {
  await database.db.run(sql`
    insert into deposits_deposits (network, transaction, output, height, block_hash, address, user_id, currency_id, units,
      amount, minimum, confirmations, state, journal_id, created_at, decided_at)
    select d.network, 't' || n, n + 1, n * 10, 'h', 'a' || n, ${ANNA} + n % 2, currency, 1, n / 2.0, 0.25, n + 3, state,
      case state when 'credited' then n end, to_timestamp(${START / 1_000} + n), to_timestamp(${START / 1_000} + 50 + n)
    from (values (1, 'ethereum', 2, 'credited'), (2, 'tron', 3, 'pending'), (3, 'ethereum', 3, 'below_minimum'),
      (4, 'ethereum', 3, 'pending')) d (n, network, currency, state)`);
  await database.db.run(sql`
    insert into deposits_watchers (network, hash, height, node_height, seen_at, failure)
    values ('ethereum', 'h', 43, 45, to_timestamp(${START / 1_000 - 30}), null), ('tron', 'h', 20, 22, to_timestamp(${START / 1_000 - 60}), 'no reply')
    on conflict (network) do update set height = excluded.height, node_height = excluded.node_height, seen_at = excluded.seen_at, failure = excluded.failure`);
  await database.db.run(sql`
    insert into deposits_custody (network, currency_id, booked, unbooked, outgoing, chain, height, matches, checked_at)
    values ('ethereum', ${USDT}, 100, 7, 3, 103, 44, false, to_timestamp(${START / 1_000 - 15}))`);
  await database.db.run(sql`
    insert into deposits_halts (network, reason, since) values ('ethereum', 'USDT differs', to_timestamp(${START / 1_000 - 10}))`);
  expect(await call('console/deposits', { limit: '3' })).toEqual({
    data: [
      {
        address: 'a4',
        amount: '2',
        confirmations: 4,
        confirmations_needed: 7,
        created_ms: START + 4_000,
        currency_name: 'USDT',
        height: 40,
        id: 10,
        network: 'ethereum',
        output: 5,
        state: 'pending',
        txid: 't4',
        uid: ANNA,
      },
      {
        address: 'a3',
        amount: '1.5',
        confirmations: 6,
        confirmations_needed: 6,
        created_ms: START + 3_000,
        currency_name: 'USDT',
        height: 30,
        id: 9,
        network: 'ethereum',
        output: 4,
        state: 'below_minimum',
        txid: 't3',
        uid: BEN,
      },
      {
        address: 'a2',
        amount: '1',
        confirmations: 1,
        confirmations_needed: 5,
        created_ms: START + 2_000,
        currency_name: 'USDT',
        height: 20,
        id: 8,
        network: 'tron',
        output: 3,
        state: 'pending',
        txid: 't2',
        uid: ANNA,
      },
    ],
    next: '8',
  });
  expect(await call('console/deposits', { limit: '3', cursor: '8' })).toEqual({
    data: [
      {
        address: 'a1',
        amount: '0.5',
        confirmations: 4,
        confirmations_needed: 4,
        created_ms: START + 1_000,
        currency_name: 'ETH',
        height: 10,
        id: 7,
        network: 'ethereum',
        output: 2,
        state: 'credited',
        txid: 't1',
        uid: BEN,
      },
    ],
    next: null,
  });
  const ids = async (fields: object) => (await call('console/deposits', fields)).data.map(({ id }) => id);
  expect([await ids({ uid: ANNA }), await ids({ network: 'tron' }), await ids({ state: 'pending' })]).toEqual(
    [[10, 8], [8], [10, 8]],
  );
  expect(await call('console/custody')).toEqual({
    balances: [
      {
        booked: '100',
        chain: '103',
        checked_ms: START - 15_000,
        currency_name: 'USDT',
        difference: '-7',
        height: 44,
        matches: false,
        network: 'ethereum',
        network_name: 'Ethereum (chain 31337)',
        outgoing: '3',
        tolerance: '0',
        unbooked: '7',
      },
      {
        booked: '0',
        chain: null,
        checked_ms: null,
        currency_name: 'USDT',
        difference: null,
        height: null,
        matches: null,
        network: 'tron',
        network_name: 'Tron',
        outgoing: '0',
        tolerance: '0',
        unbooked: '0',
      },
      {
        booked: '0',
        chain: null,
        checked_ms: null,
        currency_name: 'ETH',
        difference: null,
        height: null,
        matches: null,
        network: 'ethereum',
        network_name: 'Ethereum (chain 31337)',
        outgoing: '0',
        tolerance: '0.00001',
        unbooked: '0',
      },
      {
        booked: '0',
        chain: null,
        checked_ms: null,
        currency_name: 'USDC',
        difference: null,
        height: null,
        matches: null,
        network: 'ethereum',
        network_name: 'Ethereum (chain 31337)',
        outgoing: '0',
        tolerance: '0',
        unbooked: '0',
      },
    ],
    networks: [
      {
        connected: false,
        failure: null,
        halted: true,
        halted_ms: START - 10_000,
        halted_reason: 'USDT differs',
        height: 45,
        network: 'ethereum',
        network_name: 'Ethereum (chain 31337)',
        scanned: 43,
        seen_ms: START - 30_000,
      },
      {
        connected: false,
        failure: 'no reply',
        halted: false,
        halted_ms: null,
        halted_reason: '',
        height: 22,
        network: 'tron',
        network_name: 'Tron',
        scanned: 20,
        seen_ms: START - MINUTE_MS,
      },
    ],
  });
  expect((await call('console/deposit_methods')).filter(({ network }) => network === 'ethereum')).toEqual([
    {
      approved_by: null,
      asked_by: null,
      changed_ms: null,
      code: 'ETH',
      confirmations: 3,
      confirmations_min: 1,
      connected: false,
      contract: null,
      currency_id: 2,
      minimum: '0.002',
      network: 'ethereum',
      network_name: 'Ethereum (chain 31337)',
      real: false,
      standard: 'native',
      stopped: false,
      stopped_here: false,
      token_decimals: null,
      version: 0,
    },
    {
      approved_by: null,
      asked_by: null,
      changed_ms: null,
      code: 'USDT',
      confirmations: 3,
      confirmations_min: 1,
      connected: false,
      contract: null,
      currency_id: 3,
      minimum: '5',
      network: 'ethereum',
      network_name: 'Ethereum (chain 31337)',
      real: false,
      standard: 'erc20',
      stopped: false,
      stopped_here: false,
      token_decimals: null,
      version: 0,
    },
    {
      approved_by: null,
      asked_by: null,
      changed_ms: null,
      code: 'USDC',
      confirmations: 3,
      confirmations_min: 1,
      connected: false,
      contract: null,
      currency_id: 45,
      minimum: '5',
      network: 'ethereum',
      network_name: 'Ethereum (chain 31337)',
      real: false,
      standard: 'erc20',
      stopped: false,
      stopped_here: false,
      token_decimals: null,
      version: 0,
    },
  ]);
  expect(
    await call('console/deposit_method_change', {
      currency_id: USDT,
      network: 'ethereum',
      version: '0',
      minimum: '7.5',
      confirmations: '40',
      reason: 'slower',
    }),
  ).toEqual({
    asked_by: 'finance',
    changes: [
      { after: '7.5 USDT', before: '5 USDT', label: 'Minimum deposit' },
      { after: '40', before: '3', label: 'Confirmations' },
      { after: 'at least 1', before: 'at least 1', label: 'Bound of confirmations' },
    ],
    created_ms: START + 6 * HOUR_MS,
    digest: expect.any(String) as unknown,
    id: 4,
    kind: 'deposit method',
    ...ASKED,
    reason: 'slower',
    subject: 'USDT on Ethereum (chain 31337)',
    title: 'Change deposits over a network',
    uid: null,
  });
});
