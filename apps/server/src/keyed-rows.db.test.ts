import { accountsWithSameCard, createPayeeHashing, pairsWithOnePayee } from '@karat/domains/payees';
import { userId } from '@karat/contract';
import {
  createSeal,
  hashKeyId,
  keyRing,
  keyedHash,
  openKeyRing,
  openLastingSecret,
  purposeKey,
  resealAll,
} from '@karat/platform/crypto';
import type { ResealReport } from '@karat/platform/crypto';
import { sql } from '@karat/platform/db';
import type { Database } from '@karat/platform/db';
import { systemRandom } from '@karat/platform/random';
import { HOUR_MS, MINUTE_MS } from '@karat/rules';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { countRows, keyedRows, rowsOfMark } from './keyed-rows.ts';
import { ADDRESS, DOCUMENT, insertKeyedRows } from './testing/hash-key-rows.ts';

const OLD = Buffer.alloc(32, 1);
const NEW = Buffer.alloc(32, 2);
const FIRST = hashKeyId(OLD);
const MARK = hashKeyId(NEW);
const both = keyRing(NEW, [OLD], FIRST);
const alone = keyRing(NEW, [], FIRST);
const USERS = [100_001, 100_002, 100_003].map(userId);
const [ALICE = userId(0), BOB = userId(0), CAROL = userId(0)] = USERS;

let own: TestDatabase;
beforeEach(async () => {
  own = await createTestDatabase();
  const source = { name: 'hash', variable: 'KARAT_HASH_KEY', directory: '/nowhere', demo: true } as const;
  const configured = OLD.toString('hex');
  await openKeyRing(
    own.db,
    { ...source, configured, accepted: [], acceptedVariable: 'A', random: systemRandom },
    Date.now(),
  );
  await openLastingSecret(own.db, keyRing(OLD), systemRandom, 'tags');
  for (const user of USERS) await insertKeyedRows(own.db, OLD, user);
});
afterEach(() => own.drop());

const tables = keyedRows(both, systemRandom);
const resealed = async (db: Database = own.db, batch = 2): Promise<ResealReport[]> => {
  const reports: ResealReport[] = [];
  await resealAll(db, tables, (report) => reports.push(report), batch);
  return reports;
};
const counts = async (mark: string | null): Promise<Record<string, number>> =>
  Object.fromEntries(
    ((await countRows(own.db, Date.now())).get(mark) ?? []).map((row) => [row.name, row.count]),
  );

const LASTING_ONLY = {
  'backup codes': 3,
  'codes sent by email or SMS': 3,
  'known devices of operators': 3,
  'known devices of users': 3,
  'sessions of operators': 3,
  'sessions of users': 3,
};
const RESEALED = {
  'API keys': 3,
  'addresses of payees': 3,
  authenticators: 3,
  'authenticators to be confirmed': 3,
  'beneficiaries of withdrawals': 6,
  'cards of payees': 3,
  'cards of withdrawals': 3,
  'document numbers': 3,
  'lasting secrets': 1,
  'payees of withdrawals': 6,
  'remembered wallets': 3,
  'server seeds of NFT series': 3,
};

