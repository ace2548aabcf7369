import { refuse } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { rate } from '@karat/money';
import { append } from '@karat/platform/audit';
import type { Tx } from '@karat/platform/db';
import type { OperatorCaller } from '@karat/platform/http';
import { namesOf } from './deps.ts';
import type { CopytradeDeps } from './deps.ts';
import { countActive, endFollowers } from './follow-store.ts';
import { lockTrader, traderById, writeApplication, writeDecision } from './trader-store.ts';
import type { Trader } from './trader-store.ts';

/** Share of a follower's new profit that goes to the trader. */
export const SHARE_RATIO = rate('0.1');

/** Asks to become a trader; after a rejection anew. */
export async function apply(deps: CopytradeDeps, tx: Tx, user: UserId, about: string): Promise<Trader> {
  const state = await lockTrader(tx, user);
  if (state === 'applied') refuse('application_open');
  if (state === 'accepted' || state === 'suspended') refuse('trader_already');
  if ((await countActive(tx, user)) > 0) refuse('follow_loop');
  await writeApplication(tx, user, about, SHARE_RATIO, deps.ctx.clock.now());
  return (await traderById(tx, user)) ?? refuse('trader_unknown');
}

type Decision = 'accepted' | 'rejected' | 'suspended';

/** Which states may become which. */
const MAY: Readonly<Record<Decision, readonly string[]>> = {
  accepted: ['applied', 'suspended'],
  rejected: ['applied'],
  suspended: ['accepted'],
};

/** An operator's word on a trader, written into the audit log; a suspension ends all following. */
export async function decide(
  deps: CopytradeDeps,
  tx: Tx,
  caller: OperatorCaller,
  wish: { readonly user: UserId; readonly state: Decision; readonly reason: string },
): Promise<void> {
  const { ctx, messages } = deps;
  const { user, state, reason } = wish;
  const at = ctx.clock.now();
  const before = (await lockTrader(tx, user)) ?? refuse('trader_unknown');
  if (!MAY[state].includes(before)) refuse('trader_decided');
  if (state === 'accepted' && (await countActive(tx, user)) > 0) refuse('follow_loop');
  await writeDecision(tx, user, state, reason, at);
  await append(tx, {
    actor: caller.login,
    action: `trader ${state}`,
    subject: `user:${user}`,
    detail: { reason },
    at,
  });
  await messages.tell(tx, {
    user,
    kind: `copytrade:${state}`,
    values: { reason },
    key: `copytrade:${user}:${state}:${at}`,
  });
  if (state !== 'suspended') return;
  const trader = (await namesOf(deps, tx, [user])).get(user)?.nickname ?? '';
  const ended = await endFollowers(tx, user, at);
  await messages.tellAll(
    tx,
    ended.map((follower) => ({
      user: follower,
      kind: 'copytrade:ended' as const,
      values: { trader },
      key: `copytrade:${user}:ended:${follower}:${at}`,
    })),
  );
}
