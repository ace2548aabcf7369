import { userId } from '@karat/contract';
import {
  formulaOf,
  ownerHash,
  readReceipt,
  receiptHash,
  receiptText,
  signedBytes,
  verifyEd25519,
} from '@karat/evidence';
import type { Facts } from '@karat/evidence';
import { createBus } from '@karat/platform/bus';
import { virtualClock } from '@karat/platform/clock';
import type { Context } from '@karat/platform/context';
import { signerFromSeed } from '@karat/platform/crypto';
import { sql } from '@karat/platform/db';
import { silentLog } from '@karat/platform/log';
import { seededRandom } from '@karat/platform/random';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProofs } from './index.ts';
import type { NewReceipt, Proofs } from './index.ts';

const NOW = Date.parse('2026-11-20T15:00:00Z');
const ALICE = userId(100_001);
const BEA = userId(100_002);
const signer = signerFromSeed(new Uint8Array(32).fill(9));
const formula = formulaOf('option/1');

let database: TestDatabase;
let ctx: Context;
let proofs: Proofs;

beforeAll(async () => {
  database = await createTestDatabase();
  const bus = createBus(() => undefined);
  ctx = {
    db: database.db,
    clock: virtualClock(NOW),
    random: seededRandom('proofs'),
    bus,
    log: silentLog,
    demo: true,
  };
  await database.db.run(sql`insert into platform_signing_keys (id, purpose, public_key, first_used_at)
    values (${signer.keyId}, 'receipts', ${signer.publicKey}, to_timestamp(${NOW} / 1000.0))`);
  proofs = createProofs({ ctx, signer });
});
afterAll(() => database.drop());

const order: Facts = {
  market: '1',
  symbol: 'BTC/USDT',
  currency: 'USDT',
  decimals: '6',
  direction: 'up',
  stake: '100',
  ratio: '0.85',
  accepted_ms: String(NOW - 30_000),
  expires_ms: String(NOW),
};
const voided = (subject: string, owner = ALICE): NewReceipt => ({
  kind: 'option',
  subject,
  owner,
  order,
  ticks: [],
  formula: 'option/1',
  result: formula?.result(order, []) ?? {},
});
const leave = (...receipts: readonly NewReceipt[]) =>
  database.db.transact((tx) => proofs.leave(tx, receipts));
const read = (hash: string) =>
  proofs.handlers['proofs/receipt']({ input: { hash } } as Parameters<
    Proofs['handlers']['proofs/receipt']
  >[0]);

test('a receipt is signed over its canonical text and numbered by its hash, and does not identify its owner', async () => {
  const [left] = await leave(voided('1'));
  const signed = readReceipt(JSON.stringify(await read(left?.hash ?? '')));
  const text = receiptText(signed.receipt);
  expect(receiptHash(text)).toBe(left?.hash);
  const key = Buffer.from(signed.public_key, 'base64');
  expect(await verifyEd25519(key, signedBytes(text), Buffer.from(signed.signature, 'base64'))).toBe(true);
  expect(signed.receipt.result).toMatchObject({ outcome: 'void', returned: '100' });
  expect(text).not.toContain(String(ALICE));
});

test('only the owner gets the salt that proves the ownership', async () => {
  await leave(voided('2'));
  const mine = (who: typeof ALICE) =>
    proofs.handlers['proofs/mine']({
      input: { kind: 'option', subject: '2' },
      caller: { userId: who },
    } as Parameters<Proofs['handlers']['proofs/mine']>[0]);
  const [own] = await mine(ALICE);
  expect(ownerHash(own?.salt ?? '', ALICE)).toBe(own?.receipt.owner);
  expect(ownerHash(own?.salt ?? '', BEA)).not.toBe(own?.receipt.owner);
  await expect(mine(BEA)).rejects.toMatchObject({ code: 'receipt_unknown' });
});

