import { feesOfPositions } from '@karat/domains/contracts';
import { createGrowth } from '@karat/domains/growth';
import type { FeeSource, Growth, GrowthDeps } from '@karat/domains/growth';
import { pairsOnOneDevice } from '@karat/domains/identity';
import type { InvitedPair } from '@karat/domains/identity';
import { HOUSE_SHARDS, USDT, houseAccount } from '@karat/domains/ledger';
import { refusedProofsOf } from '@karat/domains/fiat';
import { debtsOfUsers, loanHistoryOf } from '@karat/domains/loans';
import type { MarketData } from '@karat/domains/market';
import { unpaidAuctionsOf } from '@karat/domains/nft';
import { createPayeeHashing, pairsWithOnePayee } from '@karat/domains/payees';
import { SPOT_FEES, feesOfFills } from '@karat/domains/spot';
import { DEFAULT_CONVERSION_FEE } from '@karat/domains/wallet';
import type { InvitationSign, MarketId, UserId } from '@karat/contract';
import type { Queries } from '@karat/platform/db';
import { MINUTE_MS } from '@karat/rules';
import { nftFeeRate } from './nft.ts';
import type { CoreServices } from './core-services.ts';
import type { People } from './people.ts';
import type { Prices } from './prices.ts';

const contractFees: FeeSource = {
  name: 'contracts',
  product: 'contracts',
  async read(db, afterId, limit) {
    const { fees, ...range } = await feesOfPositions(db, afterId, limit);
    return { ...range, fees: fees.map((one) => ({ ...one, currency: USDT, volumeCurrency: USDT })) };
  },
};

/**
 * Fees of contracts, and of each spot market with outside prices: in a market that only its traders price, two accounts of one person
 * could make any volume.
 */
export const sourcesOf = ({ instruments }: Pick<MarketData, 'instruments'>): readonly FeeSource[] => [
  contractFees,
  ...instruments
    .all()
    .filter(({ pricing }) => pricing === 'sources')
    .map((market) => ({
      name: `spot:${market.id}`,
      product: 'spot' as const,
      read: (...[db, afterId, limit]: Parameters<FeeSource['read']>) =>
        feesOfFills(db, market, afterId, limit),
    })),
];

const SECOND_MS = 1_000;

/** What inviters have in common with the users whom they invited. */
const signsOf =
  ({ ctx, keys, verification }: Pick<CoreServices & People, 'ctx' | 'keys' | 'verification'>) =>
  async (
    db: Queries,
    pairs: readonly InvitedPair[],
  ): Promise<ReadonlyMap<UserId, readonly InvitationSign[]>> => {
    const users = pairs.map(({ inviter, invitee }) => [inviter, invitee] as const);
    const found: readonly (readonly [InvitationSign, readonly UserId[]])[] = [
      ['device', await pairsOnOneDevice(db, pairs)],
      ['payee', await pairsWithOnePayee(createPayeeHashing(keys, ctx.random), db, users)],
      ['document', await verification.pairsWithOneDocument(db, users)],
    ];
    return signsByInvitee(found);
  };

/** Returns all signs of each invited user. */
export function signsByInvitee(
  found: readonly (readonly [InvitationSign, readonly UserId[]])[],
): ReadonlyMap<UserId, readonly InvitationSign[]> {
  const signs = new Map<UserId, InvitationSign[]>();
  for (const [sign, invitees] of found)
    for (const invitee of invitees) signs.set(invitee, [...(signs.get(invitee) ?? []), sign]);
  return signs;
}

/** Returns the symbol of a market with contracts; undefined for any other. */
export function futuresSymbol(
  { instruments }: Pick<MarketData, 'instruments'>,
  id: MarketId,
): string | undefined {
  const found = instruments.find(id);
  return found?.openLever === true ? found.symbol : undefined;
}

/** VIP levels, invitations and rebates; every product that charges fees reads them from memory. */
export const createGrowthOf = (
  boostOrder: GrowthDeps['boostOrder'],
  { config, ctx, identity, keys, ledger, market, messages, verification }: CoreServices & People & Prices,
): Growth =>
  createGrowth({
    ctx,
    ledger,
    messages,
    priceOf: (currency) => market.prices.lastInUsdt(currency),
    sources: () => sourcesOf(market),
    debtsOf: debtsOfUsers,
    feesAccountOf: (product, user) =>
      product === 'spot' ? SPOT_FEES : houseAccount('fees', user % HOUSE_SHARDS),
    signsOf: signsOf({ ctx, keys, verification }),
    inviteCodeOf: async (db, user) => (await identity.users(db, [user]))[0]?.inviteCode,
    futuresSymbol: (id) => futuresSymbol(market, id),
    boostOrder,
    creditFactsOf: async (db, user) => ({
      level: await verification.levelOf(db, user),
      createdMs: (await identity.users(db, [user]))[0]?.createdMs ?? ctx.clock.now(),
      ...(await loanHistoryOf(db, user, ctx.clock.now())),
      auctionsUnpaid: await unpaidAuctionsOf(db, user),
      proofsRefused: await refusedProofsOf(db, user),
    }),
    feeRates: { conversion: DEFAULT_CONVERSION_FEE, nft: nftFeeRate(config) },
    rebateMs: config.rebateSeconds * SECOND_MS,
    feesMs: Math.min(MINUTE_MS, config.rebateSeconds * SECOND_MS),
  });
