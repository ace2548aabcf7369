import type { ReplyOf } from '@karat/contract';
import { CalendarDays, Coins, Split } from 'lucide-react';
import { formatTime, formatTimeOfDay } from '../../lib/format.ts';
import { useGet } from '../../lib/query.ts';
import { useSession } from '../../lib/session.ts';
import { baseOf } from '../../lib/symbol.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { Badge, cx, Empty, List, ListRow, Loaded, Num, Page } from '../../ui/index.ts';
import { comingDays } from './coming-days.ts';
import type { Calendar, Session } from './coming-days.ts';
import { marketText } from './text.ts';

type Action = ReplyOf<'stocks/actions'>[number];

const DAY: Intl.DateTimeFormatOptions = { weekday: 'short', day: 'numeric', month: 'short' };

/** Session hours in the user's time zone. */
function SessionRow({ session, now }: { readonly session: Session; readonly now: number }) {
  const t = useText(marketText);
  const locale = useLocale();
  const day = new Intl.DateTimeFormat(locale, DAY).format(session.open_ms);
  const runs = session.open_ms <= now;
  return (
    <li
      className="flex min-h-11 flex-wrap items-center gap-x-2 text-sm"
      aria-current={runs ? 'date' : undefined}
    >
      <span className={cx('flex-1', runs && 'font-semibold')}>{day}</span>
      {session.early && <Badge intent="gold">{t('half_day')}</Badge>}
      <span className={cx('tnum', runs && 'font-semibold')}>
        {formatTimeOfDay(session.open_ms, locale)} – {formatTimeOfDay(session.close_ms, locale)}
      </span>
    </li>
  );
}

/** A New York date without a session, the same date in every time zone. */
function HolidayRow({ date }: { readonly date: string }) {
  const t = useText(marketText);
  const locale = useLocale();
  const day = new Intl.DateTimeFormat(locale, { ...DAY, timeZone: 'UTC' }).format(Date.parse(date));
  return (
    <li className="flex min-h-11 items-center gap-2 text-sm text-muted">
      <span className="flex-1">{day}</span>
      <Badge>{t('holiday')}</Badge>
    </li>
  );
}

/** The coming days in order. */
function Sessions({ calendar }: { readonly calendar: Calendar }) {
  const t = useText(marketText);
  return (
    <section aria-label={t('calendar')} className="rounded-lg bg-surface p-4">
      <h2 className="flex items-center gap-2 text-base font-medium">
        <span className="flex-1">{t('calendar')}</span>
        <Badge intent={calendar.open ? 'good' : 'plain'}>
          {calendar.open ? t('open_now') : t('closed_now')}
        </Badge>
      </h2>
      <List className="mt-2">
        {comingDays(calendar).map((day) =>
          day.type === 'session' ? (
            <SessionRow key={day.at} session={day.session} now={calendar.now_ms} />
          ) : (
            <HolidayRow key={day.at} date={day.date} />
          ),
        )}
      </List>
      <p className="mt-2 text-xs text-muted">{t('calendar_hint')}</p>
    </section>
  );
}

function ActionRow({ action }: { readonly action: Action }) {
  const t = useText(marketText);
  const locale = useLocale();
  const Icon = action.kind === 'split' ? Split : Coins;
  return (
    <ListRow
      icon={<Icon className="size-5 text-muted" aria-hidden="true" />}
      title={`${baseOf(action.symbol)} · ${t(action.kind)}`}
      hint={`${formatTime(action.effective_ms, locale)} · ${t(`action_${action.state}`)}`}
      end={
        action.per_share === null ? (
          <span className="text-base font-medium tabular-nums">
            {t('ratio', { fresh: action.ratio_new ?? 1, old: action.ratio_old ?? 1 })}
          </span>
        ) : (
          <Num value={action.per_share} unit="USDT" className="text-base font-medium" />
        )
      }
    />
  );
}

/** Effects of dividends and splits on the user's shares. */
function Own() {
  const t = useText(marketText);
  const own = useGet('stocks/entitlements', {});
  return (
    <section aria-label={t('own_shares')} className="mt-4">
      <h2 className="mb-2 text-sm text-muted">{t('own_shares')}</h2>
      <Loaded
        query={own}
        isEmpty={({ data }) => data.length === 0}
        empty={<Empty icon={<Coins />} text={t('no_own_shares')} next="market" />}
      >
        {({ data }) => (
          <List ground="card">
            {data.map((row) => (
              <ListRow
                key={row.id}
                title={`${baseOf(row.symbol)} · ${t(row.kind)}`}
                end={
                  row.kind === 'dividend' ? (
                    <Num value={row.paid} unit="USDT" signed intent="auto" className="font-medium" />
                  ) : (
                    <span className="tabular-nums">
                      <Num value={row.quantity_before} /> → <Num value={row.quantity_after} />{' '}
                    </span>
                  )
                }
              />
            ))}
          </List>
        )}
      </Loaded>
    </section>
  );
}

/** Trading hours of stocks and corporate actions. */
export default function Stocks() {
  const t = useText(marketText);
  const loggedIn = useSession((state) => state.token !== null);
  const calendar = useGet('stocks/calendar', {});
  const actions = useGet('stocks/actions', {});
  return (
    <Page title={t('stocks_title')} back="/pages/market/market">
      <Loaded query={calendar}>{(data) => <Sessions calendar={data} />}</Loaded>
      <section aria-label={t('share_actions')} className="mt-4">
        <h2 className="mb-2 text-sm text-muted">{t('share_actions')}</h2>
        <Loaded
          query={actions}
          empty={<Empty icon={<CalendarDays />} text={t('no_actions')} next="market" />}
        >
          {(rows) => (
            <List ground="card">
              {rows.map((action) => (
                <ActionRow key={action.id} action={action} />
              ))}
            </List>
          )}
        </Loaded>
      </section>
      {loggedIn && <Own />}
    </Page>
  );
}
