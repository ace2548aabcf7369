import { contract } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Tx } from '@karat/platform/db';
import { callHandler } from '@karat/platform/testing';
import { overlap } from '@karat/testkit';
import type { Overlapped } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { markEvidenceSent } from './disputes/store.ts';
import { raiseException } from './exception-store.ts';
import { lockLatest } from './statement-store.ts';
import { USD_ACCOUNT } from './testing/desk.ts';
import { FiatHarness } from './testing/harness.ts';

let h: FiatHarness;
beforeAll(async () => {
  h = await FiatHarness.open('concurrency');
});
afterAll(() => h?.close());

type Path = keyof typeof contract.fiat;
const call = (tx: Tx, path: Path, fields: Record<string, unknown>, login = 'finance') =>
  callHandler(contract.fiat, h.fiat.handlers, path, { login, tx, fields });
const ownCall = (tx: Tx, who: UserId, path: Path, fields: Record<string, unknown>) =>
  callHandler(contract.fiat, h.fiat.handlers, path, { who, tx, fields });
type Run = (tx: Tx) => Promise<unknown>;
const race = (first: Run, second: Run): Promise<Overlapped> =>
  overlap(h.database.db, first, () => h.database.db.transact(second));
/** The same call by two people. */
const twice = (run: Run): Promise<Overlapped> => race(run, run);
const refusal = (code: string): object => ({ hasWaited: true, status: 'rejected', reason: { code } });

/** Executes the stored request of an approval. */
async function execute(tx: Tx, approval: number | null): Promise<void> {
  const { kind, payload } = await tx.one<{ kind: string; payload: Record<string, string | number> }>(
    sql`select kind, payload from operators_approvals where id = ${approval}`,
  );
  const decision = { approval: approval ?? 0, reason: 'seen', askedBy: 'finance', approvedBy: 'risk' };
  await h.fiat.approvals[kind]?.execute(tx, payload, decision);
}
const newestLine = async (): Promise<number> =>
  (await h.database.db.one<{ id: number }>(sql`select max(id) as id from fiat_lines`)).id;
/** A bank transfer that a statement line pays. */
async function transferred(user: UserId, sum: string) {
  const { id, reference } = await h.place(user, { method: 'swift', amount: amount(sum) });
  await h.importCredits([reference, sum]);
  return { id, line_id: await newestLine() };
}

test('the last purchase that a buyer may have open is placed once', async () => {
  const user = h.newUser();
  for (let open = 0; open < 2; open++) await h.place(user);
  const { id } = await h.place(user);
  await h.cancel(user, id);
  const payer = {
    ...{ first_name: 'Jo', last_name: 'Doe', full_name: 'Jo Doe' },
    ...{ email: 'jo@mail.example', phone: '+1 212 555 0100' },
  };
  const order = { ...payer, country: 'US', currency: 'USD', method: 'card', amount: '100' };
  const second = await twice((tx) => ownCall(tx, user, 'otc/order', order));
  expect(second).toMatchObject(refusal('fiat_too_many_open'));
});

test('an order is cancelled once, rejected once, and neither after the other', async () => {
  const user = h.newUser();
  const cancel = (id: number) => (tx: Tx) => ownCall(tx, user, 'otc/cancel', { id });
  const reject = (id: number) => (tx: Tx) =>
    call(tx, 'console/fiat_reject', { id, reason: 'payer_differs', note: 'Another name' });
  for (const [first, second] of [
    [cancel, cancel],
    [reject, reject],
    [cancel, reject],
    [reject, cancel],
  ] as const) {
    const { id } = await h.place(user);
    expect(await race(first(id), second(id))).toMatchObject(refusal('fiat_order_state'));
  }
});

test('a payment that arrives while its order is cancelled is refunded', async () => {
  const user = h.newUser();
  const { order, session } = await h.page(user);
  h.stripe.account.pay(session);
  const outcome = await overlap(
    h.database.db,
    (tx) => ownCall(tx, user, 'otc/cancel', { id: order.id }),
    () => h.deliver(),
  );
  expect(outcome).toMatchObject({ hasWaited: true, value: expect.arrayContaining(['late']) as unknown });
  expect(await h.balance(user)).toEqual(['0', '0']);
  expect(await h.detail(user, order.id)).toMatchObject({ state: 'cancelled' });
});

test('a dispute of a purchase that is refunded meanwhile claims nothing', async () => {
  const user = h.newUser();
  const { order, payment } = await h.bought(user);
  const { approval } = await h.database.db.transact(async (tx) => {
    const reply = await call(tx, 'console/fiat_refund', { id: order.id, reason: 'the buyer asked for it' });
    return reply as { approval: number };
  });
  h.stripe.account.dispute(payment);
  const outcome = await overlap(
    h.database.db,
    (tx) => execute(tx, approval),
    () => h.deliver(),
  );
  expect(outcome).toMatchObject({ hasWaited: true, status: 'fulfilled' });
  expect((await h.detail(user, order.id)).disputes).toMatchObject([{ claim: '0', held: '0' }]);
});

