import { useGet } from '../../lib/query.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { Card, List, Loaded, Skeleton } from '../../ui/index.ts';
import { momentName } from './schedule.ts';
import type { Market, Schedule } from './schedule.ts';
import { recurringText } from './text.ts';

/** The next dates of a schedule, as the server will buy them. */
export const useUpcoming = (market: Market, schedule: Schedule) =>
  useGet('recurring/preview', { match_id: market.match_id, ...schedule }, { keep: true });

/** What will be bought and when. */
export function Upcoming({ market, schedule }: { readonly market: Market; readonly schedule: Schedule }) {
  const t = useText(recurringText);
  const locale = useLocale();
  const dates = useUpcoming(market, schedule);
  return (
    <Card className="p-4">
      <h2 className="text-sm text-muted">{t('upcoming')}</h2>
      <Loaded query={dates} skeleton={<Skeleton className="mt-2 h-30" />}>
        {(rows) => (
          <List className="mt-1">
            {rows.map((row) => (
              <li
                key={row.date}
                className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 text-base"
              >
                <span className="tnum">{momentName(row.buy_ms, schedule.time_zone, locale)}</span>
                {row.buy_ms > row.due_ms && <span className="text-xs text-muted">{t('at_opening')}</span>}
              </li>
            ))}
          </List>
        )}
      </Loaded>
    </Card>
  );
}
