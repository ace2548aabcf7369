import { artworkAt, contentsTotal, drawMessage, drawPosition } from '@karat/rules';
import type { BoxContent } from '@karat/rules';
import { fact, wholeFact } from '../formula.ts';
import type { Facts, Formula } from '../formula.ts';
import { bytesToHex, hmacSha256, sha256Hex } from '../sha256.ts';

const PART = /^([1-9][0-9]{0,11}):(0|[1-9][0-9]{0,5})$/;

/** Contents of boxes as a text, `12:5,13:20`: artworks with the number of their editions, in the order of the draw. */
const contentsText = (contents: readonly BoxContent[]): string =>
  contents.map(({ artwork, count }) => `${artwork}:${count}`).join(',');

/** Reads contents; a malformed text and a repeated artwork throw RangeError. */
export function readContents(text: string): BoxContent[] {
  const contents = text.split(',').map((part) => {
    const [, artwork, count] = PART.exec(part) ?? [];
    if (artwork === undefined || count === undefined) throw new RangeError(`no contents of a box: ${part}`);
    return { artwork: Number(artwork), count: Number(count) };
  });
  if (new Set(contents.map(({ artwork }) => artwork)).size < contents.length)
    throw new RangeError('contents name an artwork twice');
  return contents;
}

/** The commitment to a server seed that is published before the sale. */
export const seedHashOf = (serverSeed: string): string => sha256Hex(serverSeed);

/** The text whose hash is published before the sale: series, hash of the server seed, contents. */
export const boxContentsText = (series: string, seedHash: string, contents: readonly BoxContent[]): string =>
  `karat-boxes-v1|${series}|${seedHash}|${contentsText(contents)}`;

/** A draw: its hash in hex, the position among the remaining editions, and the artwork there. */
export interface BoxDraw {
  readonly hash: string;
  readonly position: number;
  readonly artwork: number;
}

export interface BoxSeeds {
  readonly serverSeed: string;
  readonly buyerSeed: string;
  /** Number of the box in its series, and of the buyer's boxes in it, both from 1. */
  readonly box: number;
  readonly nonce: number;
}

/** Draws from the editions that remain before this box. Nothing remaining throws RangeError. */
export function drawBox(seeds: BoxSeeds, remaining: readonly BoxContent[]): BoxDraw {
  const hash = hmacSha256(seeds.serverSeed, drawMessage(seeds.buyerSeed, seeds.box, seeds.nonce));
  const position = drawPosition(hash, contentsTotal(remaining));
  return { hash: bytesToHex(hash), position, artwork: artworkAt(remaining, position) };
}

export interface BoxFacts extends BoxSeeds {
  readonly series: string;
  readonly contents: readonly BoxContent[];
  readonly remaining: readonly BoxContent[];
}

/** A draw as its receipt states it; the server seed is revealed by then. */
export const boxFacts = (facts: BoxFacts): Facts => {
  const seedHash = seedHashOf(facts.serverSeed);
  return {
    series: facts.series,
    contents: contentsText(facts.contents),
    seed_hash: seedHash,
    contents_hash: sha256Hex(boxContentsText(facts.series, seedHash, facts.contents)),
    server_seed: facts.serverSeed,
    buyer_seed: facts.buyerSeed,
    box: String(facts.box),
    nonce: String(facts.nonce),
    remaining: contentsText(facts.remaining),
  };
};

/** Throws RangeError unless the remaining editions can be those of a box of the contents. */
function checkRemaining(
  contents: readonly BoxContent[],
  remaining: readonly BoxContent[],
  box: number,
): void {
  const fits =
    remaining.length === contents.length &&
    remaining.every(({ artwork, count }, index) => {
      const all = contents[index];
      return all !== undefined && all.artwork === artwork && count <= all.count;
    });
  if (!fits) throw new RangeError('the remaining editions are not of these contents');
  if (contentsTotal(contents) - contentsTotal(remaining) !== box - 1)
    throw new RangeError(`box ${box} does not follow from what remains`);
}

export const boxFormula: Formula = {
  id: 'nft-box/1',
  text:
    'contents lists artwork:editions of all boxes; remaining those before this box, whose number is box (from 1). seed_hash = ' +
    'SHA-256 of server_seed. contents_hash = SHA-256 of karat-boxes-v1|series|seed_hash|contents; both were published before the ' +
    'sale. draw = HMAC-SHA-256 with the key server_seed of buyer_seed:box:nonce (texts in UTF-8), where nonce counts the boxes ' +
    'of the buyer in the series. position = draw as a big-endian number modulo the sum of remaining. artwork = the one at this ' +
    'position when the remaining editions are counted from 0 in their order.',
  ranges: () => [],
  choose: () => [],
  result(order) {
    const contents = readContents(fact(order, 'contents'));
    const remaining = readContents(fact(order, 'remaining'));
    const seeds = {
      serverSeed: fact(order, 'server_seed'),
      buyerSeed: fact(order, 'buyer_seed'),
      box: wholeFact(order, 'box'),
      nonce: wholeFact(order, 'nonce'),
    };
    const seedHash = seedHashOf(seeds.serverSeed);
    if (seedHash !== fact(order, 'seed_hash'))
      throw new RangeError('the server seed is not the committed one');
    if (
      sha256Hex(boxContentsText(fact(order, 'series'), seedHash, contents)) !== fact(order, 'contents_hash')
    )
      throw new RangeError('the contents are not the committed ones');
    checkRemaining(contents, remaining, seeds.box);
    const draw = drawBox(seeds, remaining);
    return { draw: draw.hash, position: String(draw.position), artwork: String(draw.artwork) };
  },
};
