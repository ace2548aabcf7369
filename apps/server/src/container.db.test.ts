import { Refusal, contract, sessionId, userId } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { sessionsEnded } from '@karat/domains/identity';
import { USDT } from '@karat/domains/ledger';
import { amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import { listOutbox } from '@karat/platform/delivery';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Container } from './container.ts';
import { openContainer, visitor } from './testing/open-container.ts';
import type { OpenContainer } from './testing/open-container.ts';

let database: TestDatabase;
let opened: OpenContainer;
let container: Container;
beforeAll(async () => {
  database = await createTestDatabase();
  // The contacts of the demo users are new.
  opened = await openContainer(database, { contactWaitMs: 0 });
  ({ container } = opened);
});
afterAll(async () => {
  await opened.close();
  await database.drop();
});

const newUser = (name: string): Promise<UserId> =>
  database.db.transact((tx) => container.identity.ensureHouseUser(tx, name));

/** Returns the refusal of a payment to another user, asked by a program without a list of receivers. */
const payment = async (user: UserId): Promise<string> => {
  const { ledger, outflow } = container;
  const receiver = { id: await newUser('receiver'), status: 'active', house: false } as const;
  return database.db
    .transact(async (tx) =>
      outflow.mayMoneyLeave(tx, {
        ...{ kind: 'send', user, number: amount('1'), firstPaymentAccepted: true },
        by: { kind: 'program', program: { key: 1, label: 'bot', since: 0 } },
        receiver: { kind: 'user', user: receiver },
        currency: await ledger.currency(tx, USDT),
      }),
    )
    .then(
      () => 'ok',
      (failure: unknown) => (failure instanceof Refusal ? failure.code : String(failure)),
    );
};

test('an account that is frozen or has a disputed card payment pays nobody, before any list is asked', async () => {
  const [free, frozen, disputed] = [
    await newUser('free'),
    await newUser('frozen'),
    await newUser('disputed'),
  ];
  const { db } = database;
  await db.run(sql`update identity_users set status = 'frozen', frozen_by = 'user' where id = ${frozen}`);
  await db.run(sql`
    with bought as (
      insert into fiat_orders (user_id, reference, state, country, currency_id, currency, method, amount, price, received,
        payer, provider, payment, created_at, expires_at)
      values (${disputed}, 'RF18', 'successful', 'DE', 21, 'EUR', 'card', 100, 0.9, 111, '{}', 'stripe', 'p1', now(), now())
      returning id)
    insert into fiat_disputes (provider, dispute, order_id, user_id, reason, state, amount, currency, claim, opened_at)
    select 'stripe', 'd1', id, ${disputed}, 'fraudulent', 'open', 100, 'EUR', 111, now() from bought`);
  expect([await payment(free), await payment(frozen), await payment(disputed)]).toEqual([
    'payee_not_allowed',
    'account_frozen',
    'payment_disputed',
  ]);
});

test('browsers of ended sessions get no pushes', () => {
  const forget = vi.spyOn(container.messages, 'forgetSessions').mockReturnValue();
  container.ctx.bus.publish(sessionsEnded, { userId: userId(1), sessionIds: [sessionId(7), sessionId(8)] });
  expect(forget.mock.calls).toEqual([[[7, 8]]]);
});

test('a forgotten password ends the API keys', async () => {
  const { credentials, identity, wallet } = container;
  // It pays the money that a demo user begins with.
  await database.db.transact((tx) => wallet.seedHouse(tx));
  const [alice] = await identity.seedDemoUsers();
  if (!alice) throw new Error('no demo user');
  const asked = contract.identity['sms_mail'].input.parse({ user_string: alice.login, type: 'forget' });
  await identity.handlers['sms_mail']({ ...visitor, input: asked });
  const { rows } = await listOutbox(database.db, { page: 1, limit: 1 });
  const code = /\d{6}/.exec(rows[0]?.body ?? '')?.[0];
  const password = 'another long password';
  const input = contract.identity['user/forget'].input.parse({
    ...{ user_string: alice.login, code, password, re_password: password },
  });
  const ended = vi.spyOn(credentials, 'endApiKeys');
  await identity.handlers['user/forget']({ ...visitor, input });
  expect(ended.mock.calls.map(([, user, by]) => [user, by])).toEqual([[alice.userId, 'password']]);
});
