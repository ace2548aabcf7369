import { contract } from '@karat/contract';
import type { Contract, OperatorRole } from '@karat/contract';
import type { VirtualClock } from '@karat/platform/clock';
import { ASKED, callConsole } from '@karat/platform/testing';
import { HOUR_MS, MINUTE_MS } from '@karat/rules';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ConsoleDeps } from './console.ts';
import { operatorHandlers } from './http.ts';
import { demoOperators } from './operators.ts';
import { ALICE, BEN, START, openConsoleDeps } from './testing/console-fixture.ts';

let database: TestDatabase;
let clock: VirtualClock;
let deps: ConsoleDeps;

beforeAll(async () => {
  database = await createTestDatabase();
  ({ clock, deps } = await openConsoleDeps(database.db));
});
afterAll(() => database.drop());

type Operators = Contract['operators'];
const call = <Path extends Extract<keyof Operators, `console/${string}`>>(
  path: Path,
  fields = {},
  login: OperatorRole = 'admin',
) => callConsole(contract.operators, operatorHandlers(deps), path, { login, fields });

test('users, a user with balances and sessions, house accounts, and the check of the books', async () => {
  expect(await call('console/users', { keyword: 'K1', limit: '1' })).toEqual({
    current_page: 1,
    data: [
      {
        created_ms: START - 9_000,
        email: 'u100001@people.example',
        house: false,
        nickname: 'K100001',
        phone: '+49 30 100001',
        seen_ms: START - 4_000,
        status: 'active',
        uid: ALICE,
      },
    ],
    last_page: 2,
    per_page: 1,
    total: 2,
  });
  expect(await call('console/users', { keyword: 'K1', limit: '1', page: '2' })).toEqual({
    current_page: 2,
    data: [
      {
        created_ms: START - 8_000,
        email: null,
        house: true,
        nickname: 'K100002',
        phone: '+49 30 100002',
        seen_ms: null,
        status: 'frozen',
        uid: BEN,
      },
    ],
    last_page: 2,
    per_page: 1,
    total: 2,
  });
  expect(await call('console/user', { uid: ALICE })).toEqual({
    balances: [
      { account: '100001 change', available: '11.5', currency: 'USDT', held: '2.25' },
      { account: '100001 lever', available: '3', currency: 'BTC', held: '4' },
    ],
    sessions: [{ address: '203.0.113.5', created_ms: START - 60, device: 'Phone', seen_ms: START - 30 }],
    unvalued: ['SHIB'],
    user: {
      created_ms: START - 9_000,
      email: 'u100001@people.example',
      house: false,
      nickname: 'K100001',
      phone: '+49 30 100001',
      seen_ms: START - 4_000,
      status: 'active',
      uid: ALICE,
    },
    value_usdt: '4321.5',
  });
  expect(await call('console/house')).toEqual([
    { account: 'external', available: '-900', currency: 'USDT', held: '0' },
    { account: 'fees', available: '200', currency: 'USDT', held: '5' },
    { account: 'external', available: '-4', currency: 'BTC', held: '0' },
  ]);
  expect(await call('console/ledger_check')).toEqual({ accounts: 3, differences: ['one'], journals: 5 });
});

test('journals with their postings, and every condition of their search', async () => {
  expect(
    await call('console/journals', {
      uid: ALICE,
      kind: 'fee',
      reference: 'o1',
      currency: '3',
      min: '5',
      max: '9',
      from: START - 1,
      to: START + 9,
      cursor: '60',
      limit: '7',
    }),
  ).toEqual({
    data: [
      {
        created_ms: START + 3,
        id: 51,
        key: 'user=100001 kind=fee reference=o1 currency=3 min=50000000000 max=90000000000 from=1795139999999 to=1795140000009 limit=7 before=60',
        kind: 'spot:trade',
        postings: [
          {
            account: 'exchange',
            available: '-6',
            currency: 'USDT',
            held: '8',
            kind: 'fee',
            reference: 'o1',
          },
        ],
        reference: 'r51',
      },
    ],
    next: '50',
  });
});

