import * as z from 'zod';
import { get } from './call.ts';
import { optional, pageOf, paging, text, timeMs } from './scalars.ts';

const facts = z.record(z.string(), z.string());
const receiptTick = z.object({
  market: z.number(),
  /** Unix seconds. */
  time: z.number(),
  price: z.string(),
  source: z.enum(['live', 'simulated']),
  quotes: z.string(),
  previous: z.string(),
  hash: z.string(),
});

/** A published receipt; it contains no names. */
const signedReceipt = z.object({
  receipt: z.object({
    type: z.literal('karat-receipt'),
    version: z.literal(1),
    kind: z.string(),
    subject: z.string(),
    owner: z.string(),
    issued: timeMs,
    order: facts,
    ticks: z.array(receiptTick),
    formula: z.object({ id: z.string(), text: z.string() }),
    result: facts,
  }),
  hash: z.string(),
  key: z.string(),
  public_key: z.string(),
  signature: z.string(),
});

/** A day's statement of what users hold; `statement` is the signed content. */
const signedStatement = z.object({
  statement: z.object({
    type: z.literal('karat-liabilities'),
    version: z.literal(1),
    day: z.string(),
    at: timeMs,
    previous: z.string(),
    currencies: z.array(
      z.object({ currency: z.string(), holders: z.number(), total: z.string(), root: z.string() }),
    ),
  }),
  hash: z.string(),
  key: z.string(),
  public_key: z.string(),
  signature: z.string(),
});

const hash = text(64, 64).refine((value) => /^[0-9a-f]{64}$/.test(value));

/** `YYYY-MM-DD`. */
const dateText = text(10, 10).refine((value) => /^\d{4}-\d\d-\d\d$/.test(value));

/** Receipts and statements that anyone can check. */
export const proofs = {
  'proofs/receipt': get({
    who: 'visitor',
    effect: 'read',
    summary: 'A receipt by its number (the hash of its text), with its signature; it names nobody.',
    input: z.object({ hash }),
    reply: signedReceipt,
    refusals: ['receipt_unknown'],
  }),
  'proofs/mine': get({
    who: 'user',
    effect: 'read',
    right: 'read',
    summary:
      'The own receipts of an order, oldest first: one of an option, one for each fill of a contract. With the salts that show whose they are.',
    /** `option`, `contract` or `dual`, and the number of the order or position. */
    input: z.object({ kind: text(40, 1), subject: text(80, 1) }),
    reply: z.array(z.object({ ...signedReceipt.shape, salt: z.string(), uid: z.number() })),
    refusals: ['receipt_unknown'],
  }),
  'proofs/keys': get({
    who: 'visitor',
    effect: 'read',
    summary: 'Every public key that ever signed receipts or heads of tick chains, oldest first.',
    input: z.object({}),
    reply: z.array(
      z.object({
        id: z.string(),
        purpose: z.string(),
        algorithm: z.literal('Ed25519'),
        public_key: z.string(),
        first_used_ms: timeMs,
      }),
    ),
  }),
  'proofs/formulas': get({
    who: 'visitor',
    effect: 'read',
    summary: 'The rules that receipts name, each under a name that always stands for the same text.',
    input: z.object({}),
    reply: z.array(z.object({ id: z.string(), text: z.string() })),
  }),
  'proofs/liabilities': get({
    who: 'visitor',
    effect: 'read',
    summary: 'What users hold in all, one signed statement for each day, newest first.',
    input: z.object(paging),
    reply: pageOf(signedStatement),
  }),
  'proofs/liability_proof': get({
    who: 'user',
    effect: 'read',
    right: 'read',
    summary:
      'The own balances in the statement of a day, each with its way to the root of its currency. Without a date: of the newest statement.',
    input: z.object({ date: optional(dateText) }),
    reply: z.object({
      ...signedStatement.shape,
      uid: z.number(),
      /** Empty if nothing was held. */
      balances: z.array(
        z.object({
          currency: z.string(),
          amount: z.string(),
          salt: z.string(),
          path: z.array(z.object({ side: z.enum(['left', 'right']), sum: z.string(), hash: z.string() })),
        }),
      ),
    }),
    refusals: ['liabilities_unknown'],
  }),
};
