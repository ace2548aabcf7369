import { contract } from '@karat/contract';
import type { Contract, OperatorRole } from '@karat/contract';
import { ETH, USDT } from '@karat/domains/ledger';
import type { TransactionState } from '@karat/platform/chains';
import { ASKED, callConsole } from '@karat/platform/testing';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@karat/rules';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cancel, openHarness, out } from './testing/harness.ts';
import type { WithdrawalsHarness } from './testing/harness.ts';
import { seedOperators } from './testing/operators.ts';

const START = Date.parse('2026-03-01T12:00:00Z');
const OTHER = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
let database: TestDatabase;
let harness: WithdrawalsHarness;

type Withdrawals = Contract['withdrawals'];
const call = <Path extends Extract<keyof Withdrawals, `console/${string}`>>(
  path: Path,
  fields = {},
  login: OperatorRole = 'risk',
) => callConsole(contract.withdrawals, harness.withdrawals.handlers, path, { login, fields });

beforeAll(async () => {
  database = await createTestDatabase();
  harness = openHarness(database.url, { chains: true });
  await seedOperators(harness.ctx);
  harness.people.createdAt = START - 40 * DAY_MS;
});
afterAll(async () => {
  await harness.close();
  await database.drop();
});

test('the queue by state, kind and user, in pages, and a withdrawal with its context', async () => {
  const ann = await harness.user('9000');
  const ben = await harness.user('20', ETH);
  const paid = await out(harness, ann, '300');
  await call('console/withdrawal_approve', {
    id: paid.id,
    digest: (await call('console/withdrawal', { id: paid.id })).digest,
    reason: 'known',
    totp: '123456',
  });
  const run = async (): Promise<void> => {
    harness.clock.advance(10_000);
    await harness.worker.runDue();
  };
  for (let n = 0; n < 4; n++) await run();
  const mined: TransactionState = {
    state: 'mined',
    height: 5,
    blockHash: '0x',
    fee: 42_000n,
    confirmations: 12,
    succeeded: true,
  };
  harness.node.state.mined.set(`0xtx${paid.id}-1`, mined);
  await run();
  harness.clock.set(START + HOUR_MS);
  const cancelled = await out(harness, ann, '70', { address: OTHER });
  harness.clock.advance(MINUTE_MS);
  await cancel(harness, ann, cancelled.id);
  const rejected = await out(harness, ann, '90', { address: OTHER });
  await call('console/withdrawal_reject', { id: rejected.id, reason: 'other', text: 'ask us' }, 'finance');
  harness.clock.advance(HOUR_MS);
  harness.people.heldUntil = harness.clock.now() - 1;
  const first = await out(harness, ann, '2500', { address: OTHER, firstPaymentOk: true });
  harness.clock.advance(MINUTE_MS);
  const second = await out(harness, ben, '3.5', { currency: ETH });
  expect(await call('console/withdrawals', { limit: '3' })).toEqual({
    current_page: 1,
    data: [
      {
        address: '0x52908400098527886E0F7030069857D2E4169EE7',
        approvals: 1,
        asked: false,
        created_at: '2026-03-01 14:02:00',
        created_ms: START + 122 * MINUTE_MS,
        currency: 2,
        currency_name: 'ETH',
        explorer: null,
        id: 5,
        may_cancel: true,
        network: 'ethereum',
        notes: ['new_payee', 'amount', 'shared_payee', 'credentials_changed'],
        number: '3.5',
        rate: '0.001',
        reason: null,
        reason_text: '',
        receive: '3.499',
        release_ms: null,
        state: 'requested',
        status: 1,
        txid: '',
        type: 0,
        uid: ben,
        usdt: '7000',
        waits: 'review',
      },
      {
        address: '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
        approvals: 1,
        asked: false,
        created_at: '2026-03-01 14:01:00',
        created_ms: START + 121 * MINUTE_MS,
        currency: 3,
        currency_name: 'USDT',
        explorer: null,
        id: 4,
        may_cancel: true,
        network: 'ethereum',
        notes: ['new_payee', 'amount', 'velocity', 'credentials_changed'],
        number: '2500',
        rate: '4',
        reason: null,
        reason_text: '',
        receive: '2496',
        release_ms: null,
        state: 'requested',
        status: 1,
        txid: '',
        type: 0,
        uid: ann,
        usdt: '2500',
        waits: 'review',
      },
      {
        address: '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
        approvals: 1,
        asked: false,
        created_at: '2026-03-01 13:01:00',
        created_ms: START + 61 * MINUTE_MS,
        currency: 3,
        currency_name: 'USDT',
        explorer: null,
        id: 3,
        may_cancel: false,
        network: 'ethereum',
        notes: ['new_payee'],
        number: '90',
        rate: '4',
        reason: 'other',
        reason_text: 'Another reason; see the note · ask us',
        receive: '86',
        release_ms: null,
        state: 'rejected',
        status: 3,
        txid: '',
        type: 0,
        uid: ann,
        usdt: '90',
        waits: null,
      },
    ],
    last_page: 2,
    per_page: 3,
    total: 5,
  });
  expect(await call('console/withdrawals', { limit: '3', page: '2' })).toEqual({
    current_page: 2,
    data: [
      {
        address: '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
        approvals: 1,
        asked: false,
        created_at: '2026-03-01 13:00:00',
        created_ms: START + HOUR_MS,
        currency: 3,
        currency_name: 'USDT',
        explorer: null,
        id: 2,
        may_cancel: false,
        network: 'ethereum',
        notes: ['new_payee'],
        number: '70',
        rate: '4',
        reason: 'user_cancelled',
        reason_text: 'You cancelled it',
        receive: '66',
        release_ms: null,
        state: 'cancelled',
        status: 3,
        txid: '',
        type: 0,
        uid: ann,
        usdt: '70',
        waits: null,
      },
      {
        address: '0x52908400098527886E0F7030069857D2E4169EE7',
        approvals: 1,
        asked: false,
        created_at: '2026-03-01 12:00:00',
        created_ms: START,
        currency: 3,
        currency_name: 'USDT',
        explorer: 'https://etherscan.io/tx/0xtx1-1',
        id: 1,
        may_cancel: false,
        network: 'ethereum',
        notes: ['new_payee'],
        number: '300',
        rate: '4',
        reason: null,
        reason_text: '',
        receive: '296',
        release_ms: null,
        state: 'confirmed',
        status: 2,
        txid: '0xtx1-1',
        type: 0,
        uid: ann,
        usdt: '300',
        waits: null,
      },
    ],
    last_page: 2,
    per_page: 3,
    total: 5,
  });
  const ids = async (fields: object) => (await call('console/withdrawals', fields)).data.map(({ id }) => id);
  expect([
    await ids({ state: 'requested' }),
    await ids({ state: 'rejected' }),
    await ids({ uid: ben }),
    await ids({ type: '1' }),
  ]).toEqual([[first.id, second.id], [rejected.id], [second.id], []]);
  expect(await call('console/withdrawal', { id: first.id })).toEqual({
    address: '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
    approvals: 1,
    asked: false,
    attempts: [],
    created_at: '2026-03-01 14:01:00',
    created_ms: START + 121 * MINUTE_MS,
    currency: 3,
    currency_name: 'USDT',
    digest: expect.any(String) as unknown,
    explorer: null,
    facts: {
      account_age_days: 40,
      auto_limit_usdt: '1000',
      cap_btc: '200',
      credentials_hold_ms: null,
      done_count: 1,
      done_usdt: '300',
      first_payment_accepted: true,
      level: 1,
      paid_to_payee: 0,
      pending_count: 1,
      protected_until_ms: null,
      rejected_count: 1,
      shared_with: [],
      two_limit_usdt: '50000',
      used_btc: '0.056',
    },
    id: 4,
    may_cancel: true,
    network: 'ethereum',
    notes: ['new_payee', 'amount', 'velocity', 'credentials_changed'],
    number: '2500',
    payee: {},
    problem: '',
    rate: '4',
    reason: null,
    reason_text: '',
    receive: '2496',
    release_ms: null,
    single_limit: null,
    state: 'requested',
    status: 1,
    steps: [
      {
        at: '2026-03-01 14:01:00',
        at_ms: START + 121 * MINUTE_MS,
        by: 'user',
        note: '',
        state: 'requested',
      },
    ],
    txid: '',
    type: 0,
    uid: ann,
    usdt: '2500',
    waits: 'review',
  });
  expect(await call('console/withdrawal', { id: paid.id })).toEqual({
    address: '0x52908400098527886E0F7030069857D2E4169EE7',
    approvals: 1,
    asked: false,
    attempts: [{ at_ms: START + 20_000, fee: '100 wei per gas, 27300 gas', txid: '0xtx1-1' }],
    created_at: '2026-03-01 12:00:00',
    created_ms: START,
    currency: 3,
    currency_name: 'USDT',
    digest: expect.any(String) as unknown,
    explorer: 'https://etherscan.io/tx/0xtx1-1',
    facts: {
      account_age_days: 40,
      auto_limit_usdt: '1000',
      cap_btc: '200',
      credentials_hold_ms: null,
      done_count: 1,
      done_usdt: '300',
      first_payment_accepted: false,
      level: 1,
      paid_to_payee: 1,
      pending_count: 1,
      protected_until_ms: null,
      rejected_count: 1,
      shared_with: [ben],
      two_limit_usdt: '50000',
      used_btc: '0.056',
    },
    id: 1,
    may_cancel: false,
    network: 'ethereum',
    notes: ['new_payee'],
    number: '300',
    payee: {},
    problem: '',
    rate: '4',
    reason: null,
    reason_text: '',
    receive: '296',
    release_ms: null,
    single_limit: null,
    state: 'confirmed',
    status: 2,
    steps: [
      { at: '2026-03-01 12:00:00', at_ms: START, by: 'user', note: '', state: 'requested' },
      { at: '2026-03-01 12:00:00', at_ms: START, by: 'risk', note: '', state: 'approved' },
      { at: '2026-03-01 12:00:10', at_ms: START + 10_000, by: 'house', note: '', state: 'signing' },
      { at: '2026-03-01 12:00:20', at_ms: START + 20_000, by: 'house', note: '', state: 'signed' },
      { at: '2026-03-01 12:00:30', at_ms: START + 30_000, by: 'house', note: '', state: 'broadcast' },
      {
        at: '2026-03-01 12:00:50',
        at_ms: START + 50_000,
        by: 'network',
        note: '0xtx1-1',
        state: 'confirmed',
      },
    ],
    txid: '0xtx1-1',
    type: 0,
    uid: ann,
    usdt: '300',
    waits: null,
  });
  expect(await call('console/withdrawal', { id: rejected.id })).toEqual({
    address: '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
    approvals: 1,
    asked: false,
    attempts: [],
    created_at: '2026-03-01 13:01:00',
    created_ms: START + 61 * MINUTE_MS,
    currency: 3,
    currency_name: 'USDT',
    digest: expect.any(String) as unknown,
    explorer: null,
    facts: {
      account_age_days: 40,
      auto_limit_usdt: '1000',
      cap_btc: '200',
      credentials_hold_ms: null,
      done_count: 1,
      done_usdt: '300',
      first_payment_accepted: false,
      level: 1,
      paid_to_payee: 0,
      pending_count: 1,
      protected_until_ms: null,
      rejected_count: 1,
      shared_with: [],
      two_limit_usdt: '50000',
      used_btc: '0.056',
    },
    id: 3,
    may_cancel: false,
    network: 'ethereum',
    notes: ['new_payee'],
    number: '90',
    payee: {},
    problem: '',
    rate: '4',
    reason: 'other',
    reason_text: 'Another reason; see the note · ask us',
    receive: '86',
    release_ms: null,
    single_limit: null,
    state: 'rejected',
    status: 3,
    steps: [
      { at: '2026-03-01 13:01:00', at_ms: START + 61 * MINUTE_MS, by: 'user', note: '', state: 'requested' },
      {
        at: '2026-03-01 13:01:00',
        at_ms: START + 61 * MINUTE_MS,
        by: 'finance',
        note: 'ask us',
        state: 'rejected',
      },
    ],
    txid: '',
    type: 0,
    uid: ann,
    usdt: '90',
    waits: null,
  });
  const { facts } = await call('console/withdrawal', { id: second.id });
  expect(facts).toMatchObject({ done_count: 0, pending_count: 1, rejected_count: 0 });
  expect(await call('console/withdrawal_networks')).toEqual([
    {
      connected: false,
      funds: [],
      halt_reason: '',
      halted: false,
      network: 'bitcoin',
      payout_address: '',
      signer: 'ready',
      under_way: 0,
      waiting: 0,
    },
    {
      connected: true,
      funds: [],
      halt_reason: '',
      halted: false,
      network: 'card',
      payout_address: '',
      signer: 'none',
      under_way: 0,
      waiting: 0,
    },
    {
      connected: true,
      funds: [
        { amount: '1000000000000000000000000', currency: 'USDT' },
        { amount: '1000000000000', currency: 'ETH' },
      ],
      halt_reason: '',
      halted: false,
      network: 'ethereum',
      payout_address: '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
      signer: 'ready',
      under_way: 0,
      waiting: 0,
    },
    {
      connected: true,
      funds: [],
      halt_reason: '',
      halted: false,
      network: 'tron',
      payout_address: '',
      signer: 'ready',
      under_way: 0,
      waiting: 0,
    },
  ]);
});

