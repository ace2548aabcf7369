import { ACCOUNT_NAMES } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { postingsAfter, userAccount } from '@karat/domains/ledger';
import type { AccountId, Balance, StatementEntry } from '@karat/domains/ledger';
import { ZERO, plus } from '@karat/money';
import type { Tx } from '@karat/platform/db';
import type { PortfolioDeps } from './deps.ts';
import type { CountedBalance, Progress } from './state-store.ts';

/** Postings of one transaction. As many are read beyond it, so that no journal of it is cut. */
const PORTION = 4_000;
/** How far before the last read id a posting may have become visible later. */
const LATE_IDS = 2_000_000;

export const accountsOf = (user: UserId): AccountId[] => ACCOUNT_NAMES.map((name) => userAccount(user, name));

const keyOf = ({ account, currency }: Pick<Balance, 'account' | 'currency'>): string =>
  `${account}/${currency}`;

/** The next postings of a user, with the balances after them. */
export interface NextPostings {
  readonly postings: readonly StatementEntry[];
  readonly balances: readonly CountedBalance[];
  /** Every posting up to it was read. */
  readonly scanId: number;
  /** Whether these are all. */
  readonly complete: boolean;
}

/** Postings of whole journals: at the end of a portion those that begin after it wait. */
function wholeJournals(rows: readonly StatementEntry[], portion: number): readonly StatementEntry[] {
  const inside = new Set(rows.slice(0, portion).map(({ journalId }) => journalId));
  return rows.filter(({ journalId }) => inside.has(journalId));
}

/** Balances after some postings; undefined if a posting does not follow the one before it on its balance. */
function follow(
  before: readonly CountedBalance[],
  postings: readonly StatementEntry[],
): readonly CountedBalance[] | undefined {
  const balances = new Map(before.map((balance) => [keyOf(balance), balance]));
  for (const { id, account, currency, available, held, availableAfter, heldAfter } of postings) {
    const known = balances.get(keyOf({ account, currency }));
    const isNext =
      plus(known?.available ?? ZERO, available) === availableAfter &&
      plus(known?.held ?? ZERO, held) === heldAfter;
    if (!isNext) return undefined;
    const after = { account, currency, postingId: id, available: availableAfter, held: heldAfter };
    balances.set(keyOf(after), after);
  }
  return [...balances.values()];
}

/** Whether counted balances equal those of the ledger. */
export function areEqual(counted: readonly CountedBalance[], ledger: readonly Balance[]): boolean {
  const byKey = new Map(ledger.map((balance) => [keyOf(balance), balance]));
  const known = new Set(counted.map(keyOf));
  return (
    ledger.every((balance) => known.has(keyOf(balance))) &&
    counted.every((balance) => {
      const actual = byKey.get(keyOf(balance));
      return balance.available === (actual?.available ?? ZERO) && balance.held === (actual?.held ?? ZERO);
    })
  );
}

async function readFrom(
  deps: PortfolioDeps,
  tx: Tx,
  user: UserId,
  counted: readonly CountedBalance[],
  afterId: number,
): Promise<NextPostings | undefined> {
  const { portion = PORTION } = deps;
  const limit = 2 * portion;
  const accounts = accountsOf(user);
  const rows = await postingsAfter(tx, { accounts, afterId, seen: counted, limit });
  const isAll = rows.length < limit;
  const postings = isAll ? rows : wholeJournals(rows, portion);
  const balances = follow(counted, postings);
  if (!balances) return undefined;
  if (isAll && !areEqual(balances, await deps.ledger.balances(tx, accounts))) return undefined;
  const taken = new Set(postings.map(({ id }) => id));
  const waiting = rows.find(({ id }) => !taken.has(id));
  const scanId = waiting ? waiting.id - 1 : (rows.at(-1)?.id ?? afterId);
  return { postings, balances, scanId, complete: isAll };
}

/**
 * Reads the next postings of a user in one snapshot. A posting may become visible after one with a greater id on another balance:
 * then a balance does not follow from its postings, and the reading begins again before it. Throws if the balances of the ledger
 * do not follow from the postings at all, which is a bug.
 */
export async function nextPostings(
  deps: PortfolioDeps,
  tx: Tx,
  user: UserId,
  { scanId }: Pick<Progress, 'scanId'>,
  counted: readonly CountedBalance[],
): Promise<NextPostings> {
  for (const afterId of new Set([scanId, Math.max(0, scanId - LATE_IDS), 0])) {
    const next = await readFrom(deps, tx, user, counted, afterId);
    if (next) return next;
  }
  throw new Error(`balances of user ${user} do not follow from their postings`);
}
