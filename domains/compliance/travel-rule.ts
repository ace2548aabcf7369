import { refuse } from '@karat/contract';
import type { UserId, WalletHosting, WalletOwner } from '@karat/contract';
import { compare } from '@karat/money';
import type { Amount } from '@karat/money';
import { createSeal, sealedRows } from '@karat/platform/crypto';
import type { KeyRing, KeyedRows, Seal } from '@karat/platform/crypto';
import type { Context } from '@karat/platform/context';
import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';
import type { Random } from '@karat/platform/random';

/** Whose wallet a withdrawal pays. */
export interface Beneficiary {
  readonly owner: WalletOwner;
  /** Name of another person; null for the user's own wallet. */
  readonly name: string | null;
  readonly hosting: WalletHosting;
  /** Exchange that keeps the wallet; null for a wallet with own keys. */
  readonly exchange: string | null;
}

/** The same, as the user filled it in. */
export interface GivenBeneficiary {
  readonly owner: WalletOwner | undefined;
  readonly name: string | undefined;
  readonly hosting: WalletHosting | undefined;
  readonly exchange: string | undefined;
}

export interface TravelRule {
  /** From this value in USDT on the fields are needed; zero: never. */
  readonly fromUsdt: Amount;
  /**
   * Stores the beneficiary of a withdrawal, sealed, in its transaction; also below the limit if the user gave one, and
   * remembers it for the payee. From the limit on the remembered one counts if the user gives none. Refuses `parameter_error`
   * with the name of a missing field.
   */
  record(tx: Tx, withdrawal: TravelWithdrawal): Promise<Beneficiary | undefined>;
  /** Returns whose wallet a payee of a user is, as it was named last; undefined if it never was. */
  remembered(db: Queries, user: UserId, payees: readonly Uint8Array[]): Promise<Beneficiary | undefined>;
  /** Returns the beneficiary of a withdrawal; undefined if none was asked. */
  read(db: Queries, withdrawal: number): Promise<Beneficiary | undefined>;
}

export interface TravelWithdrawal {
  readonly id: number;
  readonly user: UserId;
  readonly usdt: Amount;
  /** Keyed hashes of the payee, that of the current key first. */
  readonly payee: { readonly hashes: readonly [Uint8Array, ...Uint8Array[]] };
  readonly given: GivenBeneficiary;
}

const missing = (field: string): never => refuse('parameter_error', { field });

/** Returns what was filled in, without fields that do not belong to it. Refuses `parameter_error` for a missing one. */
export function readBeneficiary({ owner, name, hosting, exchange }: GivenBeneficiary): Beneficiary {
  if (owner === undefined) return missing('wallet_owner');
  if (hosting === undefined) return missing('wallet_hosting');
  return {
    owner,
    name: owner === 'own' ? null : name || missing('beneficiary_name'),
    hosting,
    exchange: hosting === 'self' ? null : exchange || missing('exchange_name'),
  };
}

/** Returns true if a withdrawal of this value needs the fields. */
export const isNeeded = (usdt: Amount, from: Amount): boolean => from > 0n && compare(usdt, from) >= 0;

const place = (withdrawal: number, user: number): string => `beneficiary:${withdrawal}:${user}`;
const walletPlace = (user: number, payee: Uint8Array): string =>
  `wallet:${user}:${Buffer.from(payee).toString('hex')}`;

/** Returns true if a user filled in nothing. */
const isEmpty = (given: GivenBeneficiary): boolean =>
  Object.values(given).every((value) => value === undefined);

const sealOf = (keys: KeyRing, random: Random): Seal => createSeal(keys, 'compliance:beneficiary', random);

export function createTravelRule(
  { clock, random }: Pick<Context, 'clock' | 'random'>,
  keys: KeyRing,
  fromUsdt: Amount,
): TravelRule {
  const seal = sealOf(keys, random);
  async function remembered(
    db: Queries,
    user: UserId,
    payees: readonly Uint8Array[],
  ): Promise<Beneficiary | undefined> {
    const row = await db.maybe<{ payee: Buffer; sealed: Buffer }>(sql`
      select payee_hash as payee, sealed from compliance_wallets
      where user_id = ${user} and payee_hash = any(${payees}) order by changed_at desc limit 1`);
    return row && (JSON.parse(seal.open(row.sealed, walletPlace(user, row.payee))) as Beneficiary);
  }
  const remember = (tx: Tx, user: UserId, payee: Uint8Array, text: string): Promise<number> =>
    tx.run(sql`
      insert into compliance_wallets (user_id, payee_hash, sealed, changed_at)
      values (${user}, ${payee}, ${seal.seal(text, walletPlace(user, payee))}, to_timestamp(${clock.now()} / 1000.0))
      on conflict (user_id, payee_hash) do update set sealed = excluded.sealed, changed_at = excluded.changed_at`);
  return {
    fromUsdt,
    remembered,
    async record(tx, { id, user, usdt, payee, given }) {
      if (given.owner === undefined && !isNeeded(usdt, fromUsdt)) return undefined;
      const known = isEmpty(given) ? await remembered(tx, user, payee.hashes) : undefined;
      const beneficiary = known ?? readBeneficiary(given);
      if (known === undefined) await remember(tx, user, payee.hashes[0], JSON.stringify(beneficiary));
      const sealed = seal.seal(JSON.stringify(beneficiary), place(id, user));
      await tx.run(sql`
        insert into compliance_beneficiaries (withdrawal_id, user_id, sealed, created_at)
        values (${id}, ${user}, ${sealed}, to_timestamp(${clock.now()} / 1000.0))`);
      return beneficiary;
    },
    async read(db, withdrawal) {
      const row = await db.maybe<{ user: number; sealed: Buffer }>(sql`
        select user_id as user, sealed from compliance_beneficiaries where withdrawal_id = ${withdrawal}`);
      return row && (JSON.parse(seal.open(row.sealed, place(withdrawal, row.user))) as Beneficiary);
    },
  };
}

/** Beneficiaries, which are sealed with a hash key. */
export const beneficiaryKeyedRows = (ring: KeyRing, random: Random): KeyedRows =>
  sealedRows(ring, {
    name: 'beneficiaries of withdrawals',
    table: sql`compliance_beneficiaries`,
    id: sql`withdrawal_id`,
    sealed: sql`sealed`,
    owner: sql`withdrawal_id || ':' || user_id`,
    seal: sealOf(ring, random),
    place: (owner) => `beneficiary:${owner}`,
  });

/** Returns the remembered owners of wallets. Their payee hash is not renewed: under an ended key the owner is asked again. */
export const walletKeyedRows = (ring: KeyRing, random: Random): KeyedRows =>
  sealedRows(ring, {
    name: 'remembered wallets',
    table: sql`compliance_wallets`,
    id: sql`id`,
    sealed: sql`sealed`,
    owner: sql`user_id || ':' || encode(payee_hash, 'hex')`,
    seal: sealOf(ring, random),
    place: (owner) => `wallet:${owner}`,
  });
