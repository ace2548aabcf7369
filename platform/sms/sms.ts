import { refuse } from '@karat/contract';
import type { Context } from '@karat/platform/context';
import { createPort } from '@karat/platform/delivery';
import type { Outgoing, Port, Provider } from '@karat/platform/delivery';
import type { Queries, Tx } from '@karat/platform/db';
import { budgetState, comesNear, dayOf } from './budget.ts';
import type { BudgetState, SmsCaps } from './budget.ts';
import { MICRO, routeOf, smsPrices } from './prices.ts';
import type { SmsPrices, SmsRoute } from './prices.ts';
import { ALL, spend, spendingOf } from './store.ts';
import type { SpendingRow } from './store.ts';

export interface SmsOptions {
  /** Webhook that receives `{id, to, text}` as JSON; unset means the development outbox of demo mode. */
  readonly webhookUrl?: string | undefined;
  /** Sent as `Authorization: Bearer <token>`. */
  readonly webhookToken?: string | undefined;
  /** Overrides of the built-in prices. */
  readonly prices?: SmsPrices | undefined;
  readonly caps?: SmsCaps | undefined;
}

/** Short messages to phones (E.164), queued in the transaction of their event. */
export interface Sms extends Port {
  /** Refuses `sms_limit_reached` when the message exceeds the day's budget; a notification is always sent. */
  send(tx: Tx, message: Outgoing): Promise<void>;
  /** Returns today's cost of short messages. */
  spending(db: Queries): Promise<SmsSpending>;
  /** The day's cost in US dollars as this process last read it. */
  costToday(): number;
  /** Messages refused since the start. */
  refused(): number;
}

export interface SmsSpending {
  readonly state: BudgetState;
  /** US dollars. */
  readonly cost: number;
  readonly cap: number;
  /** Countries near their cap, or at it. */
  readonly countries: readonly { readonly country: string; readonly state: BudgetState }[];
}

export const DEFAULT_SMS_CAPS: SmsCaps = { day: 50 * MICRO, country: 20 * MICRO };

const TIMEOUT_MS = 10_000;
const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]']);

function webhookProvider(options: SmsOptions, address: URL): Provider {
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (options.webhookToken) headers['authorization'] = `Bearer ${options.webhookToken}`;
  return async (message) => {
    const reply = await fetch(address, {
      method: 'POST',
      headers,
      // The id lets the provider drop a repetition after a crash.
      body: JSON.stringify({ id: `karat.${message.id}`, to: message.to, text: message.body }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await reply.body?.cancel();
    if (!reply.ok) throw new Error(`the SMS provider replied with status ${reply.status}`);
  };
}

/**
 * Opens the SMS port: a provider's webhook when configured, else the development outbox in demo mode. Both apply the
 * caps.
 */
export function createSms(ctx: Context, options: SmsOptions): Sms {
  const webhookUrl = options.webhookUrl ?? '';
  if (webhookUrl === '') return withBudget(ctx, createPort(ctx, 'sms', undefined), options);
  if (!isSafeWebhook(webhookUrl)) throw new Error('the address of the SMS provider must be https');
  return withBudget(ctx, createPort(ctx, 'sms', webhookProvider(options, new URL(webhookUrl))), options);
}

function withBudget(ctx: Context, port: Port, options: SmsOptions): Sms {
  const { prices = smsPrices(), caps = DEFAULT_SMS_CAPS } = options;
  let refused = 0;
  let seen = { day: '', cost: 0 };
  const turnedDown = new Set<string>();
  const turnDown = (day: string, country: string): never => {
    refused += 1;
    const alarm = `${day} ${country}`;
    // One line per day and country: toll fraud must not fill the log as well.
    if (!turnedDown.has(alarm)) {
      turnedDown.add(alarm);
      ctx.log.error({ day, country }, 'SMS cost cap reached');
    }
    return refuse('sms_limit_reached');
  };
  /** Takes the price from the day's and the country's cap. Locks both rows in this order. */
  const charge = async (tx: Tx, message: Outgoing, { country, price }: SmsRoute): Promise<void> => {
    const day = dayOf(ctx.clock.now());
    const deliver = message.deliver ?? true;
    const scopes = [
      [ALL, caps.day],
      [country, caps.country],
    ] as const;
    for (const [scope, cap] of scopes) {
      const limit = message.notice ? Number.MAX_SAFE_INTEGER : cap;
      const before = await spend(tx, { day, country: scope, price, cap: limit, deliver });
      if (before === undefined) return turnDown(day, scope);
      const cost = before + (deliver ? price : 0);
      if (scope === ALL) tx.afterCommit(() => void (seen = { day, cost }));
      if (deliver && comesNear(before, before + price, cap)) {
        tx.afterCommit(() => ctx.log.warn({ day, country: scope, cap: cap / MICRO }, 'SMS cost cap is near'));
      }
    }
  };
  return {
    ...port,
    async send(tx, message) {
      if (port.mode !== 'none') await charge(tx, message, routeOf(message.to, prices));
      await port.send(tx, message);
    },
    spending: async (db) => summary(await spendingOf(db, dayOf(ctx.clock.now())), caps),
    costToday: () => (seen.day === dayOf(ctx.clock.now()) ? seen.cost / MICRO : 0),
    refused: () => refused,
  };
}

function summary(rows: readonly SpendingRow[], caps: SmsCaps): SmsSpending {
  const all = rows.find(({ country }) => country === ALL);
  const countries = rows
    .filter((row) => row !== all)
    .map(({ country, cost, price }) => ({ country, state: budgetState(cost, caps.country, price) }))
    .filter(({ state }) => state !== 'ok');
  return {
    state: all ? budgetState(all.cost, caps.day, all.price) : 'ok',
    cost: (all?.cost ?? 0) / MICRO,
    cap: caps.day / MICRO,
    countries,
  };
}

/** Returns true if codes may be sent to the address: encrypted, or on this machine. */
export function isSafeWebhook(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || LOCAL.has(hostname);
}
