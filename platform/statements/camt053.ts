import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { negate } from '@karat/money';
import type { Amount } from '@karat/money';
import { StatementError, accountOf, checkedStatement, dayOf, lineOf, signedDecimal, textOf } from './line.ts';
import type { Booking, Statement, StatementLine } from './line.ts';

const DEPTH_MAX = 32;
/** Risks of a document type: expanding entities, and references to other files. */
const FORBIDDEN = /<!(DOCTYPE|ENTITY|ELEMENT|ATTLIST|NOTATION)/i;

type Node = { readonly [name: string]: unknown };

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  // Amounts keep their digits.
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: true,
  processEntities: false,
  isArray: (name) => ['Stmt', 'Bal', 'Ntry', 'NtryDtls', 'TxDtls', 'Ustrd', 'Strd'].includes(name),
});

/**
 * Parses a CAMT.053 statement (ISO 20022): its account, opening and closing balance (OPBD or PRCD, and CLBD), and the
 * booked credits, one line for each transaction of an entry. Debits and reversals count in the balances and make no
 * line; pending entries are left out. No document types, no entities but the five of XML. Throws StatementError, also
 * if opening balance plus bookings is not the closing balance.
 */
export function readCamt053(bytes: Uint8Array): Statement {
  const text = textOf(bytes);
  if (FORBIDDEN.test(text)) throw new StatementError('document type');
  checkDepth(text);
  if (XMLValidator.validate(text) !== true) throw new StatementError('XML');
  const statements = list(at(parser.parse(text), 'Document', 'BkToCstmrStmt', 'Stmt'));
  if (statements.length !== 1) throw new StatementError('Document/BkToCstmrStmt/Stmt');
  const [statement] = statements;
  const account =
    words(at(statement, 'Acct', 'Id', 'IBAN')) || words(at(statement, 'Acct', 'Id', 'Othr', 'Id'));
  const opening = balanceOf(statement, 'OPBD', 'PRCD');
  const closing = balanceOf(statement, 'CLBD');
  if (opening.currency !== closing.currency) throw new StatementError('Bal currency');
  const booked = list(at(statement, 'Ntry'))
    .map((entry, index) => ({ entry, where: `Ntry ${index + 1}` }))
    .filter(({ entry }) => isBooked(entry));
  for (const { entry, where } of booked)
    if (moneyOf(entry).currency !== opening.currency) throw new StatementError(`${where} currency`);
  const found = {
    account: accountOf(account, 'Stmt/Acct/Id'),
    currency: opening.currency,
    ...rangeOf(statement, opening.day, closing.day),
    opening: opening.amount,
    closing: closing.amount,
    lines: booked.flatMap(({ entry, where }) => linesOf(entry, where)),
  };
  return checkedStatement(
    found,
    booked.map(({ entry, where }) => bookingOf(entry, where)),
  );
}

/** Returns a balance of one of the types, which must be unique; negative if it is a debit. */
function balanceOf(statement: unknown, ...types: readonly string[]) {
  const place = `Bal ${types.join(' or ')}`;
  for (const type of types) {
    const found = list(at(statement, 'Bal')).filter(
      (each) => words(at(each, 'Tp', 'CdOrPrtry', 'Cd')) === type,
    );
    if (found.length > 1) throw new StatementError(place);
    const [balance] = found;
    if (!balance) continue;
    const day = dayOf(words(at(balance, 'Dt', 'Dt')) || words(at(balance, 'Dt', 'DtTm')), `${place} date`);
    return { amount: signedOf(balance, place), currency: moneyOf(balance).currency, day };
  }
  throw new StatementError(place);
}

/** Returns an amount with the sign of its indicator. */
function signedOf(node: unknown, where: string): Amount {
  const value = signedDecimal(moneyOf(node).amount);
  const indicator = words(at(node, 'CdtDbtInd'));
  if (value === undefined || value < 0n || (indicator !== 'CRDT' && indicator !== 'DBIT'))
    throw new StatementError(`${where} amount`);
  return indicator === 'CRDT' ? value : negate(value);
}

/** Returns the days of a statement, else those of its balances. */
function rangeOf(statement: unknown, opening: string, closing: string): { from: string; to: string } {
  const [from, to] = ['FrDtTm', 'ToDtTm'].map((name) => words(at(statement, 'FrToDt', name)));
  return {
    from: from ? dayOf(from, 'FrToDt') : opening,
    to: to ? dayOf(to, 'FrToDt') : closing,
  };
}

