import { contract, wireTime } from '@karat/contract';
import { USDT } from '@karat/domains/ledger';
import { amount } from '@karat/money';
import { callHandler } from '@karat/platform/testing';
import { DAY_MS, MINUTE_MS } from '@karat/rules';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fiatRecords, paidPurchases } from './index.ts';
import { PICTURE, USD_ACCOUNT, callDesk, makePurchases } from './testing/desk.ts';
import type { Purchases } from './testing/desk.ts';
import { FiatHarness } from './testing/harness.ts';

let h: FiatHarness;
let of: Purchases;
let call: ReturnType<typeof callDesk>;

beforeAll(async () => {
  h = await FiatHarness.open('replies');
  of = await makePurchases(h);
  call = callDesk(h);
});
afterAll(() => h?.close());

const own = <Path extends keyof typeof contract.fiat>(
  path: Path,
  fields: Record<string, unknown> = {},
  who = of.anna,
) => callHandler(contract.fiat, h.fiat.handlers, path, { who, fields });

const placed = ({ order, at }: { order: { id: number; reference: string }; at: number }) => ({
  ...{ id: order.id, reference: order.reference, expires_ms: at + DAY_MS },
  ...{ created_at: wireTime(at), created_ms: at },
});
const plain = {
  ...{ reason: null, note: '', dispute: null, ordered_amount: null, ordered_received: null },
  ...{ currency_name: 'USDT', simulated: false },
};
const dollars = { ...plain, country: 'US', currency: 'USD', method: 'swift', price: '1' };
const yen = { ...plain, country: 'JP', currency: 'JPY', price: '151.5' };
/** Purchases as their buyers read them. */
const orders = () => ({
  proven: {
    ...{ ...yen, ...placed(of.proven), method: 'swift', amount: '30300', received: '200' },
    ...{ state: 'proof_sent', status: 2 },
  },
  card: {
    ...{ ...yen, ...placed({ order: of.card.order, at: of.cardMs }), method: 'card', amount: '15150' },
    ...{ received: '100', state: 'successful', status: 3, expires_ms: of.cardMs + 30 * MINUTE_MS },
  },
  lined: {
    ...{ ...dollars, ...placed(of.lined), amount: '80', received: '80', state: 'proof_sent', status: 2 },
  },
  cancelled: {
    ...{ ...dollars, ...placed(of.cancelled), amount: '70', received: '70', state: 'cancelled', status: 6 },
  },
  rejected: {
    ...{ ...dollars, ...placed(of.rejected), amount: '90', received: '90', state: 'rejected', status: 4 },
    ...{ reason: 'payer_differs', note: 'Another name' },
  },
  open: {
    ...{ ...dollars, ...placed(of.open), amount: '55', received: '55', state: 'to_be_paid', status: 1 },
  },
  part: {
    ...{ ...dollars, ...placed(of.part), amount: '1234.56', received: '1234.56', state: 'successful' },
    ...{ status: 3, ordered_amount: '1500', ordered_received: '1500' },
  },
});
const payer = {
  ...{ first_name: 'Jo', last_name: 'Doe', full_name: 'Jo Doe', email: 'jo@mail.example' },
  ...{ phone: '+1 212 555 0100', tax_id: '' },
};
const bankOf = (account_number: string, city: string) => ({
  ...{ beneficiary: 'Karat Demonstration Ltd', bank_name: `Example Bank ${city} (demonstration)` },
  ...{ account_number, swift: 'EXMPXXXX', routing: null, bank_address: `1 Example Street, ${city}` },
});

