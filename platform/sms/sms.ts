import type { Context } from '@karat/platform/context';
import { createPort } from '@karat/platform/delivery';
import type { Port, Provider } from '@karat/platform/delivery';

export interface SmsOptions {
  /** Where to post `{id, to, text}` as JSON; none means the development outbox of demo mode. */
  readonly webhookUrl?: string | undefined;
  /** Sent as `Authorization: Bearer <token>`. */
  readonly webhookToken?: string | undefined;
}

/** Short messages to phones (E.164), written down in the transaction of what they tell about. */
export type Sms = Port;

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
    if (!reply.ok) throw new Error(`the SMS provider answered ${reply.status}`);
  };
}

/** The SMS port: a webhook of a provider when configured, else the development outbox in demo mode. */
export function createSms(ctx: Context, options: SmsOptions): Sms {
  const webhookUrl = options.webhookUrl ?? '';
  if (webhookUrl === '') return createPort(ctx, 'sms', undefined);
  if (!isSafeWebhook(webhookUrl)) throw new Error('the address of the SMS provider must be https');
  return createPort(ctx, 'sms', webhookProvider(options, new URL(webhookUrl)));
}

/** Whether codes may go to that address: encrypted, or not beyond this machine. */
export function isSafeWebhook(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || LOCAL.has(hostname);
}
