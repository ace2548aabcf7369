import { createHash } from 'node:crypto';
import { Refusal } from '@karat/contract';
import type { UserId } from '@karat/contract';
import type { Tx } from '@karat/platform/db';
import type { PositionEvent } from '../../position-events.ts';
import { insertReplies, readReplies } from '../../store.ts';
import type { StoredReply } from '../../store.ts';
import { runBatch } from '../persist/batch.ts';
import type { BatchContext } from '../persist/batch.ts';
import type { EngineDeps } from '../deps.ts';
import type { ContractsDeps, TrialCoupon } from '../ports.ts';

/** A user's command. `decide` refuses before it changes anything. */
export interface Command<Reply> {
  readonly userId: UserId;
  /** Number of positions that it may create. */
  readonly ids: number;
  readonly key: string | undefined;
  /** Input that a replay of the key must match. */
  readonly input: string;
  readonly decide: (context: BatchContext, coupon: TrialCoupon | undefined) => PositionEvent[];
  /** Number of the coupon that it uses; `decide` gets the coupon if it is the user's own. */
  readonly couponId?: number | undefined;
  /** Builds the reply after all decisions; it is stored with the key. */
  readonly reply: (context: BatchContext, events: readonly PositionEvent[]) => Reply;
}

export type Outcome = { readonly reply: unknown } | { readonly refused: unknown };

type Reply = Parameters<typeof insertReplies>[1][number];

const hashOf = (input: string): string => createHash('sha256').update(input).digest('hex');
const nameOf = (userId: UserId, key: string | undefined): string => `${userId} ${key ?? ''}`;

function decideOne(
  command: Command<unknown>,
  context: BatchContext,
  coupon: TrialCoupon | undefined,
  events: PositionEvent[],
): Outcome {
  try {
    const own = command.decide(context, coupon);
    events.push(...own);
    return { reply: command.reply(context, own) };
  } catch (error) {
    if (error instanceof Refusal) return { refused: error };
    throw error;
  }
}

/** Locks the coupons that commands use, until the transaction ends; one of another user is left out. */
async function lockedCoupons(
  { trials }: ContractsDeps,
  tx: Tx,
  commands: readonly Command<unknown>[],
): Promise<ReadonlyMap<UserId, TrialCoupon>> {
  const uses = commands.flatMap(({ userId, couponId }) =>
    couponId === undefined ? [] : [{ userId, couponId }],
  );
  return uses.length === 0 || !trials ? new Map() : trials.lock(tx, uses);
}

/** Returns the stored replies to the commands' keys. */
async function storedReplies(
  tx: Tx,
  commands: readonly Command<unknown>[],
): Promise<ReadonlyMap<string, StoredReply>> {
  const keyed = commands.flatMap(({ userId, key }) => (key === undefined ? [] : [{ userId, key }]));
  if (keyed.length === 0) return new Map();
  return new Map((await readReplies(tx, keyed)).map((row) => [nameOf(row.user_id, row.key), row]));
}

const replayOf = (known: StoredReply, input: string): Outcome =>
  known.hash === hashOf(input) ? { reply: known.reply } : { refused: new Refusal('idempotency_conflict') };

/** Runs commands of different users in one transaction; a refused command does not affect the others. */
export async function serveTogether(
  engine: EngineDeps,
  commands: readonly Command<unknown>[],
): Promise<Outcome[]> {
  let outcomes: Outcome[] = [];
  let replies: readonly Reply[] = [];
  await runBatch(engine, {
    users: [...new Set(commands.map((command) => command.userId))],
    ids: commands.reduce((sum, command) => sum + command.ids, 0),
    levelUsers: commands.filter((command) => command.ids > 0).map((command) => command.userId),
    withCoupons: commands.some(({ couponId }) => couponId !== undefined),
    async decide(tx, contextOf, events) {
      const stored = await storedReplies(tx, commands);
      const coupons = await lockedCoupons(engine.deps, tx, commands);
      outcomes = commands.map((command): Outcome => {
        const known = stored.get(nameOf(command.userId, command.key));
        return known
          ? replayOf(known, command.input)
          : decideOne(command, contextOf(command.userId), coupons.get(command.userId), events);
      });
      replies = commands.flatMap(({ userId, key, input }, index): Reply[] => {
        const outcome = outcomes[index];
        const isNew = key !== undefined && !stored.has(nameOf(userId, key));
        return isNew && outcome && 'reply' in outcome
          ? [{ userId, key, hash: hashOf(input), reply: outcome.reply }]
          : [];
      });
    },
    async write(tx) {
      if (replies.length > 0) await insertReplies(tx, replies, engine.deps.ctx.clock.now());
    },
  });
  return outcomes;
}
