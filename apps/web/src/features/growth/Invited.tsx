import { Gift, Users } from 'lucide-react';
import type { RowOf } from '../../lib/calls.ts';
import { formatDate } from '../../lib/format.ts';
import { usePages } from '../../lib/query.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { Badge, Empty, List, ListRow, LoadedPages, Num, RowEnd } from '../../ui/index.ts';
import { growthText } from './text.ts';

/** Users who registered with the own code; their names are masked. */
export function Friends() {
  const t = useText(growthText);
  const locale = useLocale();
  const friends = usePages('get', 'invite/people', {});
  return (
    <LoadedPages query={friends} empty={<Empty icon={<Users />} text={t('no_friends')} next="beside" />}>
      {(rows) => (
        <List ground="card">
          {rows.map((row) => (
            <ListRow
              key={`${row.uid}${row.created_ms}`}
              title={`${row.name} · ${row.uid}`}
              hint={t('since', { date: formatDate(row.created_ms, locale) })}
              end={
                <Badge intent={row.verified ? 'good' : 'plain'}>
                  {row.verified ? t('verified') : t('not_verified')}
                </Badge>
              }
            />
          ))}
        </List>
      )}
    </LoadedPages>
  );
}

type Row = RowOf<'invite/rebates'>;

const INTENTS = { due: 'info', held: 'plain', released: 'info', paid: 'good', refused: 'bad' } as const;

function RebateRow({ row }: { readonly row: Row }) {
  const t = useText(growthText);
  return (
    <ListRow
      title={t(`product_${row.product}`)}
      hint={`${row.date} · ${row.people === 1 ? t('person') : t('people', { count: row.people })}`}
      end={
        <RowEnd hint={<Badge intent={INTENTS[row.state]}>{t(`state_${row.state}`)}</Badge>}>
          <Num value={row.amount} unit={row.currency_name} />
        </RowEnd>
      }
    />
  );
}

/** Rebates by day and product. */
export function Rebates() {
  const t = useText(growthText);
  const rebates = usePages('get', 'invite/rebates', {}, { everyMs: 10_000 });
  return (
    <LoadedPages query={rebates} empty={<Empty icon={<Gift />} text={t('no_rebates')} next="beside" />}>
      {(rows) => (
        <List ground="card">
          {rows.map((row) => (
            <RebateRow key={`${row.date}${row.product}${row.currency_name}${row.state}`} row={row} />
          ))}
        </List>
      )}
    </LoadedPages>
  );
}
