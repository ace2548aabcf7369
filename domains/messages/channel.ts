import type { NoticesChange, UserId } from '@karat/contract';
import type { PrivateChannels } from '@karat/platform/ws';
import type { MessagesDeps } from './parts.ts';
import { noticesById, unreadOf } from './store.ts';
import { readNotice } from './texts.ts';
import { noticesChanged } from './topics.ts';

/** So many new notices are pushed at once; the rest is read from the list. */
const PUSHED_MAX = 10;

async function changeOf(deps: MessagesDeps, user: UserId, ids: readonly number[]): Promise<NoticesChange> {
  const { db } = deps.ctx;
  const rows = await noticesById(db, user, ids.slice(-PUSHED_MAX));
  const [person] = rows.length === 0 ? [] : await deps.addressees(db, [user]);
  return {
    unread: await unreadOf(db, user),
    notices: rows.map((row) => {
      const { title, body } = readNotice(deps.texts[row.kind], row.values, person?.lang ?? 'en');
      return { id: row.id, kind: row.kind, title, content: body, created_ms: row.createdMs };
    }),
  };
}

/** Puts new notices and the count of unread ones on the own channel `messages`. Answers how to stop. */
export const messagesChannel = (deps: MessagesDeps, own: PrivateChannels): (() => void) =>
  deps.ctx.bus.subscribe(noticesChanged, (changes) => {
    for (const { user, ids } of changes) {
      if (!own.hasReaders(user, 'messages')) continue;
      changeOf(deps, user, ids)
        .then((change) => own.publishTo(user, 'messages', change))
        .catch((error: unknown) =>
          deps.ctx.log.warn({ user, error: String(error) }, 'notices are not pushed'),
        );
    }
  });
