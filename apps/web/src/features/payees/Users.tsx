import { UserRound } from 'lucide-react';
import type { AllReplies } from '../../lib/calls.ts';
import { formatTime } from '../../lib/format.ts';
import { go } from '../../lib/navigation.ts';
import { useNow } from '../../lib/now.ts';
import { usePages } from '../../lib/query.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { Button, Empty, List, ListRow, LoadedPages } from '../../ui/index.ts';
import { Remove } from './Remove.tsx';
import { payeesText } from './text.ts';
import { useRemoval } from './use-removal.ts';

type User = AllReplies['user/receivers/list']['data'][number];

function Row({ row, holds }: { readonly row: User; readonly holds: boolean }) {
  const t = useText(payeesText);
  const locale = useLocale();
  const now = useNow();
  const removal = useRemoval('user/receivers/delete', row.id, ['user/receivers/list']);
  return (
    <ListRow
      icon={
        <span className="grid size-8 shrink-0 place-items-center rounded-full bg-raised text-muted">
          <UserRound className="size-5" aria-hidden="true" />
        </span>
      }
      title={row.name}
      hint={`${row.nickname} · ${row.to}`}
      {...(holds && row.usable_ms > now
        ? { notice: t('usable_from', { time: formatTime(row.usable_ms, locale) }) }
        : {})}
      end={<Remove name={row.name} removal={removal} />}
    />
  );
}

/** Users who may be paid while the allow-list is on. */
export function Users({ holds }: { readonly holds: boolean }) {
  const t = useText(payeesText);
  const kept = usePages('get', 'user/receivers/list', {});
  return (
    <LoadedPages
      query={kept}
      empty={
        <Empty
          icon={<UserRound />}
          text={t('no_users')}
          action={<Button onClick={() => go.push('/pages/setting/addReceiver')}>{t('add_user')}</Button>}
        />
      }
    >
      {(rows) => (
        <List ground="card">
          {rows.map((row) => (
            <Row key={row.id} row={row} holds={holds} />
          ))}
        </List>
      )}
    </LoadedPages>
  );
}
