import { Refusal, refuse } from '@karat/contract';
import { append } from '@karat/platform/audit';
import { sha256 } from '@karat/platform/crypto';
import type { OperatorCaller } from '@karat/platform/http';
import { StatementError, readCamt053, readCsvStatement } from '@karat/platform/statements';
import type { Statement } from '@karat/platform/statements';
import { format } from '@karat/money';
import type { Tx } from '@karat/platform/db';
import { DAY_MS } from '@karat/rules';
import { insertLines } from './line-store.ts';
import type { NewLine } from './line-store.ts';
import type { BankAccount } from './offers.ts';
import type { FiatDeps } from './deps.ts';
import { findReference } from './reference.ts';
import { mismatchOf } from './rules.ts';
import { insertStatement, knownReference, lockLatest, sameFile, setLatest } from './statement-store.ts';
import { byReferences, owedOf } from './store.ts';

export interface Imported {
  readonly statementId: number;
  readonly lines: number;
  readonly matched: number;
  readonly statement: Statement;
}

interface File {
  readonly account: string;
  readonly format: 'csv' | 'camt053';
  readonly bytes: Uint8Array;
}

/**
 * Imports a bank statement and stores its credits. It must continue the previous statement of its account: the same
 * file, a known line, an earlier day or another opening balance stops the import. Refuses `fiat_account_unknown`,
 * `fiat_statement_invalid` (names the position), `fiat_statement_account` (of another account, or in another
 * currency), `fiat_statement_known`, `fiat_statement_overlap`, `fiat_statement_gap`.
 */
export async function importStatement(deps: FiatDeps, caller: OperatorCaller, file: File): Promise<Imported> {
  const account = file.account.replaceAll(/\s/g, '').toUpperCase();
  const bank = deps.offers.banks.find((each) => each.account === account) ?? refuse('fiat_account_unknown');
  const statement = checked(parsed(file.format, file.bytes), bank, deps.ctx.clock.now());
  const digest = sha256(file.bytes);
  const at = deps.ctx.clock.now();
  return deps.ctx.db.transact(async (tx) => {
    const previous = await follow(tx, statement, digest);
    const lines = await matchedLines(deps, statement, account);
    const { from, to, opening, closing } = statement;
    const proof = { account, format: file.format, sha256: digest, importedBy: caller.login, at };
    const id = await insertStatement(tx, { ...proof, from, to, opening, closing, previous });
    await setLatest(tx, account, id);
    await insertLines(tx, id, account, lines);
    await append(tx, {
      actor: caller.login,
      action: 'import statement',
      subject: `fiat_statement:${id}`,
      at,
      detail: {
        account,
        format: file.format,
        from,
        to,
        opening: format(opening),
        closing: format(closing),
        lines: lines.length,
        sha256: digest.toString('hex'),
      },
    });
    const matched = lines.filter((line) => line.matched).length;
    return { statementId: id, lines: lines.length, matched, statement };
  });
}

/** Verifies that a statement continues the previous one without gap and overlap. */
async function follow(tx: Tx, statement: Statement, digest: Buffer): Promise<number | null> {
  const { account, currency, from, opening, lines } = statement;
  const latest = await lockLatest(tx, account);
  const same = await sameFile(tx, account, digest);
  if (same) refuse('fiat_statement_known', { id: same.id, by: same.importedBy });
  if (latest && latest.to !== null && from < latest.to)
    refuse('fiat_statement_overlap', { what: from, last: latest.to });
  const known = await knownReference(
    tx,
    account,
    lines.map(({ bankReference }) => bankReference),
  );
  if (known !== undefined) refuse('fiat_statement_overlap', { what: known, last: latest?.to ?? '' });
  if (latest && latest.closing !== null && latest.closing !== opening)
    refuse('fiat_statement_gap', {
      opening: format(opening),
      closing: format(latest.closing),
      currency,
      day: latest.to ?? '',
    });
  return latest?.id ?? null;
}

function parsed(format: 'csv' | 'camt053', bytes: Uint8Array): Statement {
  try {
    return format === 'csv' ? readCsvStatement(bytes) : readCamt053(bytes);
  } catch (failure) {
    if (failure instanceof StatementError)
      throw new Refusal('fiat_statement_invalid', { where: failure.where });
    throw failure;
  }
}

function checked(statement: Statement, bank: BankAccount, now: number): Statement {
  if (statement.account !== bank.account)
    refuse('fiat_statement_account', { account: statement.account.slice(0, 40) });
  if (statement.currency !== bank.currency)
    refuse('fiat_statement_account', { account: `${statement.account} ${statement.currency}` });
  // Somewhere the local date is a day ahead of UTC.
  if (statement.to > new Date(now + DAY_MS).toISOString().slice(0, 10))
    refuse('fiat_statement_invalid', { where: statement.to });
  return statement;
}

async function matchedLines(deps: FiatDeps, { lines }: Statement, account: string): Promise<NewLine[]> {
  const named = lines.map((line) => ({ ...line, reference: findReference(line.remittance) ?? null }));
  const references = named.flatMap(({ reference }) => reference ?? []);
  const orders = new Map((await byReferences(deps.ctx.db, references)).map((each) => [each.reference, each]));
  return named.map((line) => {
    const order = orders.get(line.reference ?? '');
    return { ...line, matched: mismatchOf(order && owedOf(order), { ...line, account }) === undefined };
  });
}
