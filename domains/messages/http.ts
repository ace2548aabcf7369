import { FLAG, NOTICE_GROUPS, pageReply, wireTime } from '@karat/contract';
import type { Contract, Reply, UserId } from '@karat/contract';
import type { Lang } from '@karat/i18n';
import type { Handlers } from '@karat/platform/http';
import { choose, readOne, removeOne } from './reading.ts';
import type { MessagesDeps } from './deps.ts';
import { subscribe, unsubscribe } from './push.ts';
import { kindsOf, preferences } from './rules.ts';
import { newestOf, noticesOf, preferencesOf, unreadOf } from './store.ts';
import type { NoticeRow } from './store.ts';
import { readNotice } from './texts.ts';

type Row = Reply<Contract['messages']['mailMessage/getList']>['data'][number];

const rowOf = ({ texts }: MessagesDeps, row: NoticeRow, lang: Lang): Row => {
  const { title, body } = readNotice(texts[row.kind], row.values, lang);
  return {
    id: row.id,
    kind: row.kind,
    group: texts[row.kind].group,
    title,
    content: body,
    is_read: row.read ? FLAG.yes : FLAG.no,
    created_at: wireTime(row.createdMs),
    created_ms: row.createdMs,
  };
};

/** Handlers of the message centre; users see only their own notices. */
export function messagesHandlers(deps: MessagesDeps): Handlers<Contract['messages']> {
  const { db } = deps.ctx;
  const preferencesFor = async (user: UserId) =>
    preferences(new Map((await preferencesOf(db, [user])).map((row) => [row.group, row])));
  return {
    async usermessage({ caller, lang }) {
      const groups = NOTICE_GROUPS.map((group) => kindsOf(deps.texts, group));
      const rows = await newestOf(db, caller.userId, groups);
      return {
        unread: await unreadOf(db, caller.userId),
        latest: rows.map((row) => rowOf(deps, row, lang)),
      };
    },
    async 'mailMessage/getList'({ caller, input, lang }) {
      const { group, page, limit } = input;
      const filter = {
        kinds: group === undefined ? undefined : kindsOf(deps.texts, group),
        read: input.is_read === undefined ? undefined : input.is_read === 1,
      };
      const { rows, total } = await noticesOf(db, caller.userId, filter, { page, limit });
      return pageReply(
        rows.map((row) => rowOf(deps, row, lang)),
        total,
        page,
        limit,
      );
    },
    'mailMessage/read': async ({ caller, input }) => ({
      unread: await readOne(deps.ctx, caller.userId, input.id),
    }),
    'mailMessage/delete': async ({ caller, input }) => ({
      unread: await removeOne(deps.ctx, caller.userId, input.id),
    }),
    'mailMessage/preferences': ({ caller }) => preferencesFor(caller.userId),
    async 'mailMessage/setPreference'({ caller, input }) {
      await choose(deps.ctx, caller.userId, { group: input.group, way: input.way, isOn: input.on });
      return preferencesFor(caller.userId);
    },
    'push/config': () => Promise.resolve({ public_key: deps.pushes?.push.publicKey ?? null }),
    async 'push/subscribe'({ caller, input }) {
      const { endpoint, p256dh, auth } = input;
      await subscribe(deps, {
        ...{ userId: caller.userId, sessionId: caller.sessionId, endpoint },
        ...{ p256dh: Buffer.from(p256dh, 'base64url'), auth: Buffer.from(auth, 'base64url') },
      });
      return 'ok' as const;
    },
    async 'push/unsubscribe'({ caller, input }) {
      await unsubscribe(deps, caller.userId, input.endpoint);
      return 'ok' as const;
    },
  };
}
