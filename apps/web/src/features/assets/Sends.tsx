import { Users } from 'lucide-react';
import { formatTime } from '../../lib/format.ts';
import { usePages } from '../../lib/query.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { Empty, List, ListRow, LoadedPages, Num } from '../../ui/index.ts';
import { assetsText } from './text.ts';

/** Transfers to and from other users, newest first. */
export function Sends() {
  const t = useText(assetsText);
  const locale = useLocale();
  const sends = usePages('get', 'wallet/sends', {});
  return (
    <LoadedPages query={sends} empty={<Empty icon={<Users />} text={t('no_sends')} next="beside" />}>
      {(rows) => (
        <List ground="card">
          {rows.map(({ id, direction, nickname, uid, note, number, currency_name, created_ms }) => (
            <ListRow
              key={id}
              title={t(direction === 'out' ? 'sent_to' : 'got_from', { nickname, uid })}
              {...(note === '' ? {} : { hint: note })}
              meta={formatTime(created_ms, locale)}
              end={
                <Num
                  value={direction === 'out' ? `-${number}` : number}
                  signed
                  intent="auto"
                  unit={currency_name}
                  className="shrink-0 text-base font-medium"
                />
              }
            />
          ))}
        </List>
      )}
    </LoadedPages>
  );
}