const bookingOf = (entry: unknown, where: string): Booking => ({
  amount: signedOf(entry, where),
  bookedOn: dayOf(dateOf(entry), `${where} booking_date`),
  where,
});

const dateOf = (entry: unknown): string =>
  words(at(entry, 'BookgDt', 'Dt')) || words(at(entry, 'BookgDt', 'DtTm'));

/** Deep nesting is refused before any recursion. */
function checkDepth(text: string): void {
  let depth = 0;
  for (const [tag] of text.matchAll(/<\/?[A-Za-z_][^<>]*>/g)) {
    if (tag.startsWith('</')) depth -= 1;
    else if (!tag.endsWith('/>')) depth += 1;
    if (depth > DEPTH_MAX) throw new StatementError('nesting');
  }
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const list = (value: unknown): readonly unknown[] =>
  value === undefined || value === '' ? [] : Array.isArray(value) ? value : [value];

/** Returns the node under a path of names; of a list, its first item. */
function at(value: unknown, ...path: readonly string[]): unknown {
  let found: unknown = value;
  for (const name of path) {
    const node: unknown = Array.isArray(found) ? found[0] : found;
    found = isNode(node) && Object.hasOwn(node, name) ? node[name] : undefined;
  }
  return found;
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
/** Returns the text of an element with the five entities of XML. */
function words(value: unknown): string {
  const text = isNode(value) ? value['#text'] : value;
  if (typeof text !== 'string') return '';
  return text.replaceAll(/&(lt|gt|amp|quot|apos);/g, (all, name: string) => ENTITIES[name] ?? all);
}

/** Booked: `<Sts>BOOK</Sts>` up to version 6, `<Sts><Cd>BOOK</Cd></Sts>` after. */
const isBooked = (entry: unknown): boolean =>
  (words(at(entry, 'Sts')) || words(at(entry, 'Sts', 'Cd'))) === 'BOOK';

function linesOf(entry: unknown, where: string): StatementLine[] {
  const isCredit = words(at(entry, 'CdtDbtInd')) === 'CRDT' && words(at(entry, 'RvslInd')) !== 'true';
  if (!isCredit) return [];
  const bookedOn = dateOf(entry);
  const reference = words(at(entry, 'AcctSvcrRef'));
  const transactions = list(at(entry, 'NtryDtls')).flatMap((details) => list(at(details, 'TxDtls')));
  if (transactions.length <= 1) {
    const [only] = transactions;
    const own = reference || words(at(only, 'Refs', 'AcctSvcrRef'));
    return [lineOf({ ...remittanceOf(only), ...moneyOf(entry), bookedOn, bankReference: own }, where)];
  }
  const parts = transactions.map((each) => signedDecimal(moneyOf(each).amount) ?? 0n);
  if (parts.reduce((sum: bigint, part) => sum + part, 0n) !== signedDecimal(moneyOf(entry).amount))
    throw new StatementError(`${where} TxDtls amounts`);
  return transactions.map((each, index) => {
    const own = words(at(each, 'Refs', 'AcctSvcrRef')) || `${reference}/${index + 1}`;
    const place = `${where} TxDtls ${index + 1}`;
    return lineOf({ ...remittanceOf(each), ...moneyOf(each), bookedOn, bankReference: own }, place);
  });
}

function moneyOf(node: unknown): { amount: string; currency: string } {
  const found = at(node, 'Amt') ?? at(node, 'AmtDtls', 'TxAmt', 'Amt');
  return { amount: words(found), currency: words(at(found, '@Ccy')) };
}

function remittanceOf(transaction: unknown): { payer: string; remittance: string } {
  const debtor = at(transaction, 'RltdPties', 'Dbtr');
  const structured = list(at(transaction, 'RmtInf', 'Strd')).map((each) =>
    words(at(each, 'CdtrRefInf', 'Ref')),
  );
  const free = list(at(transaction, 'RmtInf', 'Ustrd')).map(words);
  return {
    payer: words(at(debtor, 'Nm')) || words(at(debtor, 'Pty', 'Nm')),
    remittance: [...structured, ...free].filter((text) => text !== '').join(' '),
  };
}
