import { FLAG } from '@karat/contract';
import { formatAgo } from '../../lib/format.ts';
import { useNow } from '../../lib/now.ts';
import { usePages } from '../../lib/query.ts';
import { shellText } from '../../lib/shell-text.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { Badge, Empty, List, ListRow, LoadedPages, Num, RowEnd } from '../../ui/index.ts';
import { nftText } from './text.ts';
import { REFRESH_MS } from './use-live-sale.ts';

/** Bids of the newest auction of a work, highest first. */
export function Bids({
  code,
  unit,
  isRunning,
}: {
  readonly code: string;
  readonly unit: string;
  readonly isRunning: boolean;
}) {
  const t = useText(nftText);
  const shell = useText(shellText);
  const locale = useLocale();
  const now = useNow();
  const bids = usePages(
    'post',
    'bind_box/getBindBoxQuotationLog',
    { code },
    isRunning ? { everyMs: REFRESH_MS } : {},
  );
  return (
    <LoadedPages query={bids} empty={<Empty className="py-6" text={t('no_bids')} next="beside" />}>
      {(rows) => (
        <List ground="card">
          {rows.map((bid) => (
            <ListRow
              key={bid.id}
              title={
                <span className="flex items-center gap-2">
                  {bid.is_own === FLAG.yes ? t('you') : bid.name}
                  {bid.is_leader === FLAG.yes && <Badge intent="gold">{t('leading')}</Badge>}
                </span>
              }
              end={
                <RowEnd hint={formatAgo(bid.created_ms, now, locale, shell('just_now'))}>
                  <Num value={bid.price} unit={unit} />
                </RowEnd>
              }
            />
          ))}
        </List>
      )}
    </LoadedPages>
  );
}
