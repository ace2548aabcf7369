import * as z from 'zod';
import { get, post } from './call.ts';
import { amountText, decimalText, done, marketIdText, oneOf, optional, rowId, timeMs } from './scalars.ts';

/** `price`: the index crosses a price; `rise_24h` and `fall_24h`: its change over 24 hours reaches a percentage. */
export const ALERT_KINDS = ['price', 'rise_24h', 'fall_24h'] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

/** `fired`: a single alert that has notified its user. */
export const ALERT_STATES = ['active', 'paused', 'fired'] as const;
export type AlertState = (typeof ALERT_STATES)[number];

/** Minimum minutes between two notifications of an alert; 0: it notifies once. */
export const ALERT_REPEATS = [0, 5, 15, 60, 240, 1_440] as const;
export type AlertRepeat = (typeof ALERT_REPEATS)[number];

const alert = z.object({
  id: z.number(),
  match_id: z.number(),
  symbol: z.string(),
  currency_name: z.string(),
  legal_name: z.string(),
  kind: z.enum(ALERT_KINDS),
  /** A price in the quote currency, or percent. Splits of a stock since it was set are applied. */
  target: decimalText,
  repeat_minutes: z.literal(ALERT_REPEATS),
  state: z.enum(ALERT_STATES),
  /** How often it has notified. */
  firings: z.number(),
  /** The index of the last notification. */
  fired_price: decimalText.nullable(),
  fired_ms: timeMs.nullable(),
  created_ms: timeMs,
});

const terms = {
  kind: z.enum(ALERT_KINDS),
  /** A price in the quote currency, or percent; always positive. */
  target: amountText,
  repeat_minutes: oneOf(...ALERT_REPEATS),
};
const one = z.object({ id: rowId });
const targetRefusals = ['alert_target', 'alert_decimals'] as const;

/** Price alerts: notifications when the index of a market reaches what the user chose. */
export const alerts = {
  'alert/list': get({
    who: 'user',
    effect: 'read',
    summary: 'The own price alerts, newest first, of one market or of all.',
    input: z.object({ match_id: optional(marketIdText) }),
    reply: z.object({
      /** Maximum number of alerts of a user. */
      max: z.number(),
      /** Alerts of all markets together. */
      count: z.number(),
      data: z.array(alert),
    }),
  }),
  'alert/create': post({
    who: 'user',
    effect: 'write',
    summary: 'Creates a price alert; one with the same market, kind and target is activated again instead.',
    input: z.object({ match_id: marketIdText, ...terms }),
    reply: alert,
    refusals: ['market_unknown', 'alerts_max', ...targetRefusals],
  }),
  'alert/edit': post({
    who: 'user',
    effect: 'write',
    summary: 'Changes what an own alert watches and how often it notifies, and activates it.',
    input: z.object({ id: rowId, ...terms }),
    reply: alert,
    refusals: ['alert_unknown', 'alert_exists', ...targetRefusals],
  }),
  'alert/pause': post({
    who: 'user',
    effect: 'write',
    summary: 'Pauses an own alert.',
    input: one,
    reply: alert,
    refusals: ['alert_unknown'],
  }),
  'alert/resume': post({
    who: 'user',
    effect: 'write',
    summary: 'Activates an own alert that is paused or has notified; it watches from the present index on.',
    input: one,
    reply: alert,
    refusals: ['alert_unknown'],
  }),
  'alert/remove': post({
    who: 'user',
    effect: 'write',
    summary: 'Deletes an own alert.',
    input: one,
    reply: done,
    refusals: ['alert_unknown'],
  }),
};
