import { refuse } from '@karat/contract';
import type { NoticeGroup, UserId } from '@karat/contract';
import type { Context } from '@karat/platform/context';
import type { Tx } from '@karat/platform/db';
import { isFixed } from './rules.ts';
import * as store from './store.ts';
import { noticesChanged } from './topics.ts';

/** Makes a change in a user's message centre, tells their other devices, and answers how many notices are unread. */
const changing = (
  ctx: Context,
  user: UserId,
  change: (tx: Tx, at: number) => Promise<void>,
): Promise<number> =>
  ctx.db.transact(async (tx) => {
    await change(tx, ctx.clock.now());
    tx.afterCommit(() => ctx.bus.publish(noticesChanged, [{ user, ids: [] }]));
    return store.unreadOf(tx, user);
  });

/** Marks one of the own notices as read, or all with 0. Refuses with `notice_unknown` what is not one's own. */
export const readOne = (ctx: Context, user: UserId, id: number): Promise<number> =>
  changing(ctx, user, async (tx, at) => {
    if ((await store.markRead(tx, user, id, at)) === 0 && id !== 0) refuse('notice_unknown');
  });

/** Removes one of the own notices, or with 0 all that are read. Refuses with `notice_unknown` what is not one's own. */
export const removeOne = (ctx: Context, user: UserId, id: number): Promise<number> =>
  changing(ctx, user, async (tx, at) => {
    if ((await store.remove(tx, user, id, at)) === 0 && id !== 0) refuse('notice_unknown');
  });

/** Turns the mails of a group on or off. Refuses with `notice_group_fixed` to turn off those of security. */
export async function choose(ctx: Context, user: UserId, group: NoticeGroup, mail: boolean): Promise<void> {
  if (isFixed(group)) return mail ? undefined : refuse('notice_group_fixed');
  await store.setPreference(ctx.db, user, group, mail);
}
