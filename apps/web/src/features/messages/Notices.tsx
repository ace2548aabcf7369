import { FLAG, NOTICE_GROUPS } from '@karat/contract';
import { BellOff, CheckCheck, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { AnyPath } from '../../lib/calls.ts';
import { formatAgo } from '../../lib/format.ts';
import { useNow } from '../../lib/now.ts';
import { useAction, usePages } from '../../lib/query.ts';
import { useQuestion } from '../../lib/question.ts';
import { shellText } from '../../lib/shell-text.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { useUnread } from '../../lib/unread.ts';
import { Dialog, Empty, IconButton, LoadedPages, Page, Tabs, cx } from '../../ui/index.ts';
import { NoticeSheet } from './NoticeSheet.tsx';
import type { Notice } from './NoticeSheet.tsx';
import { messagesText } from './text.ts';

const OUTDATED: readonly AnyPath[] = ['usermessage', 'mailMessage/getList'];
const GROUPS = ['all', ...NOTICE_GROUPS] as const;
type Group = (typeof GROUPS)[number];

function Row({ notice, onOpen }: { readonly notice: Notice; readonly onOpen: () => void }) {
  const t = useText(messagesText);
  const shell = useText(shellText);
  const locale = useLocale();
  const unread = notice.is_read === FLAG.no;
  return (
    <button
      type="button"
      onClick={onOpen}
      className="flex w-full gap-3 rounded-lg bg-surface p-4 text-start active:bg-raised"
    >
      <span className={cx('mt-2 size-2 shrink-0 rounded-full', unread ? 'bg-bad-ink' : 'bg-transparent')}>
        {unread && <span className="sr-only">{t('unread')}</span>}
      </span>
      <span className="min-w-0 flex-1">
        <span className={cx('block text-lg', unread ? 'font-semibold' : 'text-muted')}>{notice.title}</span>
        <span className="mt-1 line-clamp-2 block text-sm text-muted">{notice.content}</span>
        <span className="mt-2 block text-xs text-muted">
          {t(`group_${notice.group}`)} · {formatAgo(notice.created_ms, useNow(), locale, shell('just_now'))}
        </span>
      </span>
    </button>
  );
}

/** Deletes all read notifications after a confirmation. */
function Clear() {
  const t = useText(messagesText);
  const question = useQuestion();
  const remove = useAction('mailMessage/delete', {
    ...question.action,
    invalidates: OUTDATED,
    onDone: question.close,
  });
  return (
    <>
      <IconButton label={t('delete_read')} onClick={question.ask}>
        <Trash2 />
      </IconButton>
      <Dialog
        {...question.dialog}
        title={t('delete_ask')}
        confirm={t('delete')}
        variant="danger"
        busy={remove.isPending}
        onConfirm={() => remove.mutate({ id: 0 })}
      >
        {t('delete_text')}
      </Dialog>
    </>
  );
}

/** The user's notifications, newest first; a tap opens one and marks it as read. */
export default function Notices() {
  const t = useText(messagesText);
  const [group, setGroup] = useState<Group>('all');
  const [shown, setShown] = useState<Notice | null>(null);
  const unread = useUnread();
  const notices = usePages('get', 'mailMessage/getList', group === 'all' ? {} : { group });
  // Marking one as read is silent; marking all was requested.
  const read = useAction('mailMessage/read', { quiet: true, invalidates: OUTDATED });
  const readAll = useAction('mailMessage/read', { invalidates: OUTDATED });
  const open = (notice: Notice): void => {
    setShown(notice);
    if (notice.is_read === FLAG.no) read.mutate({ id: notice.id });
  };
  const right = (
    <>
      {unread > 0 && (
        <IconButton
          label={t('read_all')}
          onClick={() => readAll.mutate({ id: 0 })}
          disabled={readAll.isPending}
        >
          <CheckCheck />
        </IconButton>
      )}
      {notices.rows.some((notice) => notice.is_read === FLAG.yes) && <Clear />}
    </>
  );
  return (
    <Page title={t('system')} back="/pages/mailMessage/mailMessage" right={right}>
      <Tabs
        variant="chips"
        label={t('system')}
        items={GROUPS.map((id) => ({ id, label: id === 'all' ? t('all') : t(`group_${id}`) }))}
        value={group}
        onChange={setGroup}
        className="-mx-4 mb-4 px-4"
      />
      <LoadedPages query={notices} empty={<Empty icon={<BellOff />} text={t('system_none')} next="home" />}>
        {(rows) => (
          <ul className="flex flex-col gap-3">
            {rows.map((notice) => (
              <li key={notice.id}>
                <Row notice={notice} onOpen={() => open(notice)} />
              </li>
            ))}
          </ul>
        )}
      </LoadedPages>
      <NoticeSheet notice={shown} onClose={() => setShown(null)} invalidates={OUTDATED} />
    </Page>
  );
}
