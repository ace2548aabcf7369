import { feesOfPositions } from '@karat/domains/contracts';
import { createGrowth } from '@karat/domains/growth';
import type { FeeSource, Growth } from '@karat/domains/growth';
import { USDT } from '@karat/domains/ledger';
import { debtsOfUsers } from '@karat/domains/loans';
import type { MarketData } from '@karat/domains/market';
import { feesOfFills } from '@karat/domains/spot';
import { MINUTE_MS } from '@karat/rules';
import type { CoreServices } from './core-services.ts';
import type { People } from './people.ts';
import type { Prices } from './prices.ts';

const contractFees: FeeSource = {
  name: 'contracts',
  async read(db, afterId, limit) {
    const { fees, ...range } = await feesOfPositions(db, afterId, limit);
    return { ...range, fees: fees.map((one) => ({ ...one, currency: USDT, volumeCurrency: USDT })) };
  },
};

/** Fees of contracts, and of each spot market. */
const sourcesOf = ({ instruments }: Pick<MarketData, 'instruments'>): readonly FeeSource[] => [
  contractFees,
  ...instruments.all().map((market) => ({
    name: `spot:${market.id}`,
    read: (...[db, afterId, limit]: Parameters<FeeSource['read']>) => feesOfFills(db, market, afterId, limit),
  })),
];

/** VIP levels; every product that charges fees reads them from memory. */
export const createGrowthOf = ({ ctx, ledger, market, messages }: CoreServices & People & Prices): Growth =>
  createGrowth({
    ctx,
    ledger,
    messages,
    priceOf: (currency) => market.prices.lastInUsdt(currency),
    sources: () => sourcesOf(market),
    debtsOf: debtsOfUsers,
    feesMs: MINUTE_MS,
  });
