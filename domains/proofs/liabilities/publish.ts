import type { CurrencyId } from '@karat/contract';
import { allHoldings } from '@karat/domains/ledger';
import type { Ledger } from '@karat/domains/ledger';
import { NO_STATEMENT, rootOf, statementBytes, statementHash, statementText } from '@karat/evidence';
import type { CurrencyLiability, LiabilityStatement } from '@karat/evidence';
import { format } from '@karat/money';
import type { Context } from '@karat/platform/context';
import type { Signer } from '@karat/platform/crypto';
import { sql } from '@karat/platform/db';
import type { Tx } from '@karat/platform/db';
import { DAY_MS, utcDay } from '@karat/rules';
import { groupHolders, sha256 } from './leaves.ts';
import type { Holder } from './leaves.ts';
import { deleteLeavesBefore, insertGroups, insertStatement, newestStatement } from './store.ts';

export interface LiabilityDeps {
  readonly ctx: Pick<Context, 'db' | 'clock' | 'random' | 'log'>;
  readonly ledger: Pick<Ledger, 'currencies'>;
  readonly signer: Signer;
}

/** Days after which a balance can no longer be proved; the statements themselves stay. */
export const LEAVES_KEPT_DAYS = 30;
const SECRET_BYTES = 32;

async function holdersByCurrency(tx: Tx): Promise<Map<CurrencyId, Holder[]>> {
  const holders = new Map<CurrencyId, Holder[]>();
  for await (const batch of allHoldings(tx))
    for (const { currency, userId, amount } of batch) {
      const own = holders.get(currency);
      if (own) own.push({ userId, amount });
      else holders.set(currency, [{ userId, amount }]);
    }
  return holders;
}

async function publishDay({ ctx, ledger, signer }: LiabilityDeps, tx: Tx): Promise<number> {
  // One state of the ledger for all balances, read after the lock: a second process finds the statement of the first.
  await tx.run(sql`set transaction isolation level repeatable read`);
  await tx.run(sql`lock table proofs_liabilities in share row exclusive mode`);
  await tx.run(sql`set local statement_timeout = 0`);
  const at = ctx.clock.now();
  const day = utcDay(at);
  const last = await newestStatement(tx);
  if (last && last.day >= day) return 0;
  const holders = await holdersByCurrency(tx);
  const secret = Buffer.from(ctx.random.bytes(SECRET_BYTES));
  const currencies: CurrencyLiability[] = [];
  const trees: { readonly id: CurrencyId; readonly groups: Awaited<ReturnType<typeof groupHolders>> }[] = [];
  for (const { id, code } of await ledger.currencies(tx)) {
    const own = holders.get(id);
    if (!own) continue;
    const groups = await groupHolders(secret, code, own);
    const root = rootOf(
      groups.map(({ node }) => node),
      sha256,
    );
    currencies.push({ currency: code, holders: own.length, total: format(root.sum), root: root.hash });
    trees.push({ id, groups });
  }
  const previous = last?.hash ?? NO_STATEMENT;
  const statement: LiabilityStatement = {
    type: 'karat-liabilities',
    version: 1,
    day,
    at,
    previous,
    currencies,
  };
  const body = statementText(statement);
  const signature = signer.sign(statementBytes(body)).toString('base64');
  const row = { day, body, hash: statementHash(body), keyId: signer.keyId, signature };
  await insertStatement(tx, row, secret, at);
  for (const { id, groups } of trees) await insertGroups(tx, day, id, groups);
  await deleteLeavesBefore(tx, utcDay(at - LEAVES_KEPT_DAYS * DAY_MS));
  return 1;
}

/**
 * Publishes the statement of the present day (UTC) if there is none, in one transaction: balances of all users of one moment, their
 * trees and the signature. Returns 1 if it did. Days without a server have no statement.
 */
export async function publishLiabilities(deps: LiabilityDeps): Promise<number> {
  const last = await newestStatement(deps.ctx.db);
  if (last && last.day >= utcDay(deps.ctx.clock.now())) return 0;
  return deps.ctx.db.transact((tx) => publishDay(deps, tx));
}

/** Time of the next statement, unix ms. */
export async function nextStatement({ ctx }: Pick<LiabilityDeps, 'ctx'>): Promise<number> {
  const last = await newestStatement(ctx.db);
  return last ? Date.parse(last.day) + DAY_MS : ctx.clock.now();
}
