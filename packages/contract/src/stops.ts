import * as z from 'zod';
import { approval } from './approvals.ts';
import { get, post } from './call.ts';
import { desk } from './desks.ts';
import { done, text, timeMs } from './scalars.ts';
import { changeRefusals } from './refusal-groups.ts';

/**
 * Targets of a stop: a product, a market, a contract, payouts on a network, sweeps on a network, an account, a bot, a
 * copied trader, a use of a currency.
 */
export const STOP_TARGETS = [
  'product',
  'market',
  'contract',
  'network',
  'custody',
  'sweeping',
  'user',
  'bot',
  'trader',
  'currency',
] as const;
export type StopTarget = (typeof STOP_TARGETS)[number];

/**
 * Uses of a currency that are stopped alone. The subject of such a stop is the currency's code and the use, for deposits
 * and withdrawals also a network: `USDT/send`, `USDT/deposit/tron`.
 */
export const CURRENCY_USES = ['deposit', 'withdrawal', 'send', 'convert'] as const;
export type CurrencyUse = (typeof CURRENCY_USES)[number];

/** Products that can be stopped as a whole: no new orders, but open ones can be closed and cancelled. */
export const PRODUCTS = [
  'spot',
  'contracts',
  'options',
  'dual',
  'launchpad',
  'loans',
  'copytrade',
  'mining',
  'recurring',
  'nft',
  'games',
  'fiat',
  'withdrawals',
  'transfers',
  'conversions',
] as const;
export type Product = (typeof PRODUCTS)[number];

/** Calls refused with `product_halted` while their product is stopped. */
export const PRODUCT_CALLS: Readonly<Record<Product, readonly string[]>> = {
  spot: ['coin/trade', 'coin/batch_trade', 'coin/amend'],
  contracts: ['lever/submit'],
  options: ['microtrade/submit'],
  dual: ['dual/buyDual'],
  launchpad: ['project/order'],
  loans: ['loan/apply', 'loan/collateral/take', 'loan/convert'],
  copytrade: ['follow/follow', 'follow/apply'],
  mining: ['lh/deposit', 'lh/deposit/auto'],
  recurring: ['recurring/create', 'recurring/resume'],
  nft: ['bind_box/buyNFT', 'bind_box/marginNFT', 'bind_box/auctionNFT', 'bind_box/resellNFT'],
  games: ['game/enter'],
  fiat: ['otc/order', 'otc/pay', 'console/fiat_confirm'],
  withdrawals: ['wallet/out'],
  transfers: ['wallet/send', 'gift/create', 'gift/claim'],
  conversions: ['user/getTransferQuote', 'user/Transfer'],
};

/** `reduce` lets users only cancel and close, if the target supports it; `halt` stops everything. */
export const STOP_LEVELS = ['reduce', 'halt'] as const;
export type StopLevel = (typeof STOP_LEVELS)[number];

const target = z.enum(STOP_TARGETS);
const subject = text(40, 1);

/** One operator may stop; a resume takes two. */
export const stops = {
  'console/stops': get({
    who: desk.anyone,
    effect: 'read',
    summary: 'What operators have stopped, newest first, and every product with its state.',
    input: z.object({}),
    reply: z.object({
      products: z.array(z.object({ product: z.enum(PRODUCTS), halted: z.boolean() })),
      stops: z.array(
        z.object({
          target,
          subject: z.string(),
          name: z.string(),
          level: z.enum(STOP_LEVELS),
          reason: z.string(),
          stopped_by: z.string(),
          stopped_ms: timeMs,
        }),
      ),
    }),
  }),
  'console/stop': post({
    who: desk.anyone,
    effect: 'write',
    summary: 'Stops something at once; one operator, with a reason.',
    input: z.object({
      target,
      subject,
      level: z.enum(STOP_LEVELS).default('halt'),
      reason: text(500, 3),
    }),
    reply: done,
    refusals: [...changeRefusals, 'not_found', 'approval_stale'],
  }),
  'console/resume': post({
    who: desk.anyone,
    effect: 'write',
    summary: 'Asks for something that is stopped to go on; a second operator approves.',
    input: z.object({ target, subject, reason: text(500, 3) }),
    reply: approval,
    refusals: ['not_found', 'no_change', 'unfreeze_unasked', 'reason_required'],
  }),
};
