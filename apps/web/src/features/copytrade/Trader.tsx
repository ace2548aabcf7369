import { FLAG } from '@karat/contract';
import { formatDate, formatTime } from '../../lib/format.ts';
import { go, withLogin } from '../../lib/navigation.ts';
import { useIdParam } from '../../lib/params.ts';
import { useGet } from '../../lib/query.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { Avatar, Badge, Button, Card, Loaded, Missing, Page } from '../../ui/index.ts';
import { Equity } from './Equity.tsx';
import { Figures, Returns } from './Figures.tsx';
import type { TraderRow } from './Figures.tsx';
import { copytradeText } from './text.ts';
import { TraderLists } from './TraderLists.tsx';

/** Follows a trader or changes the terms. */
function Foot({ trader }: { readonly trader: TraderRow }) {
  const t = useText(copytradeText);
  const settings = (): void => go.push('/pages/follow/follow', { id: String(trader.id) });
  const isFollowed = trader.is_follow === FLAG.yes;
  if (isFollowed)
    return (
      <div className="flex gap-3 *:flex-1">
        <Button variant="plain" onClick={() => go.push('/pages/copytrade/my')}>
          {t('mine')}
        </Button>
        <Button onClick={settings}>{t('change')}</Button>
      </div>
    );
  return (
    <Button className="w-full" disabled={trader.free_places === 0} onClick={() => withLogin(settings)}>
      {t(trader.free_places === 0 ? 'full' : 'follow')}
    </Button>
  );
}

/** Name, introduction and returns. */
function Profile({ trader }: { readonly trader: TraderRow }) {
  const t = useText(copytradeText);
  const locale = useLocale();
  return (
    <Card className="p-4">
      <div className="flex items-center gap-3">
        <Avatar src={trader.head_portrait} name={trader.nickname} size={48} />
        <div className="min-w-0 flex-1">
          <h2 className="text-xl font-semibold wrap-anywhere">{trader.nickname}</h2>
          <p className="text-xs text-muted">{t('since', { day: formatDate(trader.since_ms, locale) })}</p>
        </div>
        {trader.simulated && <Badge intent="gold">{t('simulated')}</Badge>}
      </div>
      <p className="mt-3 text-base">{trader.about}</p>
      {trader.simulated && <p className="mt-2 text-xs text-muted">{t('simulated_hint')}</p>}
      <div className="mt-4">
        <Returns trader={trader} />
      </div>
    </Card>
  );
}

function Shown({ trader }: { readonly trader: TraderRow }) {
  const t = useText(copytradeText);
  const locale = useLocale();
  return (
    <div className="flex flex-col gap-3 wide:side-by-side wide:gap-6">
      <div className="flex flex-col gap-3">
        <Profile trader={trader} />
        <Card className="p-4">
          <Equity trader={trader.id} />
        </Card>
        <Card className="p-4">
          <Figures trader={trader} />
          <p className="mt-4 text-xs text-muted">
            {trader.figures_ms === null
              ? t('no_figures')
              : t('figures_at', { time: formatTime(trader.figures_ms, locale) })}
          </p>
        </Card>
      </div>
      <TraderLists trader={trader.id} />
    </div>
  );
}

/** A trader's profile, statistics, positions and copiers. */
export default function Trader() {
  const t = useText(copytradeText);
  const id = useIdParam('id');
  return id === undefined ? (
    <Page title={t('trader')} back="/pages/copytrade/copy">
      <Missing />
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
