import { Refusal, refuse } from '@karat/contract';
import { append } from '@karat/platform/audit';
import { sha256 } from '@karat/platform/crypto';
import type { OperatorCaller } from '@karat/platform/http';
import { StatementError, readCamt053, readCsvStatement } from '@karat/platform/statements';
import type { Statement } from '@karat/platform/statements';
import { insertLines, insertStatement } from './line-store.ts';
import type { NewLine } from './line-store.ts';
import type { BankAccount } from './offers.ts';
import type { FiatDeps } from './parts.ts';
import { findReference } from './reference.ts';
import { mismatchOf } from './rules.ts';
import { byReferences, owedOf } from './store.ts';

export interface Imported {
  readonly statementId: number;
  readonly lines: number;
  readonly added: number;
  readonly matched: number;
}

/**
 * Reads a bank statement and keeps its credits, each by account and bank reference once. Refuses `fiat_account_unknown`,
 * `fiat_statement_invalid` (names the place), `fiat_statement_account` (of another account, or in another currency).
 */
export async function importStatement(
  deps: FiatDeps,
  caller: OperatorCaller,
  file: { readonly account: string; readonly format: 'csv' | 'camt053'; readonly bytes: Uint8Array },
): Promise<Imported> {
  const account = file.account.replaceAll(/\s/g, '').toUpperCase();
  const bank = deps.offers.banks.find((each) => each.account === account) ?? refuse('fiat_account_unknown');
  const statement = checked(parsed(file.format, file.bytes), bank);
  const at = deps.ctx.clock.now();
  return deps.ctx.db.transact(async (tx) => {
    const lines = await matchedLines(deps, statement, account);
    const given = { account, format: file.format, sha256: sha256(file.bytes), importedBy: caller.login, at };
    const id = await insertStatement(tx, given);
    const added = await insertLines(tx, id, account, lines);
    await append(tx, {
      actor: caller.login,
      action: 'import statement',
      subject: `fiat_statement:${id}`,
      at,
      detail: {
        account,
        format: file.format,
        lines: lines.length,
        added,
        sha256: given.sha256.toString('hex'),
      },
    });
    const matched = lines.filter((line) => line.matched).length;
    return { statementId: id, lines: lines.length, added, matched };
  });
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

function checked(statement: Statement, bank: BankAccount): Statement {
  if (statement.account !== undefined && statement.account !== bank.account)
    refuse('fiat_statement_account', { account: statement.account.slice(0, 40) });
  const other = statement.lines.find((line) => line.currency !== bank.currency);
  if (other) refuse('fiat_statement_account', { account: `${other.bankReference} ${other.currency}` });
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
