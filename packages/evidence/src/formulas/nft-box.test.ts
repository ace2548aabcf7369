import { createHmac, createHash } from 'node:crypto';
import { contentsTotal, withoutOne } from '@karat/rules';
import { expect, test } from 'vitest';
import { boxContentsText, boxFacts, boxFormula, drawBox, readContents, seedHashOf } from './nft-box.ts';

const SEED = 'a3'.repeat(32);
const CONTENTS = readContents('12:2,13:8');
const FACTS = boxFacts({
  series: 'S0123456789A',
  contents: CONTENTS,
  remaining: CONTENTS,
  serverSeed: SEED,
  buyerSeed: 'lucky-number',
  box: 1,
  nonce: 1,
});

test('a draw is the HMAC of buyer seed, box and nonce with the server seed as key', () => {
  const hash = createHmac('sha256', SEED).update('lucky-number:1:1').digest('hex');
  const position = Number(BigInt(`0x${hash}`) % 10n);
  expect(boxFormula.result(FACTS, [])).toEqual({
    draw: hash,
    position: String(position),
    artwork: position < 2 ? '12' : '13',
  });
});

test('the commitments are plain SHA-256', () => {
  const sha = (text: string) => createHash('sha256').update(text).digest('hex');
  expect(seedHashOf(SEED)).toBe(sha(SEED));
  const text = boxContentsText('S0123456789A', sha(SEED), CONTENTS);
  expect(text).toBe(`karat-boxes-v1|S0123456789A|${sha(SEED)}|12:2,13:8`);
  expect(FACTS['contents_hash']).toBe(sha(text));
});

test('drawing all boxes empties the contents exactly', () => {
  let remaining = CONTENTS;
  const drawn = new Map<number, number>();
  for (let box = 1; box <= contentsTotal(CONTENTS); box += 1) {
    const { artwork } = drawBox({ serverSeed: SEED, buyerSeed: 'x'.repeat(8), box, nonce: box }, remaining);
    drawn.set(artwork, (drawn.get(artwork) ?? 0) + 1);
    remaining = withoutOne(remaining, artwork);
  }
  expect([...drawn].toSorted(([a], [b]) => a - b)).toEqual([
    [12, 2],
    [13, 8],
  ]);
  expect(contentsTotal(remaining)).toBe(0);
});

test.each([
  [{ server_seed: 'b4'.repeat(32) }, 'the server seed is not the committed one'],
  [{ seed_hash: '00'.repeat(32) }, 'the server seed is not the committed one'],
  [{ contents: '12:3,13:7', remaining: '12:3,13:7' }, 'the contents are not the committed ones'],
  [{ remaining: '12:3,13:7' }, 'the remaining editions are not of these contents'],
  [{ remaining: '13:2,12:8' }, 'the remaining editions are not of these contents'],
  [{ remaining: '12:2', box: '9' }, 'the remaining editions are not of these contents'],
  [{ remaining: '12:2,13:8,14:0' }, 'the remaining editions are not of these contents'],
  [{ box: '2' }, 'box 2 does not follow from what remains'],
  [{ remaining: '12:2,12:8' }, 'contents name an artwork twice'],
  [{ contents: '' }, 'no contents of a box'],
  [{ contents: '12:2,13' }, 'no contents of a box: 13'],
])('a draw with %j is refused', (change, why) => {
  expect(() => boxFormula.result({ ...FACTS, ...change }, [])).toThrow(new RegExp(`^${why}`, 'u'));
});
