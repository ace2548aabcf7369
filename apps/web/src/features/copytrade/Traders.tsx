import { FLAG } from '@karat/contract';
import { UserRoundPlus, Users } from 'lucide-react';
import { useState } from 'react';
import { go } from '../../lib/navigation.ts';
import { usePages } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import {
  Avatar,
  Badge,
  Button,
  Empty,
  Figure,
  Link,
  LoadedPages,
  Num,
  Page,
  Sparkline,
  Tabs,
} from '../../ui/index.ts';
import type { TraderRow } from './Figures.tsx';
import { copytradeText } from './text.ts';

const SORTS = ['profit', 'roi', 'accuracy', 'followers', 'sharpe'] as const;
type Sort = (typeof SORTS)[number];

function TraderCard({ trader }: { readonly trader: TraderRow }) {
  const t = useText(copytradeText);
  return (
    <Link
      to="/pages/copytrade/trader"
      search={{ id: String(trader.id) }}
      className="block rounded-lg bg-surface p-4 active:bg-raised"
    >
      <span className="flex items-center gap-3">
        <Avatar src={trader.head_portrait} name={trader.nickname} size={40} />
        <span className="min-w-0 flex-1">
          <span className="block truncate text-lg font-medium">{trader.nickname}</span>
          <span className="block truncate text-xs text-muted">{trader.about}</span>
        </span>
        {trader.is_follow === FLAG.yes && <Badge intent="good">{t('following')}</Badge>}
      </span>
      <span className="mt-3 flex items-end gap-4">
        <span className="flex-1">
          <span className="block text-xs text-muted">{t('roi')}</span>
          <Num value={trader.roi} form="percent" signed intent="auto" className="text-xl font-semibold" />
        </span>
        <Sparkline values={trader.curve} width={120} height={40} />
      </span>
      <dl className="mt-3 grid grid-cols-3 gap-3 text-base font-medium">
        <Figure name={t('profit')}>
          <Num value={trader.total_profit} form="short" signed intent="auto" />
        </Figure>
        <Figure name={t('accuracy')}>
          <Num value={trader.accuracy} form="percent" />
        </Figure>
        <Figure name={t('followers')}>{trader.followers}</Figure>
      </dl>
    </Link>
  );
}

/** Traders who can be copied, with their figures. */
export default function Traders() {
  const t = useText(copytradeText);
  const [sort, setSort] = useState<Sort>('profit');
  const traders = usePages('get', 'follow/index', { sort });
  return (
    <Page
      title={t('title')}
      right={
        <Link
          to="/pages/copytrade/my"
          className="grid min-h-11 place-items-center px-3 text-base text-gold-ink"
        >
          {t('mine')}
        </Link>
      }
    >
      <Tabs
        label={t('sort')}
        variant="chips"
        items={SORTS.map((id) => ({ id, label: t(id) }))}
        value={sort}
        onChange={setSort}
      />
      <div className="mt-3">
        <LoadedPages query={traders} empty={<Empty icon={<Users />} text={t('no_traders')} />}>
          {(rows) => (
            <ul className="flex flex-col gap-3">
              {rows.map((trader) => (
                <li key={trader.id}>
                  <TraderCard trader={trader} />
                </li>
              ))}
            </ul>
          )}
        </LoadedPages>
      </div>
      <p className="mt-4 text-xs text-muted">{t('figures_hint')}</p>
      <Button variant="plain" className="mt-4 w-full" onClick={() => go.push('/pages/follow/index')}>
        <UserRoundPlus className="size-5" aria-hidden="true" />
        {t('become')}
      </Button>
    </Page>
  );
}