test('own purchases come newest first, page by page and by status; each with its payer, bank and steps', async () => {
  const { proven, card, cancelled, rejected, part } = orders();
  const rows = [rejected, cancelled, card, proven];
  const pages = { per_page: 3, total: 4, last_page: 2 };
  expect((await own('otc/orders')).data).toEqual(rows);
  expect(await own('otc/orders', { page: 2, limit: 3 })).toEqual({
    ...{ ...pages, current_page: 2, data: [proven] },
  });
  expect(await own('otc/orders', { status: 4 })).toMatchObject({ data: [rejected], total: 1 });
  const detail = {
    ...{ ...proven, payer: { ...payer, first_name: 'Anna', full_name: 'Anna Lee' }, proof: PICTURE },
    ...{ bank: bankOf('JP00012345678', 'Tokyo'), disputes: [] },
    steps: [
      { state: 'to_be_paid', at_ms: of.proven.at },
      { state: 'proof_sent', at_ms: of.proof.at },
    ],
  };
  expect(await own('otc/order_detail', { id: of.proven.order.id })).toEqual(detail);
  expect(of.proof.reply).toEqual(detail);
  expect(of.proven.order).toEqual({
    ...{ ...detail, state: 'to_be_paid', status: 1, proof: null, steps: detail.steps.slice(0, 1) },
  });
  expect(of.cancelReply).toEqual({
    ...{ ...cancelled, payer, bank: bankOf(USD_ACCOUNT, 'New York'), proof: null, disputes: [] },
    steps: [
      { state: 'to_be_paid', at_ms: of.cancelled.at },
      { state: 'cancelled', at_ms: of.cancelledMs },
    ],
  });
  expect((await own('otc/order_detail', { id: of.card.order.id })).bank).toBeNull();
  expect(await own('otc/orders', {}, of.carol)).toMatchObject({ data: [part], total: 1 });
});

test('the offer has prices with their spread, methods with their time and currencies, and the limits', async () => {
  const { countries, currencies, methods, ...rest } = await own('otc/config');
  expect(rest).toEqual({
    limits: [
      { level: 1, max: '2000' },
      { level: 2, max: '1000000' },
    ],
    rate_source: 'test, simulated',
  });
  const start = Date.parse('2026-03-02T12:00:00Z');
  expect(currencies.map(({ code }) => code)).toEqual(['USD', 'EUR', 'GBP', 'JPY', 'HKD', 'SGD', 'VND']);
  expect(currencies.filter(({ price }) => price !== null)).toEqual([
    { code: 'USD', symbol: '$', min: '20', price: '1', spread: '0', rate_ms: start, simulated: false },
    { code: 'JPY', symbol: '¥', min: '3000', price: '151.5', spread: '1', rate_ms: start, simulated: true },
  ]);
  expect(currencies.find(({ code }) => code === 'HKD')).toEqual({
    ...{ code: 'HKD', symbol: 'HKD', min: '200', price: null, spread: '1', rate_ms: null, simulated: false },
  });
  const tax_id = ['AR', 'BR', 'CL', 'CO', 'PE'];
  const [swift, card, third] = methods;
  expect(swift).toMatchObject({ method: 'swift', minutes: 1_440, simulated: false, tax_id });
  expect(card).toEqual({
    ...{ method: 'card', currencies: ['USD', 'JPY'], minutes: 30, simulated: false, tax_id },
  });
  expect(third).toEqual({
    ...{ method: 'third_party', currencies: ['USD'], minutes: 60, simulated: true, tax_id },
  });
  const country = (code: string) => countries.find((each) => each.code === code);
  expect(country('GB')).toEqual({ code: 'GB', supported: true, currencies: ['GBP', 'EUR', 'USD'] });
  expect(country('KP')).toEqual({ code: 'KP', supported: false, currencies: [] });
});