/** Opens everything with a ring, at the places that the domains use. */
async function readAll(ring: typeof alone): Promise<void> {
  const open = (purpose: string, sealed: Buffer, place: string) =>
    createSeal(ring, purpose, systemRandom).open(sealed, place);
  const hash = (...parts: string[]) => keyedHash(ring.current.key, ...parts);
  const one = <Row>(statement: ReturnType<typeof sql>) => own.db.one<Row>(statement);
  for (const user of USERS) {
    const { totp, pending } = await one<{ totp: Buffer; pending: Buffer }>(
      sql`select totp_sealed as totp, pending_sealed as pending from credentials_accounts where user_id = ${user}`,
    );
    expect(open('credentials', totp, `totp:${user}`)).toBe(`TOTP ${user}`);
    expect(open('credentials', pending, `totp:${user}`)).toBe(`TOTP ${user}`);
    const rows = await own.db.rows<{
      id: number;
      type: number;
      hash: Buffer;
      receiver: string;
      sealed: Buffer;
    }>(sql`
      select w.id, w.type, w.payee_hash as hash, m.receiver, w.payee_sealed as sealed from withdrawals_requests w
      join outflow_movements m on m.reference = w.id where w.user_id = ${user} order by w.type`);
    expect(rows.map((row) => row.hash)).toEqual([
      hash('address', 'ethereum', ADDRESS),
      hash('card', '6222000011112222'),
    ]);
    expect(rows.map((row) => row.receiver)).toEqual(rows.map((row) => `payee:${row.hash.toString('hex')}`));
    expect(open('payees', rows[1]?.sealed ?? Buffer.alloc(0), `payee of ${user}`)).toContain(
      '6222000011112222',
    );
    const document = await one<{ sealed: Buffer; hash: Buffer }>(
      sql`select card_sealed as sealed, card_hash as hash from verification_requests where user_id = ${user}`,
    );
    expect(open('verification:card', document.sealed, `verification:${user}`)).toBe(DOCUMENT);
    expect(document.hash).toEqual(
      keyedHash(purposeKey(ring.current.key, 'verification:card-hash'), DOCUMENT),
    );
    const series = await one<{ sealed: Buffer; code: string }>(
      sql`select sealed_seed as sealed, code from nft_series where artist_id = ${user}`,
    );
    expect(open('nft-seeds', series.sealed, `nft-series:${series.code}`)).toBe(`seed ${user}`);
    const wallet = await one<{ sealed: Buffer; hash: Buffer }>(
      sql`select sealed, payee_hash as hash from compliance_wallets where user_id = ${user}`,
    );
    const place = `wallet:${user}:${wallet.hash.toString('hex')}`;
    expect(open('compliance:beneficiary', wallet.sealed, place)).toBe('{"owner":"own"}');
  }
}

test('every column of sealed texts, keyed hashes and marks is among the rows that are counted', async () => {
  const columns = await own.db.rows<{ name: string }>(sql`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and (column_name like '%sealed%' or column_name in ('hash_key', 'payee_hash', 'card_hash'))
    order by 1`);
  expect(columns.map(({ name }) => name)).toEqual([
    'compliance_beneficiaries.sealed',
    'compliance_wallets.payee_hash',
    'compliance_wallets.sealed',
    'credentials_accounts.pending_sealed',
    'credentials_accounts.totp_sealed',
    'credentials_api_keys.secret_sealed',
    'credentials_backup_codes.hash_key',
    'identity_codes.hash_key',
    'identity_devices.hash_key',
    'identity_sessions.hash_key',
    'nft_series.sealed_seed',
    'operators_devices.hash_key',
    'operators_sessions.hash_key',
    'payees_addresses.hash_key',
    'payees_addresses.payee_hash',
    'payees_cards.payee_hash',
    'payees_cards.sealed',
    'platform_lasting_secrets.sealed',
    'verification_documents.card_hash',
    'verification_requests.card_hash',
    'verification_requests.card_sealed',
    'withdrawals_requests.hash_key',
    'withdrawals_requests.payee_hash',
    'withdrawals_requests.payee_sealed',
  ]);
  expect(await counts(null)).toEqual({ ...LASTING_ONLY, ...RESEALED });
});

test('all that can be resealed opens with the new key alone; the rest still counts for the old one', async () => {
  const reports = await resealed();
  expect(Object.fromEntries(reports.map(({ name, resealed: count }) => [name, count]))).toEqual(RESEALED);
  expect(reports.flatMap(({ unreadable }) => unreadable)).toEqual([]);
  await readAll(alone);
  expect(await counts(MARK)).toEqual(RESEALED);
  expect(await counts(null)).toEqual(LASTING_ONLY);
  expect(await rowsOfMark(own.db, null, Date.now())).toBe(18);
  expect((await resealed()).every(({ resealed: count }) => count === 0)).toBe(true);
  expect(await own.db.rows(sql`select card_hash from verification_documents`)).toEqual([]);
});