test('records of a user with the units of their market or currency', async () => {
  expect(await call('console/user_records', { uid: ALICE, records: 'orders', limit: '1' })).toEqual({
    data: [
      {
        amount: '250',
        amount_unit: 'USDT',
        created_ms: START + 5_000,
        detail: 'T1',
        ended_ms: null,
        exit_price: null,
        fee: '5',
        fee_unit: 'USDT',
        filled: null,
        id: 9,
        price: null,
        side: null,
        state: 'credited',
        subject: 'USDT',
        total: '245',
        total_unit: 'USDT',
        type: 'tron',
      },
    ],
    next: '9',
  });
  expect(
    await call('console/user_records', { uid: ALICE, records: 'orders', limit: '1', cursor: '9' }),
  ).toEqual({
    data: [
      {
        amount: '0.5',
        amount_unit: 'BTC',
        created_ms: START,
        detail: 'half',
        ended_ms: START + MINUTE_MS,
        exit_price: '61000',
        fee: '12',
        fee_unit: 'USDT',
        filled: '0.4',
        id: 7,
        price: '60000',
        side: 'buy',
        state: 'filled',
        subject: 'BTC/USDT',
        total: '24000',
        total_unit: 'USDT',
        type: 'limit',
      },
    ],
    next: null,
  });
});

test('markets, bots, messages and the health of the system', async () => {
  expect(await call('console/markets')).toEqual([
    {
      band: '0.05',
      broken: true,
      index_price: '60002',
      kind: 'coin',
      maker_fee: '0.0011',
      match_id: 1,
      min_notional: '7',
      now_price: '60001',
      open_orders: 31,
      stale: false,
      state: 'open',
      symbol: 'BTC/USDT',
      taker_fee: '0.0022',
    },
    {
      band: '0.3',
      broken: false,
      index_price: null,
      kind: 'coin',
      maker_fee: '0.001',
      match_id: 2,
      min_notional: '5',
      now_price: '3001',
      open_orders: 8,
      stale: true,
      state: 'cancel_only',
      symbol: 'ETH/USDT',
      taker_fee: '0.001',
    },
  ]);
  expect(await call('console/bots')).toEqual([
    { name: 'BTC maker', open_orders: 12, paused: false, role: 'maker', running: true, uid: 90001 },
    { name: 'taker', open_orders: 3, paused: true, role: 'taker', running: false, uid: 90002 },
  ]);
  expect(await call('console/outbox', { page: '2', limit: '2' })).toEqual({
    current_page: 2,
    data: [
      { body: 'It is 7', channel: 'sms', created_ms: START - 11, id: 4, receiver: '+49', subject: 'Code' },
    ],
    last_page: 3,
    per_page: 2,
    total: 5,
  });
  const { database: base, memory_mb: memory, ...health } = await call('console/health');
  expect([base.ok, base.version.length > 0, base.size_mb > 0, memory > 0]).toEqual([true, true, true, true]);
  expect(health).toEqual({
    checks: [{ detail: 'no reply', name: 'node', since_ms: START - 21, state: 'down' }],
    clock_halt: { at_ms: START - 77, drift_ms: 1234, reason: 'jumped' },
    markets: [
      { orders: 31, queue: 4, stale: false, symbol: 'BTC/USDT' },
      { orders: 8, queue: 2, stale: true, symbol: 'ETH/USDT' },
    ],
    sockets: 17,
    started_ms: START - 5_000,
    version: '9.1.0',
    work: { due: 0, oldest_due_ms: null },
  });
  expect(await call('console/liabilities')).toEqual({
    at_ms: START,
    rows: [
      {
        booked: '570',
        chain: '572',
        checked_ms: START - 90,
        currency_name: 'USDT',
        house: '205',
        matches: false,
        users: '695',
      },
      {
        booked: null,
        chain: null,
        checked_ms: null,
        currency_name: 'BTC',
        house: '0',
        matches: null,
        users: '4',
      },
    ],
  });
  expect(await call('console/me', {}, 'finance')).toEqual({
    id: 2,
    lang: 'en',
    login: 'finance',
    name: 'Femi Finance',
    passkey_required: true,
    passkeys: 0,
    role: 'finance',
  });
});

