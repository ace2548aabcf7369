import type { VipLevels } from '@karat/domains/growth';
import { createNft, createSeedSeal } from '@karat/domains/nft';
import type { Nft } from '@karat/domains/nft';
import { rate } from '@karat/money';
import type { Rate } from '@karat/money';
import { openDerivedSigner } from '@karat/platform/crypto';
import { HOUR_MS, MINUTE_MS } from '@karat/rules';
import type { Config } from '../config.ts';
import type { CoreServices } from './core-services.ts';
import type { Money } from './money.ts';
import type { People } from './people.ts';
import type { Prices } from './prices.ts';

const BASIS_POINT = rate('0.0001');
const share = (basisPoints: number) => rate(BigInt(basisPoints) * BASIS_POINT);

/** Fee of sales without a discount. */
export const nftFeeRate = ({ nft }: Pick<Config, 'nft'>): Rate => share(nft.feeBasisPoints);

export const policyOf = ({ nft }: Pick<Config, 'nft'>) => ({
  feeRate: nftFeeRate({ nft }),
  marginRate: share(nft.marginBasisPoints),
  maxRoyalty: share(nft.royaltyMaxBasisPoints),
  payMs: nft.payHours * HOUR_MS,
  windowMs: nft.extensionMinutes * MINUTE_MS,
  maxExtensions: nft.extensionsMax,
});

/** Builds the NFT marketplace. */
export async function createNftMarket({
  config,
  ctx,
  identity,
  ledger,
  messages,
  outflow,
  platform,
  proofs,
  keys,
  lasting,
  signing,
  vip,
}: CoreServices & Prices & People & Pick<Money, 'outflow'> & { readonly vip: VipLevels }): Promise<Nft> {
  return createNft({
    ctx,
    ledger,
    messages,
    proofs,
    outflow,
    files: platform.files,
    people: (db, users) => identity.users(db, users),
    seal: createSeedSeal(keys, ctx.random),
    signer: await openDerivedSigner(ctx, 'nft-provenance', signing),
    secret: lasting.ownerTags,
    policy: policyOf(config),
    feeDiscount: (user) => vip.feeDiscount(user),
  });
}
