import { contract } from '@karat/contract';
import type { Contract } from '@karat/contract';
import { BTC } from '@karat/domains/ledger';
import { callConsole } from '@karat/platform/testing';
import { DAY_MS, HOUR_MS } from '@karat/rules';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ALICE, GiftFixture, START } from './testing/fixture.ts';

let database: TestDatabase;
let fixture: GiftFixture;

type Gifts = Contract['gifts'];
const call = <Path extends Extract<keyof Gifts, `console/${string}`>>(path: Path, fields = {}) =>
  callConsole(contract.gifts, fixture.gifts.handlers, path, { login: 'risk', fields });

beforeAll(async () => {
  database = await createTestDatabase();
  fixture = new GiftFixture(database.db);
});
afterAll(() => database.drop());

test('gifts by state and user, in pages, with both sides and who cancelled them', async () => {
  const ben = await fixture.person(100_012);
  const cleo = await fixture.person(100_013);
  await fixture.fund(ALICE, '900');
  await fixture.fund(ALICE, '2', BTC);
  const claimed = await fixture.create(ALICE, '25', { days: 3 });
  fixture.clock.advance(HOUR_MS);
  await fixture.claim(ben, claimed.code);
  const coins = await fixture.create(ALICE, '0.05', { currency: BTC, days: 2 });
  fixture.clock.advance(HOUR_MS);
  const stopped = await fixture.create(cleo, '40');
  fixture.clock.advance(HOUR_MS);
  expect(await call('console/gift_cancel', { id: stopped.id, reason: 'reported as a scam' })).toEqual({
    cancel_reason: 'reported as a scam',
    cancelled_by: 'risk',
    created_ms: START + 2 * HOUR_MS,
    currency: 3,
    currency_name: 'USDT',
    ended_ms: START + 3 * HOUR_MS,
    expires_ms: START + 26 * HOUR_MS,
    id: 3,
    note: 'happy birthday',
    number: '40',
    receiver: null,
    sender: 100013,
    state: 'cancelled',
  });
  expect(await call('console/gifts', { limit: '2' })).toEqual({
    current_page: 1,
    data: [
      {
        cancel_reason: 'reported as a scam',
        cancelled_by: 'risk',
        created_ms: START + 2 * HOUR_MS,
        currency: 3,
        currency_name: 'USDT',
        ended_ms: START + 3 * HOUR_MS,
        expires_ms: START + 26 * HOUR_MS,
        id: 3,
        note: 'happy birthday',
        number: '40',
        receiver: null,
        sender: 100013,
        state: 'cancelled',
      },
      {
        cancel_reason: null,
        cancelled_by: null,
        created_ms: START + HOUR_MS,
        currency: 1,
        currency_name: 'BTC',
        ended_ms: null,
        expires_ms: START + 49 * HOUR_MS,
        id: 2,
        note: 'happy birthday',
        number: '0.05',
        receiver: null,
        sender: ALICE,
        state: 'open',
      },
    ],
    last_page: 2,
    per_page: 2,
    total: 3,
  });
  expect(await call('console/gifts', { limit: '2', page: '2' })).toEqual({
    current_page: 2,
    data: [
      {
        cancel_reason: null,
        cancelled_by: null,
        created_ms: START,
        currency: 3,
        currency_name: 'USDT',
        ended_ms: START + HOUR_MS,
        expires_ms: START + 3 * DAY_MS,
        id: 1,
        note: 'happy birthday',
        number: '25',
        receiver: 100012,
        sender: ALICE,
        state: 'claimed',
      },
    ],
    last_page: 2,
    per_page: 2,
    total: 3,
  });
  const ids = async (fields: object) => (await call('console/gifts', fields)).data.map(({ id }) => id);
  expect([await ids({ state: 'claimed' }), await ids({ uid: ben }), await ids({ uid: ALICE })]).toEqual([
    [claimed.id],
    [claimed.id],
    [coins.id, claimed.id],
  ]);
});
