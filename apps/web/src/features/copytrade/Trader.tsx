import { FLAG, POSITION_SIDE } from '@karat/contract';
import { History, UserX } from 'lucide-react';
import { formatTime } from '../../lib/format.ts';
import { go, withLogin } from '../../lib/navigation.ts';
import { useIdParam } from '../../lib/params.ts';
import { useGet, usePages } from '../../lib/query.ts';
import { useLocale, useText } from '../../lib/text.ts';
import {
  Avatar,
  Badge,
  Button,
  Card,
  Empty,
  List,
  ListRow,
  Loaded,
  LoadedPages,
  Num,
  Page,
  Sparkline,
} from '../../ui/index.ts';
import { Figures } from './Figures.tsx';
import type { TraderRow } from './Figures.tsx';
import { copytradeText } from './text.ts';
import { Unfollow } from './Unfollow.tsx';

/** Closed trades. */
function Trades({ trader }: { readonly trader: number }) {
  const t = useText(copytradeText);
  const locale = useLocale();
  const trades = usePages('get', 'follow/historyTrade', { trader_user_id: trader });
  return (
    <section aria-label={t('history')} className="mt-4">
      <h2 className="mb-2 px-1 text-sm text-muted">{t('history')}</h2>
      <LoadedPages query={trades} empty={<Empty icon={<History />} text={t('no_trades')} />}>
        {(rows) => (
          <List ground="card">
            {rows.map((row) => (
              <ListRow
                key={row.id}
                title={
                  <span className="flex items-center gap-2">
                    {row.symbol}
                    <Badge intent={row.type === POSITION_SIDE.long ? 'good' : 'bad'}>
                      {t(row.type === POSITION_SIDE.long ? 'long' : 'short')} {row.multiple}x
                    </Badge>
                  </span>
                }
                hint={formatTime(row.closed_ms, locale)}
                meta={
                  <>
                    <Num value={row.price} /> → <Num value={row.close_price} />
                  </>
                }
                end={<Num value={row.profits} form="fixed" decimals={2} signed intent="auto" unit="USDT" />}
              />
            ))}
          </List>
        )}
      </LoadedPages>
    </section>
  );
}

/** Follows, changes or ends the following. */
function Foot({ trader }: { readonly trader: TraderRow }) {
  const t = useText(copytradeText);
  const settings = (): void => go.push('/pages/follow/follow', { id: String(trader.id) });
  if (trader.is_follow === FLAG.no)
    return (
      <Button className="w-full" onClick={() => withLogin(settings)}>
        {t('follow')}
      </Button>
    );
  return (
    <div className="flex gap-3 *:flex-1">
      <Unfollow trader={trader.id} />
      <Button onClick={settings}>{t('change')}</Button>
    </div>
  );
}

function Shown({ trader }: { readonly trader: TraderRow }) {
  const t = useText(copytradeText);
  const locale = useLocale();
  return (
    <>
      <Card className="p-4">
        <div className="flex items-center gap-3">
          <Avatar src={trader.head_portrait} name={trader.nickname} size={48} />
          <div className="min-w-0 flex-1">
            <h2 className="truncate text-xl font-semibold">{trader.nickname}</h2>
            <p className="text-xs text-muted">{t('since', { day: formatTime(trader.since_ms, locale) })}</p>
          </div>
        </div>
        <p className="mt-3 text-base">{trader.about}</p>
        <div className="mt-4 flex items-end gap-4">
          <div className="flex-1">
            <p className="text-xs text-muted">{t('roi')}</p>
            <Num value={trader.roi} form="percent" signed intent="auto" className="text-2xl font-semibold" />
          </div>
          <Sparkline values={trader.curve} width={160} height={56} />
        </div>
      </Card>
      <Card className="mt-3 p-4">
        <Figures trader={trader} />
        <p className="mt-4 text-xs text-muted">
          {trader.figures_ms === null
            ? t('no_figures')
            : t('figures_at', { time: formatTime(trader.figures_ms, locale) })}
        </p>
      </Card>
      <Trades trader={trader.id} />
    </>
  );
}

/** A trader's profile, figures and trades. */
export default function Trader() {
  const t = useText(copytradeText);
  const id = useIdParam('id');
  return id === undefined ? (
    <Page title={t('trader')} back="/pages/copytrade/copy">
      <Empty icon={<UserX />} text={t('no_traders')} />
    </Page>
  ) : (
    <OfTrader id={id} />
  );
}

function OfTrader({ id }: { readonly id: number }) {
  const t = useText(copytradeText);
  const trader = useGet('follow/traderDetail', { trader_user_id: id });
  return (
    <Page
      title={t('trader')}
      back="/pages/copytrade/copy"
      {...(trader.data ? { footer: <Foot trader={trader.data} /> } : {})}
    >
      <Loaded query={trader}>{(shown) => <Shown trader={shown} />}</Loaded>
    </Page>
  );
}
