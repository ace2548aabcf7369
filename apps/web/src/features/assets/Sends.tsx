import { Users } from 'lucide-react';
import { formatTime } from '../../lib/format.ts';
import { usePages } from '../../lib/query.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { Empty, LoadedPages, Num } from '../../ui/index.ts';
import { assetsText } from './text.ts';

/** Transfers to and from other users, newest first. */
export function Sends() {
  const t = useText(assetsText);
  const locale = useLocale();
  const sends = usePages('get', 'wallet/sends', {});
  return (
    <LoadedPages query={sends} empty={<Empty icon={<Users />} text={t('no_sends')} />}>
      {(rows) => (
        <ul className="divide-y divide-line rounded-lg bg-surface px-4">
          {rows.map(({ id, direction, nickname, uid, note, number, currency_name, created_ms }) => (
            <li key={id} className="flex min-h-16 items-center gap-3 py-2">
              <span className="min-w-0 flex-1">
                <span className="block truncate text-base font-medium">
                  {t(direction === 'out' ? 'sent_to' : 'got_from', { nickname, uid })}
                </span>
                {note !== '' && <span className="block truncate text-sm text-muted">{note}</span>}
                <span className="block text-xs text-muted">{formatTime(created_ms, locale)}</span>
              </span>
              <Num
                value={direction === 'out' ? `-${number}` : number}
                signed
                intent="auto"
                unit={currency_name}
                className="shrink-0 text-base font-medium"
              />
            </li>
          ))}
        </ul>
      )}
    </LoadedPages>
  );
}
