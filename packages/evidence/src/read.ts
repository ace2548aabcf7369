import type { Facts } from './formula.ts';
import type { Receipt, ReceiptTick, SignedReceipt } from './receipt.ts';

/** External input that does not have the required form. */
export class Malformed extends Error {}

type Fields = Readonly<Record<string, unknown>>;

const fail = (what: string): never => {
  throw new Malformed(what);
};
const fieldsOf = (value: unknown, what: string): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : fail(what);
const text = (fields: Fields, name: string): string => {
  const value = fields[name];
  return typeof value === 'string' ? value : fail(name);
};
const whole = (fields: Fields, name: string): number => {
  const value = fields[name];
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : fail(name);
};
const matching = (fields: Fields, name: string, form: RegExp): string => {
  const value = text(fields, name);
  return form.test(value) ? value : fail(name);
};

const HASH = /^[0-9a-f]{64}$/;
const DECIMAL = /^(0|[1-9][0-9]{0,17})(\.[0-9]{1,10})?$/;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const TICKS_MAX = 2_000;
const FACTS_MAX = 100;

function factsOf(value: unknown, what: string): Facts {
  const fields = fieldsOf(value, what);
  const facts: Record<string, string> = {};
  const names = Object.keys(fields);
  if (names.length > FACTS_MAX) fail(what);
  for (const name of names) facts[name] = text(fields, name);
  return facts;
}

function tickOf(value: unknown): ReceiptTick {
  const fields = fieldsOf(value, 'ticks');
  const source = text(fields, 'source');
  if (source !== 'live' && source !== 'simulated') return fail('source');
  return {
    market: whole(fields, 'market'),
    time: whole(fields, 'time'),
    price: matching(fields, 'price', DECIMAL),
    source,
    quotes: text(fields, 'quotes'),
    previous: matching(fields, 'previous', HASH),
    hash: matching(fields, 'hash', HASH),
  };
}

function receiptOf(value: unknown): Receipt {
  const fields = fieldsOf(value, 'receipt');
  const { ticks } = fields;
  const formula = fieldsOf(fields['formula'], 'formula');
  if (fields['type'] !== 'karat-receipt') fail('type');
  if (fields['version'] !== 1) fail('version');
  if (!Array.isArray(ticks) || ticks.length > TICKS_MAX) return fail('ticks');
  return {
    type: 'karat-receipt',
    version: 1,
    kind: text(fields, 'kind'),
    subject: text(fields, 'subject'),
    owner: matching(fields, 'owner', HASH),
    issued: whole(fields, 'issued'),
    order: factsOf(fields['order'], 'order'),
    ticks: ticks.map(tickOf),
    formula: { id: text(formula, 'id'), text: text(formula, 'text') },
    result: factsOf(fields['result'], 'result'),
  };
}

/**
 * Parses a receipt that was pasted, uploaded or downloaded: with or without the envelope of its call. Throws
 * `Malformed` with the name of the wrong field.
 */
export function readReceipt(json: string): SignedReceipt {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return fail('JSON');
  }
  const outer = fieldsOf(value, 'JSON');
  const fields = 'message' in outer ? fieldsOf(outer['message'], 'message') : outer;
  return {
    receipt: receiptOf(fields['receipt']),
    hash: matching(fields, 'hash', HASH),
    key: matching(fields, 'key', /^[0-9a-f]{16}$/),
    public_key: matching(fields, 'public_key', BASE64),
    signature: matching(fields, 'signature', BASE64),
  };
}