test('thresholds and routes with their versions, and what an approval will change', async () => {
  expect(await call('console/withdrawal_thresholds')).toEqual({
    alone_day_usdt: '500000',
    alone_operator_usdt: '150000',
    alone_user_usdt: '50000',
    approved_by: null,
    asked_by: null,
    automatic_usdt: '1000',
    changed_ms: null,
    delay_minutes: 60,
    delay_usdt: '50000',
    two_people_usdt: '50000',
    version: 0,
  });
  const routes = await call('console/withdrawal_routes');
  expect(routes.filter(({ network }) => network === 'ethereum')).toEqual([
    {
      approved_by: null,
      asked_by: null,
      changed_ms: null,
      code: 'ETH',
      connected: true,
      currency_id: 2,
      fee: '0.001',
      minimum: '0.01',
      network: 'ethereum',
      signer: 'unknown',
      stopped: false,
      stopped_here: false,
      title: 'Ethereum',
      type: 0,
      version: 0,
    },
    {
      approved_by: null,
      asked_by: null,
      changed_ms: null,
      code: 'USDT',
      connected: true,
      currency_id: 3,
      fee: '4',
      minimum: '20',
      network: 'ethereum',
      signer: 'unknown',
      stopped: false,
      stopped_here: false,
      title: 'Ethereum (ERC20)',
      type: 0,
      version: 0,
    },
    {
      approved_by: null,
      asked_by: null,
      changed_ms: null,
      code: 'USDC',
      connected: true,
      currency_id: 45,
      fee: '4',
      minimum: '20',
      network: 'ethereum',
      signer: 'unknown',
      stopped: false,
      stopped_here: false,
      title: 'Ethereum (ERC20)',
      type: 0,
      version: 0,
    },
  ]);
  expect(
    await call('console/withdrawal_thresholds_change', {
      version: '0',
      automatic_usdt: '11',
      two_people_usdt: '60000',
      alone_operator_usdt: '41000',
      alone_user_usdt: '31000',
      alone_day_usdt: '71000',
      delay_usdt: '21000',
      delay_minutes: '90',
      reason: 'calmer',
    }),
  ).toEqual({
    asked_by: 'risk',
    changes: [
      { after: '11 USDT', before: '1000 USDT', label: 'Without an operator up to' },
      { after: '60000 USDT', before: '50000 USDT', label: 'Two operators from' },
      { after: '41000 USDT', before: '150000 USDT', label: 'One operator alone in 24 hours' },
      { after: '31000 USDT', before: '50000 USDT', label: 'For one user in 24 hours' },
      { after: '71000 USDT', before: '500000 USDT', label: 'All operators in 24 hours' },
      { after: '21000 USDT', before: '50000 USDT', label: 'Waits from' },
      { after: '90', before: '60', label: 'Minutes of waiting' },
    ],
    created_ms: START + 122 * MINUTE_MS,
    digest: expect.any(String) as unknown,
    id: 1,
    kind: 'withdrawal thresholds',
    ...ASKED,
    reason: 'calmer',
    subject: 'Withdrawals',
    title: 'Change the thresholds of withdrawals',
    uid: null,
  });
  expect(
    await call('console/withdrawal_route_change', {
      type: '0',
      currency_id: USDT,
      network: 'ethereum',
      version: '0',
      fee: '3.5',
      minimum: '25',
      reason: 'gas',
    }),
  ).toEqual({
    asked_by: 'risk',
    changes: [
      { after: '3.5 USDT', before: '4 USDT', label: 'Fee' },
      { after: '25 USDT', before: '20 USDT', label: 'Minimum' },
      { after: 'keep their fee', before: 'keep their fee', label: 'Requests that were made' },
      {
        after: 'not compared: the signer or the node does not reply',
        before: 'not compared: the signer or the node does not reply',
        label: 'Signer',
      },
    ],
    created_ms: START + 122 * MINUTE_MS,
    digest: expect.any(String) as unknown,
    id: 2,
    kind: 'withdrawal route',
    ...ASKED,
    reason: 'gas',
    subject: 'USDT: Ethereum (ERC20)',
    title: 'Change withdrawals over a network',
    uid: null,
  });
});