test('storing it again keeps the first, also among new ones', async () => {
  const [first] = await leave(voided('3'));
  const again = await leave(voided('3'), voided('4'));
  expect(again[0]?.hash).toBe(first?.hash);
  expect(again).toHaveLength(2);
  await expect(leave(voided('3', BEA))).rejects.toThrow('another owner');
  const newest = await proofs.newest(database.db, ALICE, 'option', ['3', '4', '5']);
  expect([...newest.keys()].toSorted()).toEqual(['3', '4']);
});

test('a subject with several events has all its receipts, and its newest one is found by its number', async () => {
  await leave(voided('70:1:opened'), voided('7:1:opened'));
  const [, closed] = await leave(voided('70:2:closed'), voided('7:2:closed'));
  const mine = await proofs.handlers['proofs/mine']({
    input: { kind: 'option', subject: '7' },
    caller: { userId: ALICE },
  } as Parameters<Proofs['handlers']['proofs/mine']>[0]);
  expect(mine.map(({ receipt }) => receipt.subject)).toEqual(['7:1:opened', '7:2:closed']);
  const newest = await proofs.newest(database.db, ALICE, 'option', ['7']);
  expect([...newest]).toEqual([['7', closed?.hash]]);
  expect((await proofs.newest(database.db, BEA, 'option', ['7'])).size).toBe(0);
});

test('receipts of one user that are stored together do not show that they have the same owner', async () => {
  const left = await leave(voided('11'), voided('12'));
  const owners = await Promise.all(left.map(async ({ hash }) => (await read(hash)).receipt.owner));
  expect(new Set(owners).size).toBe(2);
});

test('the same number of another kind is another subject', async () => {
  const [option] = await leave(voided('13'));
  await leave({ ...voided('13'), kind: 'contract' });
  const mine = await proofs.handlers['proofs/mine']({
    input: { kind: 'option', subject: '13' },
    caller: { userId: ALICE },
  } as Parameters<Proofs['handlers']['proofs/mine']>[0]);
  expect(mine.map(({ hash }) => hash)).toEqual([option?.hash]);
  expect([...(await proofs.newest(database.db, ALICE, 'option', ['13']))]).toEqual([['13', option?.hash]]);
});

test('a result that does not follow from the order is never signed', async () => {
  const more = { ...voided('9').result, more: '1' };
  for (const result of [{ outcome: 'win', returned: '185' }, more])
    await expect(leave({ ...voided('9'), result })).rejects.toThrow(RangeError);
  expect((await proofs.newest(database.db, ALICE, 'option', ['9'])).size).toBe(0);
});

test('a receipt cannot be changed or deleted', async () => {
  await leave(voided('6'));
  await expect(
    database.db.run(sql`update proofs_receipts set body = '{}' where subject = '6'`),
  ).rejects.toThrow('append-only');
  await expect(database.db.run(sql`delete from proofs_receipts where subject = '6'`)).rejects.toThrow(
    'append-only',
  );
});

test('receipts of many settlements are pending with them and signed later, once, with the time of the settlement', async () => {
  const clock = virtualClock(NOW);
  const own = createProofs({ ctx: { ...ctx, clock }, signer });
  const subjects = Array.from({ length: 120 }, (_, at) => `owed-${at}`);
  const count = async () =>
    (
      await database.db.one<{ n: number }>(
        sql`select count(*)::int as n from proofs_receipts where subject like 'owed-%' and issued_at = to_timestamp(${NOW} / 1000.0)`,
      )
    ).n;
  const undone = database.db.transact(async (tx) => {
    await own.owe(tx, [{ ...voided('owed-x', ALICE), result: { outcome: 'won' } }]);
  });
  await expect(undone).rejects.toThrow(RangeError);
  await database.db.transact((tx) =>
    own.owe(
      tx,
      subjects.map((subject) => voided(subject, ALICE)),
    ),
  );
  expect(await count()).toBe(0);
  own.start();
  clock.advance(2_000);
  await expect.poll(count).toBe(120);
  await own.stop();
  const { n } = await database.db.one<{ n: number }>(sql`select count(*)::int as n from proofs_owed`);
  expect(n).toBe(0);
});
