import type { UserId } from '@karat/contract';
import { amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { OperatorCaller } from '@karat/platform/http';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inFlightPayouts } from './in-flight-payouts.ts';
import * as payouts from './payout-store.ts';
import { detail, openHarness, out } from './testing/harness.ts';
import type { WithdrawalsHarness } from './testing/harness.ts';
import { seedOperators } from './testing/operators.ts';

let database: TestDatabase;
let harness: WithdrawalsHarness;
let operators: ReadonlyMap<string, OperatorCaller>;

beforeAll(async () => {
  database = await createTestDatabase();
  harness = openHarness(database.url, { chains: true });
  operators = await seedOperators(harness.ctx);
});
afterAll(async () => {
  await harness.close();
  await database.drop();
});

const call = (login: string) => ({
  ...harness.argsOf(1 as UserId),
  caller: operators.get(login) ?? expect.fail(login),
});

/** A payout of 100 USDT, fee 4 included, that one operator has approved. */
async function approved(): Promise<{ user: UserId; id: number }> {
  const user = await harness.user('1000');
  const { id } = await out(harness, user, '100');
  const { digest } = await harness.withdrawals.handlers['console/withdrawal']({
    ...call('risk'),
    input: { id },
  });
  await harness.withdrawals.handlers['console/withdrawal_approve']({
    ...call('risk'),
    input: { id, digest, reason: 'looks right', totp: '123456' },
  });
  return { user, id };
}
const run = async (): Promise<void> => {
  harness.clock.advance(60_000);
  await harness.worker.runDue();
};
const stateOf = async ({ user, id }: { user: UserId; id: number }) => (await detail(harness, user, id)).state;
const confirm = async ({ id }: { id: number }): Promise<void> => {
  harness.node.state.mined.set(`0xtx${id}-1`, {
    ...{ state: 'mined', height: 5, blockHash: '0x', fee: 42_000n },
    ...{ confirmations: 12, succeeded: true },
  });
  await run();
};

test('what payouts in flight take is not there for the next one, without their fees and to the last unit', async () => {
  const [first, second] = [await approved(), await approved()];
  // Both pay 96 USDT of six decimals; the second finds a unit too little while the first is in flight.
  harness.node.state.funds = 191_999_999n;
  for (const state of ['signing', 'signed', 'broadcast']) {
    await run();
    expect([await stateOf(first), await stateOf(second)]).toEqual([state, 'approved']);
  }
  expect(await detail(harness, second.user, second.id)).toMatchObject({ waits: 'funds' });
  harness.node.state.funds = 192_000_000n;
  await run();
  expect(await stateOf(second)).toBe('signing');
  await run();
  await run();
  for (const each of [first, second]) await confirm(each);
  expect([await stateOf(first), await stateOf(second)]).toEqual(['confirmed', 'confirmed']);
});

test('of a payout that the chain reverted only the network fee is booked', async () => {
  harness.node.state.funds = 10n ** 30n;
  const [paid, reverted] = [await approved(), await approved()];
  for (let each = 0; each < 3; each++) await run();
  const block = { state: 'mined', height: 5, blockHash: '0x', fee: 42_000n, confirmations: 12 } as const;
  for (const [{ id }, succeeded] of [[paid, true] as const, [reverted, false] as const])
    harness.node.state.mined.set(`0xtx${id}-1`, { ...block, succeeded });
  await run();
  expect([await stateOf(paid), await stateOf(reverted)]).toEqual(['confirmed', 'failed']);
  const found = await inFlightPayouts(harness.db, 'ethereum');
  const bookedFor = ({ id }: { id: number }) =>
    found.find(({ attempts }) => attempts.some(({ transaction }) => transaction === `0xtx${id}-1`))?.booked;
  expect(bookedFor(paid)).toEqual({ amount: amount('96'), fee: 42_000n });
  expect(bookedFor(reverted)).toEqual({ amount: 0n, fee: 42_000n });
});

test('a withdrawal that its fee would use up is refused; one unit more is not', async () => {
  const user = await harness.user('1000');
  await harness.db.run(sql`update withdrawals_routes set minimum = fee where network = 'ethereum'`);
  await expect(out(harness, user, '4')).rejects.toThrow(
    expect.objectContaining({ code: 'fee_above_amount' }) as Error,
  );
  expect((await out(harness, user, '4.000001')).receive).toBe('0.000001');
});

test('outputs that a payout had reserved are free again after the signer refused it', async () => {
  harness.node.state.funds = 10n ** 30n;
  const payout = await approved();
  const input = {
    txid: 'ab'.repeat(32),
    vout: 1,
    units: '5000',
    account: 'house',
    chain: 0,
    index: 0,
  } as const;
  await harness.db.transact((tx) => payouts.takeInputs(tx, payout.id, [{ input, parents: undefined }]));
  expect([...(await payouts.takenInputs(harness.db))]).toEqual([`${input.txid}:1`]);
  harness.signer.state.refuses = 'cap_day';
  await run();
  await run();
  harness.signer.state.refuses = undefined;
  expect(await stateOf(payout)).toBe('approved');
  expect([...(await payouts.takenInputs(harness.db))]).toEqual([]);
});