test('approvals by state and kind, the newest first, with what they change and whom they concern', async () => {
  clock.set(START + HOUR_MS);
  expect(
    await call('console/market_change', { match_id: '1', maker_fee: '0.0015', reason: 'makers' }, 'risk'),
  ).toEqual({
    asked_by: 'risk',
    changes: [
      { after: '0.15 %', before: '0.11 %', label: 'Maker fee' },
      { after: '0.22 %', before: '0.22 %', label: 'Taker fee' },
    ],
    created_ms: START + HOUR_MS,
    digest: expect.any(String) as unknown,
    id: 1,
    kind: 'market change',
    ...ASKED,
    reason: 'makers',
    subject: 'BTC/USDT',
    title: 'Change a market',
    uid: null,
  });
  clock.advance(1_000);
  const correction = await call(
    'console/correction',
    {
      uid: ALICE,
      account: 'change',
      counter: 'external',
      currency: '3',
      amount: '12.5',
      reason: 'compensation',
      note: 'late coupon',
    },
    'finance',
  );
  expect(correction).toEqual({
    asked_by: 'finance',
    changes: [
      { after: '12.5 USDT', before: '12.5 USDT', label: 'Amount' },
      { after: 'house external 0', before: 'house external 0', label: 'Against' },
      { after: '12.5 USDT', before: '0 USDT', label: 'Available of 100001 change' },
      { after: '-12.5 USDT', before: '0 USDT', label: 'Available of house external 0' },
      { after: 'compensation', before: 'compensation', label: 'Reason' },
    ],
    created_ms: START + 3_601_000,
    digest: expect.any(String) as unknown,
    id: 2,
    kind: 'ledger correction',
    ...ASKED,
    reason: 'late coupon',
    subject: '100001 change',
    title: 'Correct a balance',
    uid: ALICE,
  });
  clock.advance(1_000);
  await call('console/stop', { target: 'product', subject: 'loans', reason: 'a drill' }, 'support');
  clock.advance(1_000);
  await call('console/stop', { target: 'contract', subject: '1', reason: 'spread' }, 'risk');
  expect(await call('console/stops')).toEqual({
    products: [
      { halted: false, product: 'spot' },
      { halted: false, product: 'contracts' },
      { halted: false, product: 'options' },
      { halted: false, product: 'dual' },
      { halted: false, product: 'launchpad' },
      { halted: true, product: 'loans' },
      { halted: false, product: 'copytrade' },
      { halted: false, product: 'mining' },
      { halted: false, product: 'recurring' },
      { halted: false, product: 'nft' },
      { halted: false, product: 'games' },
      { halted: false, product: 'fiat' },
      { halted: false, product: 'withdrawals' },
      { halted: false, product: 'transfers' },
      { halted: false, product: 'conversions' },
    ],
    stops: [
      {
        level: 'halt',
        name: 'BTC contract',
        reason: 'spread',
        stopped_by: 'risk',
        stopped_ms: START + 3_603_000,
        subject: '1',
        target: 'contract',
      },
      {
        level: 'halt',
        name: 'Loans',
        reason: 'a drill',
        stopped_by: 'support',
        stopped_ms: START + 3_602_000,
        subject: 'loans',
        target: 'product',
      },
    ],
  });
  clock.advance(1_000);
  const resume = await call(
    'console/resume',
    { target: 'product', subject: 'loans', reason: 'over' },
    'finance',
  );
  expect(resume).toEqual({
    asked_by: 'finance',
    changes: [
      { after: 'running', before: 'halted', label: 'State' },
      { after: 'a drill', before: 'a drill', label: 'Stopped because' },
      { after: 'support', before: 'support', label: 'Stopped by' },
    ],
    created_ms: START + 3_604_000,
    digest: expect.any(String) as unknown,
    id: 3,
    kind: 'resume',
    ...ASKED,
    reason: 'over',
    subject: 'Loans',
    title: 'Resume: product',
    uid: null,
  });
  clock.advance(1_000);
  const refused = await call(
    'console/market_change',
    { match_id: '2', taker_fee: '0.004', reason: 'takers' },
    'risk',
  );
  expect(await call('console/dashboard')).toEqual({
    approvals: [
      { count: 1, name: 'ledger correction', oldest_ms: START + 3_601_000 },
      { count: 2, name: 'market change', oldest_ms: START + HOUR_MS },
      { count: 1, name: 'resume', oldest_ms: START + 3_604_000 },
    ],
    at_ms: START + 3_605_000,
    halted: ['tron'],
    withdrawals: [
      { count: 6, name: 'requested', oldest_ms: START - 600 },
      { count: 2, name: 'signing', oldest_ms: START - 200 },
    ],
  });
  clock.advance(1_000);
  expect(await call('console/refuse', { id: refused.id, reason: 'too high' }, 'admin')).toEqual({
    article_version: null,
    asked_by: 'risk',
    changes: [
      { after: '0.1 %', before: '0.1 %', label: 'Maker fee' },
      { after: '0.4 %', before: '0.1 %', label: 'Taker fee' },
    ],
    created_ms: START + 3_605_000,
    decided_by: 'admin',
    decided_ms: START + 3_606_000,
    digest: expect.any(String) as unknown,
    id: 4,
    kind: 'market change',
    own: false,
    person: null,
    reason: 'takers',
    state: 'refused',
    subject: 'ETH/USDT',
    title: 'Change a market',
    uid: null,
  });
  const secret = demoOperators.find(({ login }) => login === 'admin')?.totpSecret ?? '';
  const totp = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now() });
  const proof = { password: demoOperators.find(({ login }) => login === 'admin')?.password, totp };
  expect(await call('console/approve', { id: resume.id, digest: resume.digest, ...proof }, 'admin')).toEqual({
    article_version: null,
    asked_by: 'finance',
    changes: [
      { after: 'running', before: 'halted', label: 'State' },
      { after: 'a drill', before: 'a drill', label: 'Stopped because' },
      { after: 'support', before: 'support', label: 'Stopped by' },
    ],
    created_ms: START + 3_604_000,
    decided_by: 'admin',
    decided_ms: START + 3_606_000,
    digest: expect.any(String) as unknown,
    id: 3,
    kind: 'resume',
    own: false,
    person: null,
    reason: 'over',
    state: 'approved',
    subject: 'Loans',
    title: 'Resume: product',
    uid: null,
  });
  expect(await call('console/approvals', { limit: '2' }, 'risk')).toEqual({
    current_page: 1,
    data: [
      {
        article_version: null,
        asked_by: 'risk',
        changes: [
          { after: '0.1 %', before: '0.1 %', label: 'Maker fee' },
          { after: '0.4 %', before: '0.1 %', label: 'Taker fee' },
        ],
        created_ms: START + 3_605_000,
        decided_by: 'admin',
        decided_ms: START + 3_606_000,
        digest: expect.any(String) as unknown,
        id: 4,
        kind: 'market change',
        own: true,
        person: null,
        reason: 'takers',
        state: 'refused',
        subject: 'ETH/USDT',
        title: 'Change a market',
        uid: null,
      },
      {
        article_version: null,
        asked_by: 'finance',
        changes: [
          { after: 'running', before: 'halted', label: 'State' },
          { after: 'a drill', before: 'a drill', label: 'Stopped because' },
          { after: 'support', before: 'support', label: 'Stopped by' },
        ],
        created_ms: START + 3_604_000,
        decided_by: 'admin',
        decided_ms: START + 3_606_000,
        digest: expect.any(String) as unknown,
        id: 3,
        kind: 'resume',
        own: false,
        person: null,
        reason: 'over',
        state: 'approved',
        subject: 'Loans',
        title: 'Resume: product',
        uid: null,
      },
    ],
    last_page: 2,
    per_page: 2,
    total: 4,
  });
  expect(await call('console/approvals', { limit: '2', page: '2' }, 'risk')).toEqual({
    current_page: 2,
    data: [
      {
        article_version: null,
        asked_by: 'finance',
        changes: [
          { after: '12.5 USDT', before: '12.5 USDT', label: 'Amount' },
          { after: 'house external 0', before: 'house external 0', label: 'Against' },
          { after: '12.5 USDT', before: '0 USDT', label: 'Available of 100001 change' },
          { after: '-12.5 USDT', before: '0 USDT', label: 'Available of house external 0' },
          { after: 'compensation', before: 'compensation', label: 'Reason' },
        ],
        created_ms: START + 3_601_000,
        decided_by: null,
        decided_ms: null,
        digest: expect.any(String) as unknown,
        id: 2,
        kind: 'ledger correction',
        own: false,
        person: 'K100001, u100001@people.example',
        reason: 'late coupon',
        state: 'asked',
        subject: '100001 change',
        title: 'Correct a balance',
        uid: ALICE,
      },
      {
        article_version: null,
        asked_by: 'risk',
        changes: [
          { after: '0.15 %', before: '0.11 %', label: 'Maker fee' },
          { after: '0.22 %', before: '0.22 %', label: 'Taker fee' },
        ],
        created_ms: START + HOUR_MS,
        decided_by: null,
        decided_ms: null,
        digest: expect.any(String) as unknown,
        id: 1,
        kind: 'market change',
        own: true,
        person: null,
        reason: 'makers',
        state: 'asked',
        subject: 'BTC/USDT',
        title: 'Change a market',
        uid: null,
      },
    ],
    last_page: 2,
    per_page: 2,
    total: 4,
  });
  const ids = async (fields: object) => (await call('console/approvals', fields)).data.map(({ id }) => id);
  expect([
    await ids({ state: 'asked' }),
    await ids({ state: 'refused' }),
    await ids({ kind: 'resume' }),
  ]).toEqual([[2, 1], [4], [3]]);
});

