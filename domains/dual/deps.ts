import type { MarketId } from '@karat/contract';
import type { Ledger } from '@karat/domains/ledger';
import type { MarketData } from '@karat/domains/market';
import type { Messages } from '@karat/domains/messages';
import type { Proofs } from '@karat/domains/proofs';
import type { Context } from '@karat/platform/context';
import type { Queries } from '@karat/platform/db';

export interface DualDeps {
  readonly ctx: Context;
  readonly ledger: Ledger;
  readonly market: MarketData;
  readonly proofs: Pick<Proofs, 'leave'>;
  readonly messages: Pick<Messages, 'notify' | 'notifyAll'>;
  /** Pause between two looks at due settlements, ms. */
  readonly pollMs?: number;
  /** Maximum orders of one settling transaction. */
  readonly batch?: number;
  /** Called between the steps of a settlement, for tests that kill the process. */
  readonly onStep?: (step: 'claimed' | 'posted' | 'written') => void;
}

/** Kind of the receipts of dual currency orders. */
export const RECEIPT_KIND = 'dual';

/** Name of a market, `BTC/USDT`. */
export const symbolOf = ({ market }: Pick<DualDeps, 'market'>, id: MarketId): string =>
  market.instruments.need(id).symbol;

/** Codes of currencies by id. */
export async function readCurrencyCodes(
  { ledger }: Pick<DualDeps, 'ledger'>,
  queries: Queries,
): Promise<(id: number) => string> {
  const codes = new Map((await ledger.currencies(queries)).map(({ id, code }) => [Number(id), code]));
  return (id) => codes.get(id) ?? String(id);
}
