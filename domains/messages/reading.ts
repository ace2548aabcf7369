import { refuse } from '@karat/contract';
import type { NoticeGroup, NoticeWay, UserId } from '@karat/contract';
import type { Context } from '@karat/platform/context';
import type { Tx } from '@karat/platform/db';
import { publishNotices } from './publish.ts';
import { isFixed } from './rules.ts';
import * as store from './store.ts';

/** Applies a change to a user's message centre, publishes it to their other devices, and returns the unread count. */
const changing = (
  ctx: Context,
  user: UserId,
  change: (tx: Tx, at: number) => Promise<void>,
): Promise<number> =>
  ctx.db.transact(async (tx) => {
    await change(tx, ctx.clock.now());
    await publishNotices(ctx, tx, [{ user, ids: [] }]);
    return store.unreadOf(tx, user);
  });

/** Marks a notice as read, or all with 0. Refuses `notice_unknown` for another user's notice. */
export const readOne = (ctx: Context, user: UserId, id: number): Promise<number> =>
  changing(ctx, user, async (tx, at) => {
    if ((await store.markRead(tx, user, id, at)) === 0 && id !== 0) refuse('notice_unknown');
  });

/** Removes a notice, or with 0 all read ones. Refuses `notice_unknown` for another user's notice. */
export const removeOne = (ctx: Context, user: UserId, id: number): Promise<number> =>
  changing(ctx, user, async (tx, at) => {
    if ((await store.remove(tx, user, id, at)) === 0 && id !== 0) refuse('notice_unknown');
  });

/** Turns a way of a group on or off. Refuses `notice_group_fixed` for what cannot be turned off. */
export async function choose(
  ctx: Context,
  user: UserId,
  choice: { readonly group: NoticeGroup; readonly way: NoticeWay; readonly isOn: boolean },
): Promise<void> {
  if (isFixed(choice.group, choice.way)) return choice.isOn ? undefined : refuse('notice_group_fixed');
  await store.setPreference(ctx.db, user, choice);
}
