import { refuse } from '@karat/contract';
import type { Context } from '@karat/platform/context';
import type { Tx } from '@karat/platform/db';
import type { WorkHandlers } from '@karat/platform/work';
import type { Channel, Outgoing } from './message.ts';
import { dropExpired, insertDevMessage, queueMessage, takeMessage, trimDevOutbox } from './store.ts';

/** Hands one message to a provider; throws if the provider did not accept it. */
export type Provider = (message: {
  readonly id: number;
  readonly to: string;
  readonly subject: string;
  readonly body: string;
}) => Promise<void>;

/** A delivery channel. */
export interface Port {
  /** Queues the message in the caller's transaction. Refuses with `unavailable` if nothing can send it. */
  send(tx: Tx, message: Outgoing): Promise<void>;
  /** Messages leave by a provider, stay in the development outbox, or cannot be sent. */
  readonly mode: 'provider' | 'outbox' | 'none';
  /** Due work that hands queued messages over; for a separate worker, because a provider may be slow. */
  readonly work: WorkHandlers;
}

const EXPIRY_MS = 3_600_000;

/**
 * Returns the port of a channel. With a provider, messages are queued and handed over by due work: at least once,
 * because a crash between the provider's reply and the commit sends again. Without one they stay in the development
 * outbox in demo mode.
 */
export function createPort(ctx: Context, channel: Channel, provider: Provider | undefined): Port {
  if (provider) return providerPort(ctx, channel, provider);
  if (ctx.demo) return outboxPort(ctx, channel);
  return { mode: 'none', work: {}, send: async () => refuse('unavailable') };
}

const outboxPort = (ctx: Context, channel: Channel): Port => ({
  mode: 'outbox',
  work: {},
  async send(tx, message) {
    await insertDevMessage(tx, channel, message, ctx.clock.now());
    await trimDevOutbox(tx);
  },
});

function providerPort(ctx: Context, channel: Channel, provider: Provider): Port {
  const kind = `${channel}:deliver`;
  return {
    mode: 'provider',
    async send(tx, message) {
      const now = ctx.clock.now();
      await queueMessage(tx, kind, channel, message, { now, expires: message.expiresAt ?? now + EXPIRY_MS });
    },
    work: {
      async [kind](tx, item) {
        await dropExpired(tx, ctx.clock.now());
        const message = await takeMessage(tx, Number(item.subject));
        if (!message) return;
        await provider({
          id: message.id,
          to: message.receiver,
          subject: message.subject,
          body: message.body,
        });
      },
    },
  };
}