test('operators read proven purchases from the oldest on, then unpaid ones, then the others from the newest on', async () => {
  const { proven, card, lined, cancelled, rejected, open, part } = orders();
  const queued = (order: object, uid: number, more: object = {}) => ({
    ...{ ...order, uid, payer_name: 'Jo Doe', proof: null, lines: 0, proof_duplicates: 0, ...more },
  });
  const rows = [
    queued(proven, of.anna, { payer_name: 'Anna Lee', proof: PICTURE, proof_duplicates: 1 }),
    queued(lined, of.ben, { proof: PICTURE, proof_duplicates: 1, lines: 2 }),
    queued(open, of.ben, { lines: 1 }),
    queued(part, of.carol),
    queued(rejected, of.anna),
    queued(cancelled, of.anna),
    queued(card, of.anna),
  ];
  const list = (fields: Record<string, unknown> = {}) => call('console/fiat_orders', fields);
  expect((await list()).data).toEqual(rows);
  expect(await list({ page: 2, limit: 5 })).toEqual({
    ...{ per_page: 5, total: 7, last_page: 2, current_page: 2, data: rows.slice(5) },
  });
  expect(await list({ status: 3 })).toMatchObject({ data: [rows[3], rows[6]], total: 2 });
  expect(await list({ keyword: of.open.order.reference.toLowerCase() })).toMatchObject({ data: [rows[2]] });
  expect(await list({ keyword: String(of.ben) })).toMatchObject({ data: [rows[1], rows[2]], total: 2 });
});

/** Lines of the statement, from the last on. */
const lines = () => {
  const line = (id: number, booked_on: string, amount_: string, payer_: string, more: object) => ({
    ...{ id, statement_id: 1, account: USD_ACCOUNT, bank_reference: `B-${id}`, booked_on, amount: amount_ },
    ...{ currency: 'USD', payer: payer_, reference: null, order_id: null, mismatch: null, note: '', ...more },
  });
  const [of80, of55, of1500] = [of.lined, of.open, of.part].map(({ order }) => order.reference);
  return [
    line(6, '2026-03-02', '5', 'Nobody', { statement_id: 2, remittance: 'a mistake', state: 'discarded' }),
    line(5, '2026-03-02', '1234.56', 'Carol Doe', {
      ...{ remittance: of1500, reference: of1500, order_id: of.part.order.id, state: 'used' },
    }),
    line(4, '2026-03-02', '50', 'Ben Roe', {
      ...{ remittance: of55, reference: of55, state: 'unmatched', mismatch: 'amount' },
    }),
    line(3, '2026-03-02', '81', 'Ben D', {
      ...{ remittance: `again ${of80}`, reference: of80, state: 'unmatched', mismatch: 'amount' },
    }),
    line(2, '2026-03-01', '80', 'Ben Doe', { remittance: of80, reference: of80, state: 'matched' }),
    line(1, '2026-03-01', '12.34', 'A stranger', {
      ...{ remittance: 'for nothing', state: 'set_aside', note: 'Not ours' },
    }),
  ] as const;
};

test('statements, their lines and the accounts have what the bank said and what became of it', async () => {
  expect(of.imported).toEqual({
    ...{ statement_id: 1, lines: 5, matched: 1, from: '2026-03-01', to: '2026-03-02' },
    ...{ opening: '100', closing: '1557.9', currency: 'USD' },
  });
  const statement = { account: USD_ACCOUNT, format: 'csv', imported_by: 'importer', to: '2026-03-02' };
  const rows = [
    {
      ...{ ...statement, id: 2, at_ms: of.falseMs, from: '2026-03-02', opening: '1557.9', closing: '1562.9' },
      ...{ lines: 1, used: 0, latest: false, discarded_by: 'risk' },
    },
    {
      ...{ ...statement, id: 1, at_ms: of.importedMs, from: '2026-03-01', opening: '100', closing: '1557.9' },
      ...{ lines: 5, used: 1, latest: true, discarded_by: null },
    },
  ];
  expect((await call('console/fiat_statements')).data).toEqual(rows);
  expect(await call('console/fiat_statements', { page: 2, limit: 1 })).toEqual({
    ...{ per_page: 1, total: 2, last_page: 2, current_page: 2, data: [rows[1]] },
  });
  expect((await call('console/fiat_lines')).data).toEqual(lines());
  expect(await call('console/fiat_lines', { page: 2, limit: 4 })).toEqual({
    ...{ per_page: 4, total: 6, last_page: 2, current_page: 2, data: lines().slice(4) },
  });
  expect(await call('console/fiat_lines', { state: 'matched' })).toMatchObject({
    data: [{ id: 2 }],
    total: 1,
  });
  const accounts = await call('console/fiat_accounts');
  expect(accounts.slice(0, 2)).toEqual([
    {
      ...{ account: USD_ACCOUNT, currency: 'USD', bank_name: 'Example Bank New York (demonstration)' },
      ...{ closing: '1557.9', closing_day: '2026-03-02' },
    },
    {
      ...{ account: 'DE02120300000000202051', currency: 'EUR', closing: null, closing_day: null },
      bank_name: 'Example Bank Berlin (demonstration)',
    },
  ]);
});

