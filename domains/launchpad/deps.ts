import type { CurrencyId } from '@karat/contract';
import type { Ledger } from '@karat/domains/ledger';
import type { MarketData } from '@karat/domains/market';
import type { Messages } from '@karat/domains/messages';
import type { Proofs } from '@karat/domains/proofs';
import type { Context } from '@karat/platform/context';
import type { Queries } from '@karat/platform/db';
import type { Files } from '@karat/platform/files';

/** Steps of a batch at which tests kill the process. */
export type BatchStep = 'started' | 'claimed' | 'posted' | 'written' | 'opened';

export interface LaunchpadDeps {
  readonly ctx: Context;
  readonly ledger: Ledger;
  readonly market: Pick<MarketData, 'listMarket' | 'prices'>;
  readonly proofs: Pick<Proofs, 'check' | 'owe' | 'newest'>;
  readonly messages: Pick<Messages, 'notify' | 'notifyAll'>;
  readonly files: Pick<Files, 'keep' | 'owned' | 'open'>;
  /** Pause between two polls of due work, ms. */
  readonly pollMs?: number;
  /** Maximum applications, holders or payments of one transaction. */
  readonly batch?: number;
  readonly onStep?: (step: BatchStep) => void;
}

/** Kind of the receipts of allotments. */
export const RECEIPT_KIND = 'launchpad';

/** Codes of currencies by id. */
export async function readCurrencyCodes(
  { ledger }: Pick<LaunchpadDeps, 'ledger'>,
  queries: Queries,
): Promise<(id: CurrencyId) => string> {
  const codes = new Map((await ledger.currencies(queries)).map(({ id, code }) => [id, code]));
  return (id) => codes.get(id) ?? String(id);
}
