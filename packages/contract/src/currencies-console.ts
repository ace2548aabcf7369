import * as z from 'zod';
import { approval } from './approvals.ts';
import { get, post } from './call.ts';
import { desk } from './desks.ts';
import { NETWORKS, networkText } from './networks.ts';
import { changeRefusals } from './refusal-groups.ts';
import {
  amountText,
  currencyIdText,
  decimalText,
  integer,
  optional,
  patternText,
  priceText,
  text,
  timeMs,
} from './scalars.ts';
import { CURRENCY_USES } from './stops.ts';

const reason = text(500, 3);
const DECIMALS_MAX = 10;
const decimals = integer(0, DECIMALS_MAX);
const title = text(40, 1);
/** Address of a picture of `console/project_image`. */
const logo = patternText(/^\/files\/[A-Za-z0-9_-]{1,80}$/);

/** Outside sources of prices; a server has the public exchanges or the simulation. */
export const PRICE_SOURCES = ['binance', 'coinbase', 'kraken', 'alpaca', 'simulated'] as const;
export type PriceSource = (typeof PRICE_SOURCES)[number];
/** Name of a pair at an outside source: `BTCUSDT`, `BTC-USDT`, `BTC/USDT`. */
const product = optional(patternText(/^[A-Z0-9][A-Z0-9./-]{0,23}$/));

/** Currencies: how they are shown, and new ones. Their uses are stopped by `console/stop`. */
export const currenciesConsole = {
  'console/currencies': get({
    who: desk.anyone,
    effect: 'read',
    summary:
      'All currencies in their order, with what users own, their markets, and the uses that are stopped. Version 0 was never changed.',
    input: z.object({}),
    reply: z.array(
      z.object({
        currency_id: z.number(),
        code: z.string(),
        title: z.string(),
        kind: z.enum(['coin', 'fiat', 'stock']),
        /** Decimals of the smallest unit; fixed for good. */
        decimals: z.number(),
        display_decimals: z.number(),
        logo: z.string(),
        enabled: z.boolean(),
        uses: z.array(
          z.object({
            use: z.enum(CURRENCY_USES),
            /** Subject of `console/stop` with the target `currency`. */
            subject: z.string(),
            stopped: z.boolean(),
            reason: z.string(),
          }),
        ),
        /** Balances of all users, held parts included. */
        users_own: decimalText,
        markets: z.array(z.string()),
        /** What its price in USDT comes from; null for fiat, for USDT itself and without a market. */
        price: z
          .object({
            symbol: z.string(),
            origin: z.enum(['release', 'sources', 'book']),
            /** Version of the market. */
            version: z.number(),
            index: decimalText.nullable(),
            stale: z.boolean(),
            /** Names at the outside sources that operators added, with present quotes. */
            sources: z.array(
              z.object({
                source: z.enum(PRICE_SOURCES),
                product: z.string(),
                quote: decimalText.nullable(),
              }),
            ),
          })
          .nullable(),
        version: z.number(),
        asked_by: z.string().nullable(),
        approved_by: z.string().nullable(),
        changed_ms: timeMs.nullable(),
      }),
    ),
  }),
  'console/explorers': get({
    who: desk.anyone,
    effect: 'read',
    summary:
      'Block explorers that transactions link to, by network; `{tx}` stands for the transaction. Version 0 are the built-in ones, which test chains do not use.',
    input: z.object({}),
    reply: z.array(
      z.object({
        network: z.enum(NETWORKS),
        link: z.string(),
        version: z.number(),
        asked_by: z.string().nullable(),
        approved_by: z.string().nullable(),
        changed_ms: timeMs.nullable(),
      }),
    ),
  }),
  'console/explorer_change': post({
    who: desk.risk,
    effect: 'write',
    summary:
      'Asks to change where transactions of a network link to: an https address with `{tx}` once, or nothing for no link; a second operator approves.',
    input: z.object({
      network: networkText,
      version: integer(0, Number.MAX_SAFE_INTEGER),
      link: text(200),
      reason,
    }),
    reply: approval,
    refusals: [...changeRefusals, 'approval_stale'],
  }),
  'console/currency_change': post({
    who: desk.risk,
    effect: 'write',
    summary:
      'Asks to change name, decimals shown or logo of a currency; what is left out stays. A second operator approves. Code, kind and scale never change.',
    input: z.object({
      currency_id: currencyIdText,
      version: integer(0, Number.MAX_SAFE_INTEGER),
      title: optional(title),
      display_decimals: optional(decimals),
      logo: optional(logo),
      reason,
    }),
    reply: approval,
    refusals: [...changeRefusals, 'approval_stale', 'currency_unknown', 'image_invalid'],
  }),
  'console/price_source_change': post({
    who: desk.risk,
    effect: 'write',
    summary:
      'Asks to price a currency by outside sources, each with the name that the pair with USDT has there; without any name, by its own order book again. A second operator approves, once enough sources quote it and agree. A currency without a market gets one with `tick`, `lot` and `min_notional`. `version` is that of its market, 0 without one.',
    input: z.object({
      currency_id: currencyIdText,
      version: integer(0, Number.MAX_SAFE_INTEGER),
      binance: product,
      coinbase: product,
      kraken: product,
      alpaca: product,
      simulated: product,
      tick: optional(priceText),
      lot: optional(amountText),
      min_notional: optional(amountText),
      reason,
    }),
    reply: approval,
    refusals: [...changeRefusals, 'approval_stale', 'currency_unknown', 'price_unavailable'],
  }),
  'console/currency_add': post({
    who: desk.risk,
    effect: 'write',
    summary:
      'Asks to add a coin or a stock, with a market that is priced by its own book if `quote_currency` is named; a second operator approves. All processes know it within a second.',
    input: z.object({
      code: patternText(/^[A-Z0-9]{2,10}$/),
      title,
      kind: z.enum(['coin', 'stock']),
      decimals,
      display_decimals: decimals,
      logo: optional(logo),
      quote_currency: optional(currencyIdText),
      tick: optional(priceText),
      lot: optional(amountText),
      min_notional: optional(amountText),
      reference_price: optional(priceText),
      reason,
    }),
    reply: approval,
    refusals: [...changeRefusals, 'currency_code_taken', 'currency_unknown', 'image_invalid'],
  }),
};
