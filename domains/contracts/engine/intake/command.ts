import { createHash } from 'node:crypto';
import { Refusal } from '@karat/contract';
import type { UserId } from '@karat/contract';
import type { Tx } from '@karat/platform/db';
import type { PositionEvent } from '../../margin-account.ts';
import { keepReplies, readReplies } from '../../store.ts';
import type { KeptReply } from '../../store.ts';
import { runBatch } from '../persist/batch.ts';
import type { BatchContext } from '../persist/batch.ts';
import type { EngineDeps } from '../deps.ts';

/** Something that a user asks for. `decide` refuses before it changes anything. */
export interface Command<Reply> {
  readonly userId: UserId;
  /** Positions that it may create. */
  readonly ids: number;
  readonly key: string | undefined;
  /** What a replay of the key must equal. */
  readonly input: string;
  readonly decide: (scene: BatchContext) => PositionEvent[];
  /** The answer, made when everything is decided; it is kept with the key. */
  readonly reply: (scene: BatchContext, events: readonly PositionEvent[]) => Reply;
}

export type Outcome = { readonly reply: unknown } | { readonly refused: unknown };

type Reply = Parameters<typeof keepReplies>[1][number];

const hashOf = (input: string): string => createHash('sha256').update(input).digest('hex');
const nameOf = (userId: UserId, key: string | undefined): string => `${userId} ${key ?? ''}`;

function decideOne(command: Command<unknown>, scene: BatchContext, events: PositionEvent[]): Outcome {
  try {
    const own = command.decide(scene);
    events.push(...own);
    return { reply: command.reply(scene, own) };
  } catch (error) {
    if (error instanceof Refusal) return { refused: error };
    throw error;
  }
}

/** The answers that were given to the commands' keys before. */
async function keptReplies(
  tx: Tx,
  commands: readonly Command<unknown>[],
): Promise<ReadonlyMap<string, KeptReply>> {
  const keyed = commands.flatMap(({ userId, key }) => (key === undefined ? [] : [{ userId, key }]));
  if (keyed.length === 0) return new Map();
  return new Map((await readReplies(tx, keyed)).map((row) => [nameOf(row.user_id, row.key), row]));
}

const answerAgain = (known: KeptReply, input: string): Outcome =>
  known.hash === hashOf(input) ? { reply: known.reply } : { refused: new Refusal('idempotency_conflict') };

/** Does what different users ask for in one transaction; one that is refused does not keep the others. */
export async function serveTogether(
  works: EngineDeps,
  commands: readonly Command<unknown>[],
): Promise<Outcome[]> {
  let outcomes: Outcome[] = [];
  let replies: readonly Reply[] = [];
  await runBatch(works, {
    users: [...new Set(commands.map((command) => command.userId))],
    ids: commands.reduce((sum, command) => sum + command.ids, 0),
    levelled: commands.filter((command) => command.ids > 0).map((command) => command.userId),
    async work(tx, sceneOf, events) {
      const kept = await keptReplies(tx, commands);
      outcomes = commands.map((command): Outcome => {
        const known = kept.get(nameOf(command.userId, command.key));
        return known
          ? answerAgain(known, command.input)
          : decideOne(command, sceneOf(command.userId), events);
      });
      replies = commands.flatMap(({ userId, key, input }, index): Reply[] => {
        const outcome = outcomes[index];
        const isNew = key !== undefined && !kept.has(nameOf(userId, key));
        return isNew && outcome && 'reply' in outcome
          ? [{ userId, key, hash: hashOf(input), reply: outcome.reply }]
          : [];
      });
    },
    async write(tx) {
      if (replies.length > 0) await keepReplies(tx, replies, works.deps.ctx.clock.now());
    },
  });
  return outcomes;
}
