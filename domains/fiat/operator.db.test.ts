import { contract } from '@karat/contract';
import type { Contract, OperatorRole } from '@karat/contract';
import { amount } from '@karat/money';
import { callConsole } from '@karat/platform/testing';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@karat/rules';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FiatHarness } from './testing/harness.ts';

const START = Date.parse('2026-03-02T12:00:00Z');
let h: FiatHarness;
beforeAll(async () => {
  h = await FiatHarness.open('console');
});
afterAll(() => h?.close());

type Fiat = Contract['fiat'];
const call = <Path extends Extract<keyof Fiat, `console/${string}`>>(
  path: Path,
  fields = {},
  login: OperatorRole = 'finance',
) => callConsole(contract.fiat, h.fiat.handlers, path, { login, fields });

test('purchases by status and keyword, in pages, statements, lines and accounts', async () => {
  const [ann, ben] = [h.newUser(), h.newUser()];
  const cancelled = await h.place(ann, {
    method: 'card',
    currency: 'JPY',
    country: 'JP',
    amount: amount('12000'),
    email: 'ann@mail.example',
  });
  h.clock.advance(HOUR_MS);
  await h.cancel(ann, cancelled.id);
  const first = await h.place(ann, { method: 'swift', amount: amount('120') });
  h.clock.advance(HOUR_MS);
  const second = await h.place(ben, {
    method: 'swift',
    amount: amount('75'),
    full_name: 'Ben Roe',
    first_name: 'Ben',
    last_name: 'Roe',
  });
  await h.importCredits([`pay ${first.reference}`, '110'], ['thanks', '9.5']);
  h.clock.advance(HOUR_MS);
  await h.importCredits([second.reference, '75']);
  expect(await call('console/fiat_orders', { limit: '2' })).toEqual({
    current_page: 1,
    data: [
      {
        amount: '75',
        country: 'US',
        created_at: '2026-03-02 14:00:00',
        created_ms: START + 2 * HOUR_MS,
        currency: 'USD',
        currency_name: 'USDT',
        dispute: null,
        expires_ms: START + 26 * HOUR_MS,
        id: 3,
        lines: 1,
        method: 'swift',
        note: '',
        ordered_amount: null,
        ordered_received: null,
        payer_name: 'Ben Roe',
        price: '1',
        proof: null,
        proof_duplicates: 0,
        reason: null,
        received: '75',
        reference: 'RF15KRT006721160',
        simulated: false,
        state: 'to_be_paid',
        status: 1,
        uid: 800002,
      },
      {
        amount: '120',
        country: 'US',
        created_at: '2026-03-02 13:00:00',
        created_ms: START + HOUR_MS,
        currency: 'USD',
        currency_name: 'USDT',
        dispute: null,
        expires_ms: START + 25 * HOUR_MS,
        id: 2,
        lines: 1,
        method: 'swift',
        note: '',
        ordered_amount: null,
        ordered_received: null,
        payer_name: 'Jo Doe',
        price: '1',
        proof: null,
        proof_duplicates: 0,
        reason: null,
        received: '120',
        reference: 'RF37KRT994100254',
        simulated: false,
        state: 'to_be_paid',
        status: 1,
        uid: 800001,
      },
    ],
    last_page: 2,
    per_page: 2,
    total: 3,
  });
  expect(await call('console/fiat_orders', { limit: '2', page: '2' })).toEqual({
    current_page: 2,
    data: [
      {
        amount: '12000',
        country: 'JP',
        created_at: '2026-03-02 12:00:00',
        created_ms: START,
        currency: 'JPY',
        currency_name: 'USDT',
        dispute: null,
        expires_ms: START + 30 * MINUTE_MS,
        id: 1,
        lines: 0,
        method: 'card',
        note: '',
        ordered_amount: null,
        ordered_received: null,
        payer_name: 'Jo Doe',
        price: '151.5',
        proof: null,
        proof_duplicates: 0,
        reason: null,
        received: '79.20792',
        reference: 'RF45KRT475153893',
        simulated: false,
        state: 'cancelled',
        status: 6,
        uid: 800001,
      },
    ],
    last_page: 2,
    per_page: 2,
    total: 3,
  });
  const ids = async (fields: object) => (await call('console/fiat_orders', fields)).data.map(({ id }) => id);
  expect([
    await ids({ status: '1' }),
    await ids({ status: '6' }),
    await ids({ keyword: second.reference }),
    await ids({ keyword: String(ben) }),
  ]).toEqual([[3, 2], [1], [3], [3]]);
  expect(await call('console/fiat_accounts')).toEqual([
    {
      account: 'US000123456789',
      bank_name: 'Example Bank New York (demonstration)',
      closing: '294.5',
      closing_day: '2026-03-02',
      currency: 'USD',
    },
    {
      account: 'DE02120300000000202051',
      bank_name: 'Example Bank Berlin (demonstration)',
      closing: null,
      closing_day: null,
      currency: 'EUR',
    },
    {
      account: 'GB33BUKB20201555555555',
      bank_name: 'Example Bank London (demonstration)',
      closing: null,
      closing_day: null,
      currency: 'GBP',
    },
    {
      account: 'JP00012345678',
      bank_name: 'Example Bank Tokyo (demonstration)',
      closing: null,
      closing_day: null,
      currency: 'JPY',
    },
    {
      account: 'HK0001234567890',
      bank_name: 'Example Bank Hong Kong (demonstration)',
      closing: null,
      closing_day: null,
      currency: 'HKD',
    },
    {
      account: 'SG00012345678',
      bank_name: 'Example Bank Singapore (demonstration)',
      closing: null,
      closing_day: null,
      currency: 'SGD',
    },
    {
      account: 'VN0001234567890',
      bank_name: 'Example Bank Hanoi (demonstration)',
      closing: null,
      closing_day: null,
      currency: 'VND',
    },
  ]);
  expect(await call('console/fiat_statements', { limit: '1' })).toEqual({
    current_page: 1,
    data: [
      {
        account: 'US000123456789',
        at_ms: START + 3 * HOUR_MS,
        closing: '294.5',
        discarded_by: null,
        format: 'csv',
        from: '2026-03-02',
        id: 2,
        imported_by: 'importer',
        latest: true,
        lines: 1,
        opening: '219.5',
        to: '2026-03-02',
        used: 0,
      },
    ],
    last_page: 2,
    per_page: 1,
    total: 2,
  });
  expect(await call('console/fiat_statements', { limit: '1', page: '2' })).toEqual({
    current_page: 2,
    data: [
      {
        account: 'US000123456789',
        at_ms: START + 2 * HOUR_MS,
        closing: '219.5',
        discarded_by: null,
        format: 'csv',
        from: '2026-03-02',
        id: 1,
        imported_by: 'importer',
        latest: false,
        lines: 2,
        opening: '100',
        to: '2026-03-02',
        used: 0,
      },
    ],
    last_page: 2,
    per_page: 1,
    total: 2,
  });
  expect(await call('console/fiat_lines', { limit: '2' })).toEqual({
    current_page: 1,
    data: [
      {
        account: 'US000123456789',
        amount: '75',
        bank_reference: 'B-3',
        booked_on: '2026-03-02',
        currency: 'USD',
        id: 3,
        mismatch: null,
        note: '',
        order_id: null,
        payer: 'Jo Doe',
        reference: 'RF15KRT006721160',
        remittance: 'RF15KRT006721160',
        state: 'matched',
        statement_id: 2,
      },
      {
        account: 'US000123456789',
        amount: '9.5',
        bank_reference: 'B-2',
        booked_on: '2026-03-02',
        currency: 'USD',
        id: 2,
        mismatch: 'no_reference',
        note: '',
        order_id: null,
        payer: 'Jo Doe',
        reference: null,
        remittance: 'thanks',
        state: 'unmatched',
        statement_id: 1,
      },
    ],
    last_page: 2,
    per_page: 2,
    total: 3,
  });
  expect(await call('console/fiat_lines', { limit: '2', page: '2' })).toEqual({
    current_page: 2,
    data: [
      {
        account: 'US000123456789',
        amount: '110',
        bank_reference: 'B-1',
        booked_on: '2026-03-02',
        currency: 'USD',
        id: 1,
        mismatch: 'amount',
        note: '',
        order_id: null,
        payer: 'Jo Doe',
        reference: 'RF37KRT994100254',
        remittance: 'pay RF37KRT994100254',
        state: 'unmatched',
        statement_id: 1,
      },
    ],
    last_page: 2,
    per_page: 2,
    total: 3,
  });
  expect((await call('console/fiat_lines', { state: 'unmatched' })).data.map(({ id }) => id)).toEqual([2, 1]);
  expect(await call('console/fiat_order', { id: first.id })).toEqual({
    amount: '120',
    bank: {
      account_number: 'US000123456789',
      bank_address: '1 Example Street, New York',
      bank_name: 'Example Bank New York (demonstration)',
      beneficiary: 'Karat Demonstration Ltd',
      routing: null,
      swift: 'EXMPXXXX',
    },
    country: 'US',
    created_at: '2026-03-02 13:00:00',
    created_ms: START + HOUR_MS,
    currency: 'USD',
    currency_name: 'USDT',
    dispute: null,
    disputes: [],
    events: [],
    expires_ms: START + 25 * HOUR_MS,
    history: [
      { orders: 1, received: '79.20792', state: 'cancelled' },
      { orders: 1, received: '120', state: 'to_be_paid' },
    ],
    id: 2,
    level: 1,
    limit: '2000',
    lines: [
      {
        account: 'US000123456789',
        amount: '110',
        bank_reference: 'B-1',
        booked_on: '2026-03-02',
        currency: 'USD',
        id: 1,
        imported_by: 'importer',
        mismatch: 'amount',
        note: '',
        order_id: null,
        own_import: false,
        part_received: '110',
        payer: 'Jo Doe',
        reference: 'RF37KRT994100254',
        remittance: 'pay RF37KRT994100254',
        state: 'unmatched',
        statement_id: 1,
      },
    ],
    method: 'swift',
    note: '',
    ordered_amount: null,
    ordered_received: null,
    payer: {
      email: 'jo@mail.example',
      first_name: 'Jo',
      full_name: 'Jo Doe',
      last_name: 'Doe',
      phone: '+1 212 555 0100',
      tax_id: '',
    },
    payer_matches: true,
    price: '1',
    proof: null,
    proof_duplicates: [],
    reason: null,
    received: '120',
    reference: 'RF37KRT994100254',
    second_person: null,
    simulated: false,
    state: 'to_be_paid',
    status: 1,
    steps: [{ at_ms: START + HOUR_MS, state: 'to_be_paid' }],
    uid: 800001,
    verified_name: 'Jo Doe',
  });
});

