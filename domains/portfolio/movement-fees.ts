import type { CurrencyId, JournalKind, MarketId, UserId } from '@karat/contract';
import type { Movement } from '@karat/domains/ledger';
import { fillFeesAt, fillFeesOf } from '@karat/domains/spot';
import type { FillFee } from '@karat/domains/spot';
import { conversionFeesOf } from '@karat/domains/wallet';
import { withdrawalFeesOf } from '@karat/domains/withdrawals';
import { plus } from '@karat/money';
import type { Queries } from '@karat/platform/db';
import { movementKey } from './deps.ts';
import type { PortfolioFees } from './deps.ts';
import type { FeePart } from './types.ts';

const FILLS = 5_000;

/** What names a movement or an event of the history. */
type FeeBearing = Pick<Movement, 'kind' | 'reference' | 'at'>;

/** Currencies of a market. */
export type MarketCurrencies = (id: MarketId) => { readonly base: CurrencyId; readonly quote: CurrencyId };

/** Fees of a user's fills in one role up to a moment, from one after an id. */
async function fillsUntil(
  db: Queries,
  user: UserId,
  role: 'maker' | 'taker',
  after: number,
  untilMs: number,
): Promise<FillFee[]> {
  const fills: FillFee[] = [];
  for (;;) {
    const rows = await fillFeesOf(db, user, role, fills.at(-1)?.fillId ?? after, FILLS);
    const own = rows.filter(({ at }) => at <= untilMs);
    fills.push(...own);
    if (rows.length < FILLS || own.length < rows.length) return fills;
  }
}

/** Adds a fee to those of a movement, one for each currency. */
function addFee(fees: Map<string, FeePart[]>, key: string, { currency, amount }: FeePart): void {
  const parts = fees.get(key) ?? [];
  const index = parts.findIndex((part) => part.currency === currency);
  const part = parts[index];
  if (part) parts[index] = { currency, amount: plus(part.amount, amount) };
  else parts.push({ currency, amount });
  fees.set(key, parts);
}

const ofKind = <M extends FeeBearing>(movements: readonly M[], kind: JournalKind): M[] =>
  movements.filter((movement) => movement.kind === kind);

const spotKey = ({ takerOrder, at }: FillFee): string =>
  movementKey({ kind: 'spot:trade', reference: `order:${takerOrder}`, at });

/** Adds the fee of a fill to those of its trade. */
function addFillFee(fees: Map<string, FeePart[]>, fill: FillFee, marketOf: MarketCurrencies): void {
  const { base, quote } = marketOf(fill.marketId);
  if (fill.fee > 0n) addFee(fees, spotKey(fill), { currency: fill.buys ? base : quote, amount: fill.fee });
}

/** Adds the fees of movements whose reference is the number of a conversion or a withdrawal. */
async function addReferencedFees(
  fees: Map<string, FeePart[]>,
  queries: Queries,
  user: UserId,
  movements: readonly FeeBearing[],
  withdrawal: 'withdrawal:hold' | 'withdrawal:paid',
): Promise<void> {
  for (const [kind, read] of [
    ['convert', conversionFeesOf],
    [withdrawal, withdrawalFeesOf],
  ] as const) {
    const own = ofKind(movements, kind);
    if (own.length === 0) continue;
    const rows = await read(
      queries,
      user,
      own.map(({ reference }) => Number(reference)),
    );
    const byId = new Map(rows.map((row) => [row.id, row]));
    for (const movement of own) {
      const row = byId.get(Number(movement.reference));
      if (row && row.fee > 0n)
        addFee(fees, movementKey(movement), { currency: row.currency, amount: row.fee });
    }
  }
}

/** Fees of trades, conversions and withdrawals, from the rows of their domains. */
export const createMovementFees = (marketOf: MarketCurrencies): PortfolioFees => ({
  async read(queries, user, { movements, cursors, untilMs }) {
    const fees = new Map<string, FeePart[]>();
    const lastFill = { ...cursors };
    if (ofKind(movements, 'spot:trade').length > 0)
      for (const role of ['maker', 'taker'] as const) {
        const fills = await fillsUntil(queries, user, role, cursors[role], untilMs);
        for (const fill of fills) addFillFee(fees, fill, marketOf);
        lastFill[role] = fills.at(-1)?.fillId ?? cursors[role];
      }
    await addReferencedFees(fees, queries, user, movements, 'withdrawal:paid');
    return { fees, cursors: lastFill };
  },
});

/** Fees of a few events of a user's history, in their order. A withdrawal's fee belongs to its request. */
export const createEventFees =
  (marketOf: MarketCurrencies) =>
  async (
    queries: Queries,
    user: UserId,
    events: readonly FeeBearing[],
  ): Promise<readonly (readonly FeePart[])[]> => {
    const fees = new Map<string, FeePart[]>();
    const trades = ofKind(events, 'spot:trade');
    if (trades.length > 0)
      for (const fill of await fillFeesAt(
        queries,
        user,
        trades.map(({ at }) => at),
      ))
        addFillFee(fees, fill, marketOf);
    await addReferencedFees(fees, queries, user, events, 'withdrawal:hold');
    return events.map((event) => fees.get(movementKey(event)) ?? []);
  };
