import { parse, price } from '@karat/money';
import { chainHash } from './chain.ts';
import { verifyEd25519 } from './ed25519.ts';
import type { Facts, TickRange } from './formula.ts';
import { formulaOf } from './formulas/index.ts';
import { receiptHash, receiptText, signedBytes } from './receipt.ts';
import type { Receipt, ReceiptTick, SignedReceipt } from './receipt.ts';
import { bytesFromBase64, keyIdOf } from './sha256.ts';
import { readTicksFile } from './ticks-file.ts';

/** Checks of a receipt, in this order. */
export const CHECKS = ['number', 'signature', 'key', 'hashes', 'chain', 'choice', 'result'] as const;
export type CheckName = (typeof CHECKS)[number];
/**
 * - `proved`: computed here, and it holds. - `failed`: it does not hold. - `open`: it could not be checked yet or not
 * here; `why` gives the missing part.
 */
export interface Check {
  readonly name: CheckName;
  readonly state: 'proved' | 'failed' | 'open';
  readonly why?: string;
}

export interface Evidence {
  /** Trusted public keys (base64) of receipts; empty: the key is not compared. */
  readonly receiptKeys: readonly string[];
  /** The same for heads of the tick chains. */
  readonly tickKeys: readonly string[];
  /** Fetches a range of published ticks as a file; undefined without a connection to the publisher. */
  readonly ticks?: (range: TickRange) => Promise<string>;
}

const proved = (name: CheckName): Check => ({ name, state: 'proved' });
const failed = (name: CheckName, why: string): Check => ({ name, state: 'failed', why });
const open = (name: CheckName, why: string): Check => ({ name, state: 'open', why });

async function checkSignature({
  receipt,
  public_key,
  signature,
  key,
  hash,
}: SignedReceipt): Promise<Check[]> {
  const text = receiptText(receipt);
  const number = receiptHash(text) === hash ? proved('number') : failed('number', receiptHash(text));
  const keyBytes = bytesFromBase64(public_key);
  const bytes = bytesFromBase64(signature);
  const holds = keyBytes && bytes && (await verifyEd25519(keyBytes, signedBytes(text), bytes));
  const named = keyBytes && keyIdOf(keyBytes) === key;
  return [number, holds && named ? proved('signature') : failed('signature', public_key)];
}

function checkKey({ public_key }: SignedReceipt, trusted: readonly string[]): Check {
  if (trusted.length === 0) return open('key', public_key);
  return trusted.includes(public_key) ? proved('key') : failed('key', public_key);
}

/** Every tick's hash follows from its content and the previous hash. */
function checkHashes({ ticks }: Receipt): Check {
  for (const tick of ticks) {
    const value = parse(tick.price);
    if (value === undefined || chainHash(tick.previous, { ...tick, price: price(value) }) !== tick.hash)
      return failed('hashes', String(tick.time));
  }
  return proved('hashes');
}

interface Published {
  readonly chain: Check;
  readonly ticks: readonly ReceiptTick[] | undefined;
}

/** The ranges that the rule reads, downloaded and verified under their signed heads. */
async function published(ranges: readonly TickRange[], evidence: Evidence): Promise<Published> {
  if (!evidence.ticks) return { chain: open('chain', 'offline'), ticks: undefined };
  const all: ReceiptTick[] = [];
  let unsigned = false;
  for (const range of ranges) {
    const file = await readTicksFile(await evidence.ticks(range));
    if (!file.ok) return { chain: failed('chain', `${file.line}: ${file.reason}`), ticks: undefined };
    if (file.market !== range.market)
      return { chain: failed('chain', String(file.market)), ticks: undefined };
    const foreign = file.keys.find((key) => evidence.tickKeys.length > 0 && !evidence.tickKeys.includes(key));
    if (foreign !== undefined) return { chain: failed('chain', foreign), ticks: undefined };
    const within = file.ticks.filter(({ time }) => time >= range.from && time <= range.to);
    unsigned ||= within.some(({ time }) => time > file.signedUpTo);
    // The price of a market's own order book proves nothing.
    all.push(...within.flatMap(({ source, ...tick }) => (source === 'book' ? [] : [{ ...tick, source }])));
  }
  return { chain: unsigned ? open('chain', 'unsigned') : proved('chain'), ticks: all };
}

const sameTicks = (a: readonly ReceiptTick[], b: readonly ReceiptTick[]): boolean =>
  a.length === b.length &&
  a.every(({ hash, market }, index) => hash === b[index]?.hash && market === b[index]?.market);
const sameFacts = (a: Facts, b: Facts): boolean =>
  Object.keys(a).length === Object.keys(b).length && Object.keys(a).every((name) => a[name] === b[name]);

/**
 * Verifies a receipt without trust in its source: its number, signature and key, the hashes of its ticks, that they
 * are exactly the published ones which its rule selects (downloaded anew, under signed heads), and that its rule gives
 * its result.
 */
export async function verifyReceipt(signed: SignedReceipt, evidence: Evidence): Promise<readonly Check[]> {
  const { receipt } = signed;
  const checks = [
    ...(await checkSignature(signed)),
    checkKey(signed, evidence.receiptKeys),
    checkHashes(receipt),
  ];
  const formula = formulaOf(receipt.formula.id);
  if (!formula || formula.text !== receipt.formula.text)
    return [
      ...checks,
      ...(['chain', 'choice', 'result'] as const).map((name) => open(name, receipt.formula.id)),
    ];
  try {
    const { chain, ticks } = await published(formula.ranges(receipt.order), evidence);
    checks.push(chain);
    if (!ticks) checks.push(open('choice', chain.why ?? ''));
    else if (ticks.length === 0 && receipt.ticks.length > 0) checks.push(open('choice', 'forgotten'));
    else if (sameTicks(formula.choose(receipt.order, ticks), receipt.ticks)) checks.push(proved('choice'));
    else checks.push(failed('choice', String(ticks.length)));
    const again = formula.result(receipt.order, receipt.ticks);
    checks.push(
      sameFacts(again, receipt.result) ? proved('result') : failed('result', JSON.stringify(again)),
    );
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const missing = CHECKS.filter((name) => !checks.some((check) => check.name === name));
    checks.push(
      ...missing.map((name) => (error instanceof RangeError ? failed(name, why) : open(name, why))),
    );
  }
  return checks;
}
