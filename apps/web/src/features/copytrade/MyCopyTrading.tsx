import { POSITION_ORIGIN } from '@karat/contract';
import { Copy, HandCoins, SkipForward, Users } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { formatTime } from '../../lib/format.ts';
import { useGet, usePages, usePost } from '../../lib/query.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { Empty, LinkButton, List, ListRow, Loaded, LoadedPages, Num, Page, Tabs } from '../../ui/index.ts';
import { CopyCard } from './CopyCard.tsx';
import { FollowCard } from './FollowCard.tsx';
import { copytradeText } from './text.ts';

/** Poll interval of open copies. */
const REFRESH_MS = 2_000;
const TABS = ['follows', 'copies', 'skipped', 'shares'] as const;
type Tab = (typeof TABS)[number];
function SeeTraders() {
  const t = useText(copytradeText);
  return <LinkButton to="/pages/copytrade/copy">{t('see_traders')}</LinkButton>;
}

function Follows() {
  const t = useText(copytradeText);
  const follows = usePages('get', 'follow/my', {});
  return (
    <LoadedPages
      query={follows}
      empty={<Empty icon={<Users />} text={t('no_follows')} action={<SeeTraders />} />}
    >
      {(rows) => (
        <ul className="flex flex-col gap-3 wide:side-by-side">
          {rows.map((row) => (
            <FollowCard key={row.id} row={row} />
          ))}
        </ul>
      )}
    </LoadedPages>
  );
}

function Copies() {
  const t = useText(copytradeText);
  const open = usePost('lever/dealall', { limit: 100 }, { everyMs: REFRESH_MS });
  const copies = open.data?.order.data.filter((row) => row.order_type === POSITION_ORIGIN.copied);
  return (
    <Loaded
      query={{ ...open, data: copies }}
      empty={<Empty icon={<Copy />} text={t('no_copies')} action={<SeeTraders />} />}
    >
      {(rows) => (
        <ul className="flex flex-col gap-3 wide:side-by-side">
          {rows.map((row) => (
            <CopyCard key={row.id} row={row} />
          ))}
        </ul>
      )}
    </Loaded>
  );
}

function Skipped() {
  const t = useText(copytradeText);
  const locale = useLocale();
  const skipped = useGet('follow/skipped', { limit: 100 });
  return (
    <Loaded
      query={skipped}
      isEmpty={({ data }) => data.length === 0}
      empty={<Empty icon={<SkipForward />} text={t('no_skipped')} action={<SeeTraders />} />}
    >
      {({ data }) => (
        <List ground="card">
          {data.map((row) => (
            <ListRow
              key={row.id}
              title={`${row.symbol} · ${row.nickname}`}
              hint={formatTime(row.created_ms, locale)}
              end={<span className="max-w-[50%] text-end text-sm text-muted">{t(`skip_${row.reason}`)}</span>}
            />
          ))}
        </List>
      )}
    </Loaded>
  );
}

function Shares() {
  const t = useText(copytradeText);
  const shares = useGet('follow/shares', { limit: 100 });
  return (
    <Loaded
      query={shares}
      isEmpty={({ data }) => data.length === 0}
      empty={<Empty icon={<HandCoins />} text={t('no_shares')} action={<SeeTraders />} />}
    >
      {({ data }) => (
        <List ground="card">
          {data.map((row) => (
            <ListRow
              key={row.id}
              title={row.nickname}
              hint={row.day}
              end={<Num value={row.amount} signed intent="auto" unit="USDT" className="font-medium" />}
            />
          ))}
        </List>
      )}
    </Loaded>
  );
}

const SHOWN: Readonly<Record<Tab, () => ReactNode>> = {
  follows: () => <Follows />,
  copies: () => <Copies />,
  skipped: () => <Skipped />,
  shares: () => <Shares />,
};

/** The follower's view: traders, open copies, skipped copies, profit shares. */
export default function MyCopyTrading() {
  const t = useText(copytradeText);
  const [tab, setTab] = useState<Tab>('follows');
  return (
    <Page title={t('mine')} back="/pages/copytrade/copy">
      <Tabs
        label={t('mine')}
        items={TABS.map((id) => ({ id, label: t(id) }))}
        value={tab}
        onChange={setTab}
      />
      <div className="mt-4">{SHOWN[tab]()}</div>
    </Page>
  );
}