test('notes, the audit log by each condition, and the operators', async () => {
  clock.advance(1_000);
  expect(await call('console/user_note', { uid: BEN, text: 'called' }, 'support')).toEqual({
    created_ms: START + 3_607_000,
    id: 1,
    operator: 'support',
    text: 'called',
  });
  clock.advance(1_000);
  await call('console/user_note', { uid: BEN, text: 'called back' }, 'finance');
  await call('console/user_note', { uid: ALICE, text: 'moved' }, 'risk');
  expect(await call('console/user_notes', { uid: BEN, limit: '1' })).toEqual({
    current_page: 1,
    data: [{ created_ms: START + 3_608_000, id: 2, operator: 'finance', text: 'called back' }],
    last_page: 2,
    per_page: 1,
    total: 2,
  });
  expect(await call('console/user_notes', { uid: BEN, limit: '1', page: '2' })).toEqual({
    current_page: 2,
    data: [{ created_ms: START + 3_607_000, id: 1, operator: 'support', text: 'called' }],
    last_page: 2,
    per_page: 1,
    total: 2,
  });
  expect(await call('console/audit', { operator: 'finance', limit: '2' })).toEqual({
    data: [
      {
        action: 'note on user',
        created_ms: START + 3_608_000,
        detail: '{"note":2}',
        hash: expect.any(String) as unknown,
        id: 14,
        operator: 'finance',
        subject: 'user:100002',
      },
      {
        action: 'ask resume',
        created_ms: START + 3_604_000,
        detail: expect.stringMatching(/"id":3,.*"reason":"over"/) as unknown,
        hash: expect.any(String) as unknown,
        id: 9,
        operator: 'finance',
        subject: 'product:loans',
      },
    ],
    next: '9',
  });
  expect(await call('console/audit_choices')).toEqual({
    actions: [
      'approve resume',
      'ask ledger correction',
      'ask market change',
      'ask resume',
      'look at user',
      'look at user records',
      'note on user',
      'refuse market change',
      'search users',
      'stop contract',
      'stop product',
    ],
    operators: ['admin', 'finance', 'risk', 'support'],
  });
  expect(await call('console/audit_check')).toEqual({
    broken_at: null,
    entries: 15,
    head: expect.any(String) as unknown,
  });
  clock.advance(1_000);
  expect(await call('console/staff')).toEqual([
    {
      created_ms: START,
      half_waits: false,
      id: 4,
      login: 'admin',
      name: 'Ada Admin',
      passkeys: 0,
      role: 'admin',
      seen_ms: START + 4_000,
      setup_until_ms: null,
      state: 'active',
    },
    {
      created_ms: START,
      half_waits: false,
      id: 2,
      login: 'finance',
      name: 'Femi Finance',
      passkeys: 0,
      role: 'finance',
      seen_ms: START + 2_000,
      setup_until_ms: null,
      state: 'active',
    },
    {
      created_ms: START,
      half_waits: false,
      id: 3,
      login: 'risk',
      name: 'Rika Risk',
      passkeys: 0,
      role: 'risk',
      seen_ms: START + 3_000,
      setup_until_ms: null,
      state: 'active',
    },
    {
      created_ms: START,
      half_waits: false,
      id: 1,
      login: 'support',
      name: 'Sana Support',
      passkeys: 0,
      role: 'support',
      seen_ms: START + 1_000,
      setup_until_ms: null,
      state: 'active',
    },
  ]);
  expect(
    await call('console/staff_add', { login: 'nora', name: 'Nora New', role: 'finance', reason: 'hired' }),
  ).toEqual({
    approval: {
      asked_by: 'admin',
      changes: [
        { after: 'Nora New', before: null, label: 'Name' },
        { after: 'finance', before: null, label: 'Role' },
      ],
      created_ms: START + 3_609_000,
      digest: expect.any(String) as unknown,
      id: 5,
      kind: 'operator change',
      ...ASKED,
      reason: 'hired',
      subject: 'nora',
      title: 'Add an operator',
      uid: null,
    },
    half: expect.any(String) as unknown,
  });
  expect(await call('console/staff_role', { id: 1, role: 'risk', reason: 'moved' })).toEqual({
    asked_by: 'admin',
    changes: [
      { after: 'Sana Support', before: 'Sana Support', label: 'Name' },
      { after: 'risk', before: 'support', label: 'Role' },
    ],
    created_ms: START + 3_609_000,
    digest: expect.any(String) as unknown,
    id: 6,
    kind: 'operator change',
    ...ASKED,
    reason: 'moved',
    subject: 'support',
    title: 'Change an operator’s role',
    uid: null,
  });
});