test('a reviewer reads the limits, the lines, the twins of the picture, the history and the events of a purchase', async () => {
  const { lined, card } = orders();
  const [, , , again, matched] = lines();
  const own_import = false;
  const base = { uid: of.ben, level: 1, limit: '2000', verified_name: 'Jo Doe', payer_matches: true };
  expect(await call('console/fiat_order', { id: of.lined.order.id })).toEqual({
    ...{ ...lined, ...base, payer, bank: bankOf(USD_ACCOUNT, 'New York'), proof: PICTURE, disputes: [] },
    steps: [
      { state: 'to_be_paid', at_ms: of.lined.at },
      { state: 'proof_sent', at_ms: of.linedProof.at },
    ],
    second_person: null,
    lines: [
      { ...again, imported_by: 'importer', own_import, part_received: '81' },
      { ...matched, imported_by: 'importer', own_import, part_received: null },
    ],
    proof_duplicates: [
      {
        ...{ id: of.proven.order.id, uid: of.anna, reference: of.proven.order.reference },
        state: 'proof_sent',
      },
    ],
    history: [
      { state: 'proof_sent', orders: 1, received: '80' },
      { state: 'to_be_paid', orders: 1, received: '55' },
    ],
    events: [],
  });
  const ofCard = await call('console/fiat_order', { id: of.card.order.id }, 'importer');
  const { events, ...facts } = ofCard;
  expect(facts).toMatchObject({ ...card, uid: of.anna, lines: [], bank: null, proof: null });
  expect(facts.history).toEqual([
    { state: 'cancelled', orders: 1, received: '70' },
    { state: 'proof_sent', orders: 1, received: '200' },
    { state: 'rejected', orders: 1, received: '90' },
    { state: 'successful', orders: 1, received: '100' },
  ]);
  expect(events.map(({ kind, amount: sum, outcome, at_ms }) => [kind, sum, outcome, at_ms])).toContainEqual([
    ...['succeeded', '15150', 'credited', of.cardMs],
  ]);
  const imported = await call('console/fiat_order', { id: of.lined.order.id }, 'importer');
  expect(imported.lines.map(({ own_import: isOwn }) => isOwn)).toEqual([true, true]);
});

test('the same purchases are records for customer service, and sums of the day', async () => {
  const { db } = h.database;
  const record = ({ order, at }: Purchases['open'], received: string, paid: string) => ({
    ...{ id: order.id, title: received, detail: `${paid}, ${order.reference}`, createdMs: at },
  });
  expect(await fiatRecords.recent(db, of.anna, 2)).toEqual([
    record(of.rejected, '90 USDT', '90 USD'),
    record(of.cancelled, '70 USDT', '70 USD'),
  ]);
  const { id } = of.proven.order;
  expect(await fiatRecords.find(db, of.anna, id)).toEqual(record(of.proven, '200 USDT', '30300 JPY'));
  expect(await fiatRecords.find(db, of.ben, id)).toBeUndefined();
  const sums = (fromMs: number, toMs: number) => paidPurchases(db, { fromMs, toMs, houseIdMax: 0 });
  expect(await sums(of.cardMs, of.partMs)).toEqual([{ currency: USDT, amount: amount('100'), count: 1 }]);
  expect(await sums(of.cardMs, of.partMs + 1)).toEqual([
    { currency: USDT, amount: amount('1334.56'), count: 2 },
  ]);
});
