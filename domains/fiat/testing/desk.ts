import { contract } from '@karat/contract';
import { amount } from '@karat/money';
import { callHandler } from '@karat/platform/testing';
import { MINUTE_MS } from '@karat/rules';
import { expect } from 'vitest';
import type { FiatHarness } from './harness.ts';

export const USD_ACCOUNT = 'US000123456789';
/** One picture of two buyers. */
export const PICTURE = '/files/one';

/** Calls of operators; those that move money run in a transaction. */
export const callDesk =
  (h: FiatHarness) =>
  <Path extends keyof typeof contract.fiat>(
    path: Path,
    fields: Record<string, unknown> = {},
    login = 'finance',
  ) =>
    h.database.db.transact((tx) => callHandler(contract.fiat, h.fiat.handlers, path, { login, tx, fields }));

/** Imports a statement of the dollar account: day, amount, balance, number of the bank, payer and words of each line. */
const importLines = async (h: FiatHarness, ...lines: readonly (readonly string[])[]) => {
  const rows = lines.map(([day, sum, balance, number, payer, words]) =>
    [USD_ACCOUNT, day, sum, 'USD', balance, number, payer, words].join(','),
  );
  const head = 'account,booking_date,amount,currency,balance,bank_reference,payer,remittance';
  return h.fiat.handlers['console/fiat_import']({
    ...h.operator('importer'),
    tx: undefined,
    input: { account: USD_ACCOUNT, format: 'csv' },
    file: { bytes: Buffer.from([head, ...rows].join('\n')), name: 'x' },
  });
};

/** Purchases of three buyers in different states, and the statements that pay for some of them. */
export async function makePurchases(h: FiatHarness) {
  const [anna, ben, carol] = [h.newUser(), h.newUser(), h.newUser()];
  const call = callDesk(h);
  const next = (): number => {
    h.clock.advance(MINUTE_MS);
    return h.clock.now();
  };
  const place = async (user: typeof anna, sum: string, more: Parameters<FiatHarness['place']>[1] = {}) => {
    const at = next();
    return { order: await h.place(user, { method: 'swift', amount: amount(sum), ...more }), user, at };
  };
  const prove = async (user: typeof anna, id: number) => {
    h.pictures.set(PICTURE, user);
    const at = next();
    const reply = await h.database.db.transact((tx) =>
      callHandler(contract.fiat, h.fiat.handlers, 'otc/proof', {
        ...{ who: user, tx, fields: { id, image: PICTURE } },
      }),
    );
    return { at, reply };
  };

  const yen = { country: 'JP', currency: 'JPY' };
  const proven = await place(anna, '30300', { ...yen, first_name: 'Anna', full_name: 'Anna Lee' });
  const proof = await prove(anna, proven.order.id);
  const cardMs = next();
  const card = await h.bought(anna, { ...yen, method: 'card', amount: amount('15150') });
  const lined = await place(ben, '80');
  const linedProof = await prove(ben, lined.order.id);
  const cancelled = await place(anna, '70');
  const cancelledMs = next();
  const cancelReply = await h.cancel(anna, cancelled.order.id);
  const rejected = await place(anna, '90');
  const rejectedMs = next();
  const reason = { reason: 'payer_differs', note: 'Another name' };
  expect(await call('console/fiat_reject', { id: rejected.order.id, ...reason })).toBe('ok');
  const open = await place(ben, '55');
  const part = await place(carol, '1500');
  const importedMs = next();
  const imported = await importLines(
    h,
    ['2026-03-01', '12.34', '112.34', 'B-1', 'A stranger', 'for nothing'],
    ['2026-03-01', '80', '192.34', 'B-2', 'Ben Doe', lined.order.reference],
    ['2026-03-02', '81', '273.34', 'B-3', 'Ben D', `again ${lined.order.reference}`],
    ['2026-03-02', '50', '323.34', 'B-4', 'Ben Roe', open.order.reference],
    ['2026-03-02', '1234.56', '1557.9', 'B-5', 'Carol Doe', part.order.reference],
  );
  const partMs = next();
  expect(await call('console/fiat_part_accept', { id: part.order.id, line_id: 5 })).toEqual({
    approval: null,
  });
  expect(await call('console/fiat_line_aside', { id: 1, note: 'Not ours' })).toBe('ok');
  const falseMs = next();
  await importLines(h, ['2026-03-02', '5', '1562.9', 'B-6', 'Nobody', 'a mistake']);
  const { approval } = await call('console/fiat_statement_discard', { id: 2, reason: 'of another bank' });
  await h.approve(approval);
  return {
    ...{ anna, ben, carol, proven, proof, card, cardMs, lined, linedProof, cancelled, cancelledMs },
    ...{ cancelReply, rejected, rejectedMs, open, part, imported, importedMs, partMs, falseMs },
  };
}

export type Purchases = Awaited<ReturnType<typeof makePurchases>>;
