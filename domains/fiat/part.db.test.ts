import { amount } from '@karat/money';
import type { UserId } from '@karat/contract';
import { auditLedger } from '@karat/domains/ledger';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { FiatHarness, refusal } from './testing/harness.ts';

let h: FiatHarness;
beforeAll(async () => {
  h = await FiatHarness.open('parts');
});
afterAll(() => h?.close());
beforeEach(() => void (h.notices.length = 0));

const accept = (id: number, line_id: number, login = 'finance') =>
  h.database.db.transact(async (tx) =>
    h.fiat.handlers['console/fiat_part_accept']({ ...h.operator(login), tx, input: { id, line_id } }),
  );
const sendBack = (id: number, line_id: number, login = 'finance') =>
  h.database.db.transact(async (tx) =>
    h.fiat.handlers['console/fiat_part_return']({
      ...h.operator(login),
      tx,
      input: { id, line_id, note: 'Please order again' },
    }),
  );
const place = (user: UserId, sum = '1500') => h.place(user, { method: 'swift', amount: amount(sum) });
/** An order and the line that names it with another amount. */
async function arrived(sum: string, user = h.newUser(), ordered = '1500') {
  const order = await place(user, ordered);
  await h.importCredits([order.reference, sum]);
  const line = (await h.facts(order.id)).lines.find(({ reference }) => reference === order.reference);
  return { user, order, line: line ?? expect.fail('no line') };
}

test.each([
  ['less', '1234.56'],
  ['more', '1800'],
])('%s than ordered is credited for what arrived, once', async (_, sum) => {
  const { user, order, line } = await arrived(sum);
  expect(line).toMatchObject({ mismatch: 'amount', part_received: sum });
  const outcomes = await Promise.all(Array.from({ length: 5 }, () => refusal(accept(order.id, line.id))));
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
  expect(await h.balance(user)).toEqual([sum, '0']);
  expect(await h.detail(user, order.id)).toMatchObject({
    state: 'successful',
    amount: sum,
    received: sum,
    ordered_amount: '1500',
    ordered_received: '1500',
  });
  expect(h.notices.at(-1)).toMatchObject({
    kind: 'fiat:part_credited',
    values: { amount: sum, ordered: '1500', received: sum },
  });
  expect((await auditLedger(h.database.db)).differences).toEqual([]);
});

test('the limits of a purchase hold for what arrived', async () => {
  const little = await arrived('19.99');
  expect(await refusal(accept(little.order.id, little.line.id))).toBe('amount_below_minimum');
  const much = await arrived('2000.01');
  expect(await refusal(accept(much.order.id, much.line.id))).toBe('fiat_over_limit');
  for (const sum of ['20', '2000']) {
    const { order, line } = await arrived(sum);
    expect(await refusal(accept(order.id, line.id)), sum).toBe('done');
  }
  const exact = await arrived('1500');
  expect(exact.line.part_received).toBeNull();
  expect(await refusal(accept(exact.order.id, exact.line.id))).toBe('no_change');
});

test('the importer of the line decides nothing about it', async () => {
  const { order, line } = await arrived('1000');
  expect(await refusal(accept(order.id, line.id, 'importer'))).toBe('fiat_other_person_needed');
  expect(await refusal(sendBack(order.id, line.id, 'importer'))).toBe('fiat_other_person_needed');
});

test('a line of another order, or of a closed one, pays for nothing', async () => {
  const { user, order, line } = await arrived('700');
  const other = await place(h.newUser());
  expect(await refusal(accept(other.id, line.id))).toBe('fiat_line_mismatch');
  expect(await refusal(sendBack(other.id, line.id))).toBe('fiat_line_mismatch');
  await h.cancel(user, order.id);
  expect(await refusal(accept(order.id, line.id))).toBe('fiat_order_state');
});

test('of crediting and sending back at once one happens, and the buyer reads which', async () => {
  for (let n = 0; n < 4; n++) {
    const { user, order, line } = await arrived('800');
    const both = await Promise.all([
      refusal(accept(order.id, line.id)),
      refusal(sendBack(order.id, line.id)),
    ]);
    expect(both.filter((outcome) => outcome === 'done')).toHaveLength(1);
    const isCredited = both[0] === 'done';
    expect(await h.balance(user)).toEqual([isCredited ? '800' : '0', '0']);
    expect((await h.detail(user, order.id)).state).toBe(isCredited ? 'successful' : 'rejected');
  }
});

test('money that goes back ends the order with its reason', async () => {
  const { user, order, line } = await arrived('800');
  await sendBack(order.id, line.id);
  expect(await h.detail(user, order.id)).toMatchObject({
    state: 'rejected',
    reason: 'amount_differs',
    note: 'Please order again',
    amount: '1500',
  });
  expect(h.notices.at(-1)).toMatchObject({
    kind: 'fiat:part_returned',
    values: { arrived: '800', amount: '1500', note: 'Please order again' },
  });
  expect(await refusal(accept(order.id, line.id))).toBe('fiat_line_used');
});

test('above the limit of one operator a second one approves what arrived', async () => {
  const user = h.newUser();
  const approvals: number[] = [];
  for (let n = 0; n < 6; n++) {
    const { order, line } = await arrived('1900', user);
    const { approval } = await accept(order.id, line.id);
    if (approval !== null) approvals.push(approval);
  }
  expect(await h.balance(user)).toEqual(['9500', '0']);
  expect(approvals).toHaveLength(1);
  expect(await refusal(h.approve(approvals[0] ?? null, 'importer'))).toBe('fiat_other_person_needed');
  await h.approve(approvals[0] ?? null);
  expect(await h.balance(user)).toEqual(['11400', '0']);
});
