import { createNft } from '@karat/domains/nft';
import type { Nft } from '@karat/domains/nft';
import { createSeal, keyedHash, openDerivedSigner } from '@karat/platform/crypto';
import type { CoreServices } from './core-services.ts';
import type { Money } from './money.ts';
import type { People } from './people.ts';
import type { Prices } from './prices.ts';

/** Builds the NFT marketplace. */
export async function createNftMarket({
  ctx,
  identity,
  ledger,
  messages,
  outflow,
  platform,
  proofs,
  secret,
  signing,
}: CoreServices & Prices & People & Pick<Money, 'outflow'>): Promise<Nft> {
  return createNft({
    ctx,
    ledger,
    messages,
    proofs,
    outflow,
    files: platform.files,
    people: (db, users) => identity.users(db, users),
    seal: createSeal(secret, 'nft-seeds', ctx.random),
    signer: await openDerivedSigner(ctx, 'nft-provenance', signing),
    secret: keyedHash(secret, 'nft-owner-tags'),
  });
}
