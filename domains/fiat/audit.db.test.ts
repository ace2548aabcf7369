import { amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { raiseException } from './exception-store.ts';
import { USD_ACCOUNT, callDesk } from './testing/desk.ts';
import { FiatHarness } from './testing/harness.ts';

let h: FiatHarness;
beforeAll(async () => {
  h = await FiatHarness.open('audit');
});
afterAll(() => h?.close());

test('what operators look at and decide is written down with who, what and why', async () => {
  const call = callDesk(h);
  const { db } = h.database;
  const [anna, ben] = [h.newUser(), h.newUser()];
  const swift = (sum: string) => ({ method: 'swift' as const, amount: amount(sum) });
  const [paid, part, back] = [
    await h.place(anna, swift('80')),
    await h.place(anna, swift('1500')),
    await h.place(anna, swift('70')),
  ];
  const rejected = await h.place(ben);
  await h.importCredits(
    ['nobody', '12'],
    [paid.reference, '80'],
    [part.reference, '1400'],
    [back.reference, '60'],
  );
  const imported = {
    ...{ account: USD_ACCOUNT, format: 'csv', from: '2026-03-02', to: '2026-03-02', opening: '100' },
    ...{ closing: '1652', lines: 4, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown },
  };
  const line = ({ reference }: typeof paid, id: number) => ({
    ...{ reference, uid: anna, line: id, bank_reference: `B-${id}` },
  });
  const confirmed = (order: typeof paid, id: number, received: string) => ({
    ...{ ...line(order, id), imported_by: 'importer', operator: 'finance', received },
  });
  await call('console/fiat_order', { id: paid.id });
  await call('console/fiat_confirm', { id: paid.id, line_id: 2 });
  await call('console/fiat_part_accept', { id: part.id, line_id: 3 });
  await call('console/fiat_part_return', { id: back.id, line_id: 4, note: 'Too little' });
  await call('console/fiat_line_aside', { id: 1, note: 'Not ours' });
  await call('console/fiat_reject', { id: rejected.id, reason: 'payer_differs', note: 'Another name' });
  const about = { provider: 'stripe', kind: 'unknown_order', subject: 'pi_1', payment: 'pi_1' } as const;
  await db.transact((tx) =>
    raiseException(tx, { ...about, orderId: null, amount: amount('9'), currency: 'USD', at: h.clock.now() }),
  );
  await call('console/fiat_exception_close', { id: 1, how: 'dismiss', note: 'seen by us' });
  const bought = await h.bought(ben);
  const number = h.stripe.account.dispute(bought.payment);
  await h.deliver();
  await call('console/fiat_dispute', { id: 1 });
  await call('console/fiat_dispute_evidence', { id: 1, text: 'The payer confirmed it with a code.' });
  const rows = await db.rows<{ actor: string; action: string; subject: string; detail: string }>(
    sql`select actor, action, subject, detail from platform_audit order by id`,
  );
  expect(rows.map(({ detail, ...row }) => [...Object.values(row), JSON.parse(detail) as unknown])).toEqual([
    ['importer', 'import statement', 'fiat_statement:1', imported],
    ['finance', 'look at purchase', `fiat_order:${paid.id}`, { uid: anna }],
    ['finance', 'confirm purchase', `fiat_order:${paid.id}`, confirmed(paid, 2, '80')],
    [
      ...['finance', 'confirm purchase', `fiat_order:${part.id}`],
      { ...confirmed(part, 3, '1400'), ordered: '1500', arrived: '1400' },
    ],
    [
      ...['finance', 'return part payment', `fiat_order:${back.id}`],
      { ...line(back, 4), arrived: '60', ordered: '70', note: 'Too little' },
    ],
    ['finance', 'put line aside', 'fiat_line:1', { bank_reference: 'B-1', note: 'Not ours' }],
    [
      ...['finance', 'reject purchase', `fiat_order:${rejected.id}`],
      { reference: rejected.reference, uid: ben, reason: 'payer_differs', note: 'Another name' },
    ],
    [
      ...['finance', 'dismiss payment exception', 'fiat_exception:1'],
      {
        ...{ kind: 'unknown_order', provider: 'stripe', payment: 'pi_1', amount: '9', currency: 'USD' },
        ...{ reference: null, note: 'seen by us' },
      },
    ],
    ['finance', 'look at dispute', 'fiat_dispute:1', { uid: ben }],
    [
      ...['finance', 'submit evidence', 'fiat_dispute:1'],
      { reference: bought.order.reference, uid: ben, dispute: number },
    ],
  ]);
});
