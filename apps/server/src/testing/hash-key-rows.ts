import { createSeal, keyRing, keyedHash, purposeKey, tokenHash } from '@karat/platform/crypto';
import type { KeyRing } from '@karat/platform/crypto';
import { sql } from '@karat/platform/db';
import type { Database } from '@karat/platform/db';
import { systemRandom } from '@karat/platform/random';

/** What the rows of all users share. */
export const CARD = JSON.stringify({ bank_account: '6222000011112222', real_name: 'Li' });
export const ADDRESS = '0xde709f2102306220921060314715629080e2fb77';
export const DOCUMENT = 'A1234567';

const sealedWith = (ring: KeyRing, purpose: string, text: string, place: string): Buffer =>
  createSeal(ring, purpose, systemRandom).seal(text, place);

/** Inserts one row of every kind that depends on hash keys, as the version before key rings does: without a mark. */
export async function insertKeyedRows(db: Database, secret: Buffer, user: number): Promise<void> {
  const ring = keyRing(secret);
  const hash = (...parts: string[]) => keyedHash(secret, ...parts);
  const totp = sealedWith(ring, 'credentials', `TOTP ${user}`, `totp:${user}`);
  const cards = sealedWith(ring, 'payees', CARD, `payee of ${user}`);
  const address = hash('address', 'ethereum', ADDRESS);
  const card = hash('card', '6222000011112222');
  await db.run(sql`
    insert into identity_users (id, email, nickname, invite_code, password_hash, credential_changed_at, lang, fiat, created_at)
    values (${user}, ${`${user}@karat.example`}, 'K', ${String(user)}, 'x', now(), 'en', 'USD', now())`);
  await db.run(sql`
    insert into credentials_accounts (user_id, totp_sealed, totp_at, pending_sealed, pending_until)
    values (${user}, ${totp}, now(), ${totp}, now())`);
  await db.run(sql`
    insert into credentials_api_keys (user_id, key, secret_sealed, label, trade, withdraw, created_at)
    values (${user}, ${`key${user}`}, ${sealedWith(ring, 'credentials', `secret ${user}`, `api key:key${user}`)}, 'a',
      true, false, now())`);
  await db.run(sql`
    insert into credentials_backup_codes (user_id, code_hash)
    values (${user}, ${hash('backup code', String(user), 'CODE')})`);
  await db.run(sql`
    insert into payees_addresses (user_id, currency_id, network, name, address, payee_hash, created_at, usable_at)
    values (${user}, 3, 'ethereum', 'Cold', ${ADDRESS}, ${address}, now(), now())`);
  await db.run(sql`
    insert into payees_cards (user_id, type, sealed, payee_hash, title, masked, created_at, usable_at)
    values (${user}, 1, ${cards}, ${card}, 'Bank', '2222', now(), now())`);
  for (const [type, payeeHash, sealed] of [
    [0, address, null],
    [1, card, cards],
  ] as const) {
    const { id } = await db.one<{ id: number }>(sql`
      insert into withdrawals_requests (user_id, type, account, currency_id, network, payee, payee_hash, payee_sealed,
        number, fee, usdt, btc, approvals, state, digest, created_at)
      values (${user}, ${type}, 'change', 3, ${type === 0 ? 'ethereum' : 'card'}, ${type === 0 ? ADDRESS : 'Bank 2222'},
        ${payeeHash}, ${sealed}, 10, 1, 10, 0, 0, 'requested', 'd', now())
      returning id`);
    await db.run(sql`
      insert into outflow_movements (user_id, kind, reference, receiver, currency_id, number, usdt, btc, at)
      values (${user}, 'withdrawal', ${id}, ${`payee:${payeeHash.toString('hex')}`}, 3, 10, 10, 0, now())`);
    const beneficiary = sealedWith(
      ring,
      'compliance:beneficiary',
      '{"owner":"own"}',
      `beneficiary:${id}:${user}`,
    );
    await db.run(sql`
      insert into compliance_beneficiaries (withdrawal_id, user_id, sealed, created_at)
      values (${id}, ${user}, ${beneficiary}, now())`);
  }
  const wallet = sealedWith(
    ring,
    'compliance:beneficiary',
    '{"owner":"own"}',
    `wallet:${user}:${address.toString('hex')}`,
  );
  await db.run(sql`
    insert into compliance_wallets (user_id, payee_hash, sealed, changed_at)
    values (${user}, ${address}, ${wallet}, now())`);
  await insertVerification(db, ring, secret, user);
  await insertTokens(db, user, hash);
}

async function insertVerification(db: Database, ring: KeyRing, secret: Buffer, user: number): Promise<void> {
  const documentHash = keyedHash(purposeKey(secret, 'verification:card-hash'), DOCUMENT);
  await db.run(sql`
    insert into verification_requests (user_id, level, state, id_type, name, card_sealed, card_hash, provider, created_at)
    values (${user}, 1, 'auditing', 1, 'Li', ${sealedWith(ring, 'verification:card', DOCUMENT, `verification:${user}`)},
      ${documentHash}, 'none', now())`);
  await db.run(sql`insert into verification_documents values (${documentHash}) on conflict do nothing`);
  const code = `S${String(user).padStart(11, '0')}`;
  await db.run(sql`
    insert into nft_artists (user_id, name, bio, state, created_at, decided_at)
    values (${user}, ${`artist ${user}`}, '', 'approved', now(), now())`);
  await db.run(sql`
    insert into nft_series (code, artist_id, name, description, pictures, contents, remaining, total, user_max,
      sealed_seed, seed_hash, contents_hash, end_at, created_at)
    values (${code}, ${user}, 'Series', '', '[]', '1:1', '1:1', 1, 1,
      ${sealedWith(ring, 'nft-seeds', `seed ${user}`, `nft-series:${code}`)}, 'h', 'c', now(), now())`);
}

async function insertTokens(db: Database, user: number, hash: (...parts: string[]) => Buffer): Promise<void> {
  await db.run(sql`
    insert into identity_codes (contact, purpose, code_hash, created_at, expires_at)
    values (${`${user}@karat.example`}, 'login', ${hash('code')}, now(), now() + interval '10 minutes')`);
  await db.run(sql`
    insert into identity_sessions (user_id, token_hash, device, address, created_at, seen_at)
    values (${user}, ${tokenHash(`token ${user}`)}, 'd', '127.0.0.1', now(), now())`);
  await db.run(
    sql`insert into identity_devices (user_id, created_at, seen_at) values (${user}, now(), now())`,
  );
  const { id } = await db.one<{ id: number }>(sql`
    insert into operators_accounts (login, name, role, password_hash, totp_secret, created_at)
    values (${`op${user}`}, 'Op', 'support', 'x', 'x', now()) returning id`);
  await db.run(sql`
    insert into operators_sessions (operator_id, token_hash, created_at, seen_at)
    values (${id}, ${hash('operator', String(user))}, now(), now())`);
  await db.run(
    sql`insert into operators_devices (operator_id, created_at, seen_at) values (${id}, now(), now())`,
  );
}
