import { userId } from '@karat/contract';
import type { NoticesChange, UserId } from '@karat/contract';
import { createSerialConsumer } from '@karat/platform/bus';
import type { PrivateChannels } from '@karat/platform/ws';
import * as z from 'zod';
import type { MessagesDeps } from './deps.ts';
import { noticesById, unreadOf } from './store.ts';
import { readNotice } from './texts.ts';
import { noticesChanged, noticesChangedElsewhere } from './topics.ts';
import type { NoticesOfUser } from './topics.ts';

/** Changes as another process has stored them. */
const storedChanges = z.array(z.object({ user: z.number().transform(userId), ids: z.array(z.number()) }));

/** Maximum notices of one push; clients read the rest from the list. */
const PUSHED_MAX = 10;

async function changeOf(deps: MessagesDeps, user: UserId, ids: readonly number[]): Promise<NoticesChange> {
  const { db } = deps.ctx;
  const rows = await noticesById(db, user, ids);
  const [owner] = rows.length === 0 ? [] : await deps.addressees(db, [user]);
  return {
    unread: await unreadOf(db, user),
    notices: rows.map((row) => {
      const { title, body } = readNotice(deps.texts[row.kind], row.values, owner?.lang ?? 'en');
      return { id: row.id, kind: row.kind, title, content: body, created_ms: row.createdMs };
    }),
  };
}

/** Publishes new notices and the unread count on the user's channel `messages`. Returns the stop function. */
export function messagesChannel(deps: MessagesDeps, own: PrivateChannels): () => void {
  own.setSnapshot('messages', (user) => changeOf(deps, user, []));
  const newIds = new Map<UserId, readonly number[]>();
  const failed = (error: unknown, users: readonly UserId[]): void =>
    deps.ctx.log.warn({ users, error: String(error) }, 'notice push failed');
  const push = async (user: UserId): Promise<void> => {
    const ids = newIds.get(user) ?? [];
    newIds.delete(user);
    own.publishTo(user, 'messages', await changeOf(deps, user, ids));
  };
  const changed = createSerialConsumer<UserId>(
    (users) => Promise.all(users.map((user) => push(user).catch((error: unknown) => failed(error, [user])))),
    failed,
  );
  const publish = (changes: readonly NoticesOfUser[]): void => {
    const subscribed = changes.filter(({ user }) => own.hasReaders(user, 'messages'));
    for (const { user, ids } of subscribed)
      newIds.set(user, [...(newIds.get(user) ?? []), ...ids].slice(-PUSHED_MAX));
    changed.add(subscribed.map(({ user }) => user));
  };
  const stops = [
    deps.ctx.bus.subscribe(noticesChanged, publish),
    deps.ctx.bus.subscribe(noticesChangedElsewhere, ({ changes }) =>
      publish(storedChanges.parse(JSON.parse(changes))),
    ),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