test('ending the rest leaves nothing that needs the old key, and rows of the new key stay', async () => {
  await resealed();
  await own.db.run(
    sql`insert into identity_devices (user_id, hash_key, created_at, seen_at) values (${ALICE}, ${MARK}, now(), now())`,
  );
  await own.db.transact(async (tx) => {
    for (const { end } of tables) await end?.(tx, null, Date.now());
  });
  expect(await counts(null)).toEqual({});
  expect(await counts(MARK)).toEqual({ ...RESEALED, 'known devices of users': 1 });
});

test.each([1, 2, 3, 5, 8, 13, 21])(
  'killed after statement %i it leaves whole rows, and the next run finishes',
  async (statements) => {
    let left = statements;
    const killed = () => {
      if (left-- <= 0) throw new Error('killed');
    };
    const dying: Database = {
      ...own.db,
      rows: (statement) => (killed(), own.db.rows(statement)),
      run: (statement) => (killed(), own.db.run(statement)),
      transact: (work) =>
        own.db.transact((tx) => work({ ...tx, run: (statement) => (killed(), tx.run(statement)) })),
    };
    await expect(resealed(dying)).rejects.toThrow('killed');
    const sums = async (mark: string | null) =>
      Object.values(await counts(mark)).reduce((sum, count) => sum + count, 0);
    expect((await sums(null)) + (await sums(MARK))).toBe(58);
    await resealed();
    await readAll(alone);
    expect(await counts(null)).toEqual(LASTING_ONLY);
  },
);

test('a text that a user changes between read and write is kept', async () => {
  const fresh = createSeal(both, 'credentials', systemRandom).seal('changed', `totp:${BOB}`);
  const racing: Database = {
    ...own.db,
    async rows(statement) {
      const rows = await own.db.rows<never>(statement);
      if (statement.text.includes('totp_sealed'))
        await own.db.run(sql`update credentials_accounts set totp_sealed = ${fresh} where user_id = ${BOB}`);
      return rows;
    },
  };
  await resealed(racing, 10);
  const { sealed } = await own.db.one<{ sealed: Buffer }>(
    sql`select totp_sealed as sealed from credentials_accounts where user_id = ${BOB}`,
  );
  expect(createSeal(alone, 'credentials', systemRandom).open(sealed, `totp:${BOB}`)).toBe('changed');
});

test('two runs at once, with users who change their rows, lose nothing', async () => {
  const seal = createSeal(both, 'credentials', systemRandom);
  const change = async (round: number) => {
    for (const user of USERS)
      await own.db.run(sql`
        update credentials_accounts set totp_sealed = ${seal.seal(`${user} ${round}`, `totp:${user}`)}
        where user_id = ${user}`);
  };
  await Promise.all([resealed(own.db, 1), resealed(own.db, 1), ...[1, 2, 3].map(change)]);
  const rows = await own.db.rows<{ user: number; sealed: Buffer }>(
    sql`select user_id as user, totp_sealed as sealed from credentials_accounts`,
  );
  for (const { user, sealed } of rows)
    expect(createSeal(alone, 'credentials', systemRandom).open(sealed, `totp:${user}`)).toMatch(
      new RegExp(`^${user} [123]$`),
    );
  expect(await counts(null)).toEqual(LASTING_ONLY);
});

test('a row that no key opens is named, and the others are resealed', async () => {
  const foreign = createSeal(keyRing(Buffer.alloc(32, 9), [], FIRST), 'credentials', systemRandom);
  await own.db.run(sql`
    update credentials_accounts set totp_sealed = ${foreign.seal('x', `totp:${ALICE}`)} where user_id = ${ALICE}`);
  const reports = await resealed();
  expect(reports.find(({ name }) => name === 'authenticators')).toEqual({
    name: 'authenticators',
    resealed: 2,
    unreadable: [ALICE],
  });
  expect(await counts(hashKeyId(Buffer.alloc(32, 9)))).toEqual({ authenticators: 1 });
});