test('disputes by state, a dispute with the money of its buyer, and exceptions', async () => {
  h.clock.set(START + DAY_MS);
  const user = h.newUser();
  const { payment } = await h.bought(user, { amount: amount('160') });
  h.clock.advance(HOUR_MS);
  await h.move(user, '-40');
  h.stripe.account.dispute(payment, { amount: 9_000 });
  await h.deliver();
  const other = await h.bought(h.newUser(), { amount: amount('210') });
  h.clock.advance(HOUR_MS);
  const won = h.stripe.account.dispute(other.payment);
  h.stripe.account.closeDispute(won, 'won');
  await h.deliver();
  const third = await h.bought(h.newUser(), { amount: amount('45') });
  h.stripe.account.dispute(third.payment);
  const events = h.stripe.account.events.slice(-2);
  h.lose();
  for (const { id, data, ...rest } of events)
    await h.hook({ ...rest, id: `${id}_altered`, data: { object: { ...data.object, currency: 'eur' } } });
  expect(await call('console/fiat_disputes', { limit: '1' })).toEqual({
    current_page: 1,
    data: [
      {
        amount: '90',
        answers: [],
        claim: '90',
        currency: 'USD',
        due_ms: START + 193 * HOUR_MS,
        ended_ms: null,
        evidence_ms: null,
        held: '90',
        id: 1,
        loss: '0',
        may_answer: true,
        opened_ms: START + 25 * HOUR_MS,
        order_id: 4,
        provider: 'stripe',
        reason: 'fraudulent',
        recovered: '0',
        reference: 'RF87KRT968130320',
        state: 'open',
        steps: [{ at_ms: START + 25 * HOUR_MS, step: 'open' }],
        uid: 800003,
      },
    ],
    last_page: 3,
    per_page: 1,
    total: 3,
  });
  expect(await call('console/fiat_disputes', { state: 'won' })).toEqual({
    current_page: 1,
    data: [
      {
        amount: '210',
        answers: [],
        claim: '210',
        currency: 'USD',
        due_ms: START + 194 * HOUR_MS,
        ended_ms: START + 26 * HOUR_MS,
        evidence_ms: null,
        held: '0',
        id: 2,
        loss: '0',
        may_answer: false,
        opened_ms: START + 26 * HOUR_MS,
        order_id: 5,
        provider: 'stripe',
        reason: 'fraudulent',
        recovered: '0',
        reference: 'RF56KRT183263526',
        state: 'won',
        steps: [
          { at_ms: START + 26 * HOUR_MS, step: 'open' },
          { at_ms: START + 26 * HOUR_MS, step: 'won' },
        ],
        uid: 800004,
      },
    ],
    last_page: 1,
    per_page: 10,
    total: 1,
  });
  const [open] = (await call('console/fiat_disputes', { state: 'open' })).data;
  expect(await call('console/fiat_dispute', { id: open?.id ?? 0 })).toEqual({
    amount: '90',
    answers: [],
    asked: false,
    available: '30',
    claim: '90',
    currency: 'USD',
    due_ms: START + 193 * HOUR_MS,
    ended_ms: null,
    evidence: null,
    evidence_by: null,
    evidence_ms: null,
    held: '90',
    id: 1,
    is_reinstated: false,
    is_withdrawn: true,
    loss: '0',
    may_answer: true,
    opened_ms: START + 25 * HOUR_MS,
    order_id: 4,
    paid_ms: START + DAY_MS,
    payer_email: 'jo@mail.example',
    payer_name: 'Jo Doe',
    provider: 'stripe',
    reason: 'fraudulent',
    received: '160',
    recovered: '0',
    reference: 'RF87KRT968130320',
    reserve: '1000000',
    state: 'open',
    steps: [{ at_ms: START + 25 * HOUR_MS, step: 'open' }],
    uid: 800003,
    verified_name: 'Jo Doe',
  });
  expect(await call('console/fiat_exceptions')).toEqual({
    current_page: 1,
    data: [
      {
        amount: '45',
        at_ms: START + 26 * HOUR_MS,
        currency: 'EUR',
        decided_by: null,
        id: 1,
        kind: 'dispute_differs',
        note: '',
        order_id: 6,
        provider: 'stripe',
        reference: 'RF13KRT490068704',
        refundable: false,
        state: 'open',
        subject: 'du_test_000000000027',
        uid: 800005,
      },
    ],
    last_page: 1,
    per_page: 10,
    total: 1,
  });
});