test('a line of a statement is decided once', async () => {
  await h.importCredits(['for nothing', '12']);
  const id = await newestLine();
  const aside = (tx: Tx) => call(tx, 'console/fiat_line_aside', { id, note: 'Not ours' });
  expect(await twice(aside)).toMatchObject(refusal('fiat_line_used'));
});

test('what one operator confirms counts for the limit of another confirmation at once', async () => {
  const user = h.newUser();
  const paid = [await transferred(user, '1500'), await transferred(user, '1500')];
  const before = await transferred(user, '1500');
  await h.database.db.transact((tx) => call(tx, 'console/fiat_confirm', before));
  // With 8,500 USDT before, one of 1,500 reaches the limit of 10,000 for a user.
  await h.database.db.run(sql`update fiat_confirmations set received = 8500`);
  const [first, second] = paid.map((one) => (tx: Tx) => call(tx, 'console/fiat_confirm', one));
  if (!first || !second) throw new Error('two orders');
  expect(await race(first, second)).toMatchObject({
    hasWaited: true,
    value: { approval: expect.any(Number) as unknown },
  });
});

test('an import waits for another one of its account from the first look at the latest statement on', async () => {
  const { db } = h.database;
  const next = () => h.importCredits(['next', '6']);
  expect(await overlap(db, (tx) => lockLatest(tx, USD_ACCOUNT), next)).toMatchObject({
    ...{ hasWaited: true, status: 'fulfilled' },
  });
});

test('a statement that is imported while the one before is discarded does not follow it', async () => {
  await h.importCredits(['before', '3']);
  await h.importCredits(['false', '5']);
  const { db } = h.database;
  const { id } = await db.one<{ id: number }>(sql`select max(id) as id from fiat_statements`);
  const reply = await db.transact((tx) =>
    call(tx, 'console/fiat_statement_discard', { id, reason: 'of another bank' }),
  );
  const late = await overlap(
    db,
    (tx) => execute(tx, (reply as { approval: number }).approval),
    () => h.importCredits(['next', '7']),
  );
  expect(late).toMatchObject(refusal('fiat_statement_gap'));
});

test('what a provider reported is ended once', async () => {
  const { db } = h.database;
  const about = {
    provider: 'stripe',
    kind: 'unknown_order',
    subject: 'pi_twice',
    payment: 'pi_twice',
  } as const;
  await db.transact((tx) =>
    raiseException(tx, { ...about, orderId: null, amount: amount('1'), currency: 'USD', at: h.clock.now() }),
  );
  const { id } = await db.one<{ id: number }>(sql`select max(id) as id from fiat_exceptions`);
  const dismiss = (tx: Tx) =>
    call(tx, 'console/fiat_exception_close', { id, how: 'dismiss', note: 'seen by us' });
  expect(await twice(dismiss)).toMatchObject(refusal('fiat_exception_state'));
});

test('evidence of two operators at once is stored once', async () => {
  const user = h.newUser();
  const { order, payment } = await h.bought(user);
  h.stripe.account.dispute(payment);
  await h.deliver();
  const id = (await h.detail(user, order.id)).disputes[0]?.id ?? expect.fail('no dispute');
  const submit = (text: string) => (tx: Tx) => call(tx, 'console/fiat_dispute_evidence', { id, text });
  const second = await race(submit('The first words of the bank.'), submit('Other words of the bank.'));
  expect(second).toMatchObject(refusal('fiat_evidence_sent'));
  await h.work();
  const sentAgain = h.database.db.transact((tx) => markEvidenceSent(tx, id, h.clock.now() + 1));
  expect(await sentAgain).toBe(0);
});

test('a lost dispute is settled once, one way or the other', async () => {
  const user = h.newUser();
  const { order, payment } = await h.bought(user);
  const number = h.stripe.account.dispute(payment);
  h.stripe.account.closeDispute(number, 'lost');
  await h.deliver();
  const id = (await h.detail(user, order.id)).disputes[0]?.id ?? expect.fail('no dispute');
  const ask = async (how: string) => {
    const reply = await h.database.db.transact((tx) =>
      call(tx, 'console/fiat_dispute_settle', { id, how, reason: 'the bank has decided' }),
    );
    return (reply as { approval: number }).approval;
  };
  const [recover, waive] = [await ask('recover'), await ask('waive')];
  const second = await race(
    (tx) => execute(tx, recover),
    (tx) => execute(tx, waive),
  );
  expect(second).toMatchObject(refusal('approval_stale'));
  expect(await h.balance(user)).toEqual(['0', '0']);
});