/** After half an hour without a request, and after twelve hours, an operator logs in again. */
const [IDLE_MS, LONGEST_MS] = [30 * MINUTE_MS, 12 * HOUR_MS];

test('used backup codes and ended sessions depend on no key, at the millisecond', async () => {
  const now = Date.parse('2026-11-20T10:00:00Z');
  const at = (ms: number) => sql`to_timestamp(${ms} / 1000.0)`;
  const seen = (operator: number, seenMs: number, createdMs = seenMs) =>
    own.db.run(sql`
      update operators_sessions set seen_at = ${at(seenMs)}, created_at = ${at(createdMs)} where operator_id = ${operator}`);
  const [first = 0, second = 0, third = 0] = (
    await own.db.rows<{ id: number }>(sql`select id from operators_accounts order by id`)
  ).map(({ id }) => id);
  const live = async (moment: number) =>
    (await countRows(own.db, moment)).get(null)?.find(({ name }) => name === 'sessions of operators')?.count;
  await seen(first, now);
  await seen(second, now - 1);
  await seen(third, now, now - 2);
  expect([await live(now + IDLE_MS - 1), await live(now + IDLE_MS)]).toEqual([2, undefined]);
  await own.db.run(sql`update operators_sessions set seen_at = ${at(now + LONGEST_MS)}`);
  expect([await live(now + LONGEST_MS - 2), await live(now + LONGEST_MS - 1)]).toEqual([2, 1]);
  await own.db.run(sql`update operators_sessions set ended_at = now() where operator_id = ${first}`);
  expect(await live(now)).toBe(2);

  const codes = tables.find(({ name }) => name === 'backup codes');
  await own.db.run(sql`update credentials_backup_codes set used_at = now() where user_id = ${ALICE}`);
  expect((await counts(null))['backup codes']).toBe(2);
  expect(await own.db.transact((tx) => codes?.end?.(tx, null, now) ?? expect.fail('no end'))).toBe(2);
  const left = await own.db.rows<{ user: number }>(sql`select user_id as user from credentials_backup_codes`);
  expect(left).toEqual([{ user: ALICE }]);
  const notices = await own.db.rows<{ subject: string }>(
    sql`select subject from platform_work order by subject`,
  );
  expect(notices.map(({ subject }) => subject)).toEqual([String(BOB), String(CAROL)]);
});

test('the same payees are found while some rows are under either key', async () => {
  const hashing = createPayeeHashing(both, systemRandom);
  const pairs = [
    [ALICE, BOB],
    [ALICE, userId(999)],
  ] as const;
  const found = async () => ({
    same: await accountsWithSameCard(hashing, own.db, ALICE),
    pairs: await pairsWithOnePayee(hashing, own.db, pairs),
  });
  const expected = { same: [BOB, CAROL], pairs: [BOB] };
  expect(await found()).toEqual(expected);
  const cards = tables.find(({ name }) => name === 'cards of payees');
  await own.db.run(sql`delete from payees_addresses`);
  // Only the first row.
  await cards?.reseal?.(own.db, 0, 1);
  expect(await counts(MARK)).toEqual({ 'cards of payees': 1 });
  expect(await found()).toEqual(expected);
  expect(await accountsWithSameCard(hashing, own.db, BOB)).toEqual([ALICE, CAROL]);
});

test('beneficiaries and seeds may be resealed, and nothing else of them changes', async () => {
  for (const change of [
    sql`update compliance_beneficiaries set user_id = 1`,
    sql`delete from compliance_beneficiaries`,
    sql`update nft_series set seed_hash = 'other'`,
  ])
    await expect(own.db.run(change)).rejects.toThrow(/append-only|do not change/);
});
