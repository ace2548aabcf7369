import { refuse, userId } from '@karat/contract';
import type { PositionVisibility, UserId } from '@karat/contract';
import { rate } from '@karat/money';
import type { Stoppable } from '@karat/domains/operators';
import { append } from '@karat/platform/audit';
import type { Tx } from '@karat/platform/db';
import type { OperatorCaller } from '@karat/platform/http';
import { namesOf } from './deps.ts';
import { beginHistory } from './figures.ts';
import type { CopytradeDeps } from './deps.ts';
import { countActive, endFollowers, lockFollowing } from './follow-store.ts';
import { lockTrader, traderById, writeApplication, writeDecision, writeSettings } from './trader-store.ts';
import type { Trader } from './trader-store.ts';

/** Share of a follower's new profit that goes to the trader. */
export const SHARE_RATIO = rate('0.1');

/** Applies to become a trader; again after a rejection. */
export async function apply(deps: CopytradeDeps, tx: Tx, user: UserId, about: string): Promise<Trader> {
  await lockFollowing(tx, user);
  const state = await lockTrader(tx, user);
  if (state === 'applied') refuse('application_open');
  if (state === 'accepted' || state === 'suspended') refuse('trader_already');
  if ((await countActive(tx, user)) > 0) refuse('follow_loop');
  await writeApplication(tx, user, about, SHARE_RATIO, deps.ctx.clock.now());
  return (await traderById(tx, user)) ?? refuse('trader_unknown');
}

type Decision = 'accepted' | 'rejected' | 'suspended';

/** Allowed transitions between states. */
const MAY: Readonly<Record<Decision, readonly string[]>> = {
  accepted: ['applied', 'suspended'],
  rejected: ['applied'],
  suspended: ['accepted'],
};

interface TraderDecision {
  readonly user: UserId;
  readonly state: Decision;
  readonly reason: string;
}

/** Decides on an application; the decision is written to the audit log. */
export async function decide(
  deps: CopytradeDeps,
  tx: Tx,
  caller: OperatorCaller,
  request: TraderDecision & { readonly state: Exclude<Decision, 'suspended'> },
): Promise<void> {
  if ((await lockTrader(tx, request.user)) === 'suspended') refuse('trader_decided');
  await transition(deps, tx, request);
  await append(tx, {
    actor: caller.login,
    action: `trader ${request.state}`,
    subject: `user:${request.user}`,
    detail: { reason: request.reason },
    at: deps.ctx.clock.now(),
  });
}

/** Sets a trader's state and notifies them; a suspension ends all follows. */
async function transition(
  deps: CopytradeDeps,
  tx: Tx,
  { user, state, reason }: TraderDecision,
): Promise<void> {
  const { ctx, messages } = deps;
  const at = ctx.clock.now();
  const before = (await lockTrader(tx, user)) ?? refuse('trader_unknown');
  if (!MAY[state].includes(before)) refuse('trader_decided');
  if (state === 'accepted' && (await countActive(tx, user)) > 0) refuse('follow_loop');
  await writeDecision(tx, user, state, reason, at);
  await messages.notify(tx, {
    user,
    kind: `copytrade:${state}`,
    values: { reason },
    key: `copytrade:${user}:${state}:${at}`,
  });
  if (state === 'accepted') await beginHistory(deps, tx, user);
  if (state !== 'suspended') return;
  const trader = (await namesOf(deps, tx, [user])).get(user)?.nickname ?? '';
  const ended = await endFollowers(tx, user, at);
  await messages.notifyAll(
    tx,
    ended.map((follower) => ({
      user: follower,
      kind: 'copytrade:ended' as const,
      values: { trader },
      key: `copytrade:${user}:ended:${follower}:${at}`,
    })),
  );
}

/** Changes the settings of a trader. Fewer places than followers only keep new ones out. Refuses `trader_unknown`. */
export async function setTrader(
  tx: Tx,
  user: UserId,
  settings: { readonly positions: PositionVisibility; readonly places: number },
): Promise<void> {
  if ((await writeSettings(tx, user, settings)) === 0) refuse('trader_unknown');
}

const uidOf = (subject: string): UserId | undefined => {
  const id = Number(subject);
  return Number.isSafeInteger(id) && id > 0 ? userId(id) : undefined;
};

/** Approved traders: one operator suspends, two resume. */
export const traderStoppable = (deps: CopytradeDeps): Stoppable => ({
  async find(db, subject) {
    const user = uidOf(subject);
    const trader = user === undefined ? undefined : await traderById(db, user);
    if (!user || !trader || (trader.state !== 'accepted' && trader.state !== 'suspended')) return undefined;
    const name = (await namesOf(deps, db, [user])).get(user)?.nickname ?? '';
    return { name: `trader ${name} (${user})`, state: trader.state, runs: trader.state === 'accepted', user };
  },
  async stop(tx, subject, { reason }) {
    const user = uidOf(subject) ?? refuse('trader_unknown');
    await transition(deps, tx, { user, state: 'suspended', reason });
  },
  async resume(tx, subject, { reason }) {
    const user = uidOf(subject) ?? refuse('trader_unknown');
    await transition(deps, tx, { user, state: 'accepted', reason });
  },
});
