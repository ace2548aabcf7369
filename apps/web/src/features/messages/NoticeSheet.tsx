import { noticePlace } from '@karat/contract';
import type { AnyPath, ReplyOf } from '../../lib/calls.ts';
import { formatTime } from '../../lib/format.ts';
import { PATHS } from '../../lib/paths.ts';
import { useAction } from '../../lib/query.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { Button, LinkButton, Sheet } from '../../ui/index.ts';
import { messagesText } from './text.ts';

export type Notice = ReplyOf<'mailMessage/getList'>['data'][number];

interface Props {
  readonly notice: Notice | null;
  readonly onClose: () => void;
  readonly invalidates: readonly AnyPath[];
}

/** A notification in full, with a link to its subject. */
export function NoticeSheet({ notice, onClose, invalidates }: Props) {
  const t = useText(messagesText);
  const locale = useLocale();
  const remove = useAction('mailMessage/delete', { invalidates: invalidates, onDone: onClose });
  const address = notice && noticePlace(notice.kind);
  const place = PATHS.find((path) => path === address);
  return (
    <Sheet open={notice !== null} onClose={onClose} title={notice?.title ?? ''}>
      {notice && (
        <div className="flex flex-col gap-5 px-5 pb-6">
          <p className="text-xs text-muted">
            {t(`group_${notice.group}`)} · {formatTime(notice.created_ms, locale)}
          </p>
          <p className="text-base whitespace-pre-line">{notice.content}</p>
          <div className="flex gap-3 *:flex-1">
            <Button variant="plain" busy={remove.isPending} onClick={() => remove.mutate({ id: notice.id })}>
              {t('delete')}
            </Button>
            {place && <LinkButton to={place}>{t('show')}</LinkButton>}
          </div>
        </div>
      )}
    </Sheet>
  );
}
