import { refuse } from '@karat/contract';
import { canonicalJson } from '@karat/evidence';
import { format } from '@karat/money';
import { findArtist } from './artist-store.ts';
import { findArtwork } from './artwork-store.ts';
import { currenciesOf, ownerTag } from './deps.ts';
import type { NftDeps } from './deps.ts';
import { itemByCode, stepsOf } from './item-store.ts';

/** Steps of one document. */
const STEPS_MAX = 10_000;

/**
 * The ownership of a work as a JSON document: its text is the canonical JSON that the signature (Ed25519, base64) stands for. Owners
 * are tags, the same for all works of the exchange. Refuses `nft_unknown`.
 */
export async function exportProvenance(
  deps: NftDeps,
  code: string,
): Promise<{ readonly name: string; readonly type: string; readonly body: Buffer }> {
  const { ctx, signer } = deps;
  const item = (await itemByCode(ctx.db, code)) ?? refuse('nft_unknown');
  const artwork = (await findArtwork(ctx.db, item.artworkId)) ?? refuse('nft_unknown');
  const artist = await findArtist(ctx.db, item.artist);
  const { rows } = await stepsOf(ctx.db, item.id, { page: 1, limit: STEPS_MAX });
  const currencyOf = await currenciesOf(deps, ctx.db);
  const document = {
    type: 'karat-nft-provenance',
    version: 1,
    code,
    name: artwork.name,
    artist: artist?.name ?? '',
    edition: item.edition,
    editions: artwork.editions,
    file_sha256: artwork.sha256,
    rule: 'hash = SHA-256 of karat-nft-v1|code|file_sha256|step|cause|from|to|price|currency|at|hash of the step before',
    steps: rows.toReversed().map((step) => ({
      step: step.step,
      cause: step.cause,
      from: step.from === undefined ? '' : ownerTag(deps, step.from),
      to: ownerTag(deps, step.to),
      price: step.price === undefined ? '' : format(step.price),
      currency: step.currency === undefined ? '' : currencyOf(step.currency).code,
      at: step.at,
      hash: step.hash,
    })),
    head: item.head,
    issued: ctx.clock.now(),
  };
  const text = canonicalJson(document);
  const signed = {
    document,
    key: signer.keyId,
    public_key: signer.publicKey.toString('base64'),
    signature: signer.sign(Buffer.from(text)).toString('base64'),
  };
  return {
    name: `provenance-${code}.json`,
    type: 'application/json; charset=utf-8',
    body: Buffer.from(canonicalJson(signed)),
  };
}
