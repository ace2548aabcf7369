import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inverseDown, price } from '@karat/money';
import type { Price } from '@karat/money';
import { BTC, USDT } from '@karat/domains/ledger';
import type { Currency } from '@karat/domains/ledger';
import { confirmOperator } from '@karat/domains/operators';
import { createWithdrawals } from '@karat/domains/withdrawals';
import type { Withdrawals, WithdrawalsDeps } from '@karat/domains/withdrawals';
import type { Identity } from '@karat/domains/identity';
import type { MarketData } from '@karat/domains/market';
import type { Wallet } from '@karat/domains/wallet';
import { openDerivedSigner, openSecret } from '@karat/platform/crypto';
import type { SecretSource, Signer } from '@karat/platform/crypto';
import type { Context } from '@karat/platform/context';
import type { Queries } from '@karat/platform/db';
import { createSigningClient } from '@karat/platform/signing';
import type { SigningClient } from '@karat/platform/signing';
import { operatorPasskeysOf } from './config.ts';
import type { Config } from './config.ts';

const ONE = price('1');

interface Joined extends Omit<WithdrawalsDeps, 'person' | 'confirmOperator' | 'approver' | 'btc'> {
  readonly identity: Identity;
  readonly signingKey: Omit<SecretSource, 'demo' | 'random'>;
}

/** Returns the value of a unit in USDT: coins by the fresh index, fiat by the stored rate. */
export const pricedBy =
  (market: MarketData, rates: () => Wallet['rates']) =>
  async (queries: Queries, { id, kind, code }: Currency): Promise<Price | undefined> => {
    if (id === USDT) return ONE;
    if (kind !== 'fiat') return market.prices.inUsdt(id);
    const kept = (await rates().current(queries)).find((rate) => rate.code === code);
    return kept === undefined ? undefined : inverseDown(kept.rate);
  };

/** Returns facts about the caller; a device is as old as its oldest open session. */
export const personBy =
  (identity: {
    readonly users: Identity['users'];
    readonly operators: Pick<Identity['operators'], 'sessions'>;
  }): WithdrawalsDeps['person'] =>
  async (queries, user, session) => {
    const [found] = await identity.users(queries, [user]);
    if (found === undefined) return undefined;
    const open = session === undefined ? [] : await identity.operators.sessions(queries, user);
    const device = open.find(({ id }) => id === session)?.device;
    const seen = open.filter((each) => each.device === device).map(({ createdMs }) => createdMs);
    return {
      frozen: found.status === 'frozen',
      createdAt: found.createdMs,
      deviceSince: device === undefined || seen.length === 0 ? undefined : Math.min(...seen),
    };
  };

/** Opens the connection to the signer; in production only if its key is set. */
export async function signingOf(config: Config, ctx: Context): Promise<SigningClient | undefined> {
  if (!config.demo && config.secrets.signerMac === undefined) return undefined;
  const secret = await openSecret({
    name: 'signer-line',
    configured: config.secrets.signerMac,
    variable: 'KARAT_SIGNER_LINE_KEY',
    directory: join(config.dataDir, 'keys'),
    demo: ctx.demo,
    random: ctx.random,
  });
  const socketPath = join(config.dataDir, 'signer', 'signer.sock');
  return createSigningClient({ socketPath, secret, clock: ctx.clock, random: ctx.random });
}

/**
 * In a demonstration the signer reads the approval key from here at its first start; in production an operator
 * configures it.
 */
async function publishKey({ dataDir }: Config, { publicKey }: Signer): Promise<void> {
  const directory = join(dataDir, 'keys');
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await writeFile(join(directory, 'approvals.pub'), publicKey.toString('hex'), { mode: 0o600 });
}

/** Opens withdrawals with their dependencies. */
export async function withdrawalsOf(config: Config, joined: Joined): Promise<Withdrawals> {
  const { ctx, identity, signingKey } = joined;
  const approver = await openDerivedSigner(ctx, 'withdrawal-approvals', signingKey);
  if (ctx.demo) await publishKey(config, approver);
  return createWithdrawals({
    ...joined,
    person: personBy(identity),
    confirmOperator: (tx, caller, factor, request) =>
      confirmOperator({ ctx, passkeys: operatorPasskeysOf(config) }, tx, caller, factor, request),
    approver,
    btc: BTC,
  });
}
