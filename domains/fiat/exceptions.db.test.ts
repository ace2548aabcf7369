import { amount } from '@karat/money';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endException, raiseException, readExceptions, settleException } from './exception-store.ts';

const AT = Date.parse('2026-03-02T12:00:00Z');
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

type Reported = Parameters<typeof raiseException>[1];
const report = (kind: Reported['kind'], subject: string, at = AT): Promise<number> =>
  database.db.transact((tx) =>
    raiseException(tx, {
      ...{ provider: 'stripe', kind, subject, orderId: null, payment: subject },
      ...{ amount: amount('100'), currency: 'USD', at },
    }),
  );
const read = async () =>
  (await readExceptions(database.db, undefined, { page: 1, limit: 50 })).rows.toSorted((a, b) => a.id - b.id);
/** Ends the newest exception. */
async function end(state: 'refunded' | 'dismissed'): Promise<void> {
  const id = (await read()).at(-1)?.id ?? 0;
  await database.db.transact((tx) =>
    endException(tx, id, { state, by: 'finance', note: 'seen', at: AT + 1 }),
  );
}

test('a report is put before an operator once, but a refund that comes back again opens its own again', async () => {
  const open = { state: 'open', decidedBy: null, at: AT };
  await report('refund_failed', 'pi_1');
  expect(await report('refund_failed', 'pi_1', AT + 5)).toBe(0);
  expect(await read()).toMatchObject([open]);
  await end('refunded');
  expect(await report('refund_failed', 'pi_1', AT + 9)).toBe(1);
  expect(await read()).toMatchObject([{ ...open, at: AT + 9 }]);
  await end('dismissed');
  expect(await report('refund_failed', 'pi_1', AT + 10)).toBe(0);
  await report('differs', 'pi_1');
  await end('refunded');
  expect(await report('differs', 'pi_1', AT + 11)).toBe(0);
  expect(await read()).toMatchObject([
    { kind: 'refund_failed', state: 'dismissed', decidedBy: 'finance', at: AT + 9 },
    { kind: 'differs', state: 'refunded', decidedBy: 'finance', at: AT },
  ]);
});

test('a later event settles what is open about its subject, and nothing that an operator has ended', async () => {
  await report('dispute_unknown', 'du_1');
  await end('dismissed');
  for (const subject of ['du_2', 'du_3']) await report('dispute_unknown', subject);
  await report('dispute_differs', 'du_2');
  const settle = (subject: string) =>
    database.db.transact((tx) =>
      settleException(tx, { provider: 'stripe', kind: 'dispute_unknown', subject }, AT + 20),
    );
  expect([await settle('du_1'), await settle('du_2'), await settle('du_2')]).toEqual([0, 1, 0]);
  const rows = (await read())
    .slice(-4)
    .map(({ kind, subject, state, decidedBy: by }) => [kind, subject, state, by]);
  expect(rows).toEqual([
    ['dispute_unknown', 'du_1', 'dismissed', 'finance'],
    ['dispute_unknown', 'du_2', 'settled', 'rules'],
    ['dispute_unknown', 'du_3', 'open', null],
    ['dispute_differs', 'du_2', 'open', null],
  ]);
});
