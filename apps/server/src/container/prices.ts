import { createMarket, createSeeds } from '@karat/domains/market';
import type { Breaker, MarketData } from '@karat/domains/market';
import { createLiabilities, createProofs } from '@karat/domains/proofs';
import type { Liabilities, Proofs } from '@karat/domains/proofs';
import { createActionCalendar } from '@karat/domains/stocks';
import type { ActionCalendar } from '@karat/domains/stocks';
import { rate } from '@karat/money';
import { openDerivedSigner, openSigner } from '@karat/platform/crypto';
import type { Config } from '../config.ts';
import { sourcesOf } from '../sources.ts';
import type { CoreServices } from './core-services.ts';

/** The index and its signatures. */
export interface Prices {
  /** Splits and dividends for the index; loaded before it starts. */
  readonly actions: ActionCalendar;
  readonly market: MarketData;
  readonly proofs: Proofs;
  readonly liabilities: Liabilities;
}

const BASIS_POINT = rate('0.0001');
const breakerOf = ({ breaker: { spreadBasisPoints, sourcesMin } }: Config): Breaker => ({
  spread: rate(BASIS_POINT * BigInt(spreadBasisPoints)),
  sourcesMin,
});

export async function createPrices({ config, ctx, ledger, signing }: CoreServices): Promise<Prices> {
  const signer = await openSigner(ctx, 'index-ticks', signing);
  const actions = createActionCalendar();
  const sources = sourcesOf(config, ctx, createSeeds(ctx), actions);
  const market = await createMarket({ ctx, sources, signer, actions, breaker: breakerOf(config) });
  const proofs = createProofs({ ctx, signer: await openDerivedSigner(ctx, 'receipts', signing) });
  const liabilities = createLiabilities({
    ctx,
    ledger,
    signer: await openDerivedSigner(ctx, 'liabilities', signing),
  });
  return { actions, market, proofs, liabilities };
}
