import { COPY_SIZE, POSITION_ORIGIN, POSITION_SIDE } from '@karat/contract';
import { Copy, HandCoins, SkipForward, Users } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { BALANCES } from '../../lib/balances.ts';
import type { ReplyOf } from '../../lib/calls.ts';
import { formatTime } from '../../lib/format.ts';
import { go } from '../../lib/navigation.ts';
import { useAction, useGet, usePages, usePost } from '../../lib/query.ts';
import { useRefusal } from '../../lib/server-errors.ts';
import { useLocale, useText } from '../../lib/text.ts';
import {
  Avatar,
  Badge,
  Button,
  Empty,
  Figure,
  List,
  ListRow,
  Loaded,
  LoadedPages,
  Num,
  Page,
  ReceiptLink,
  Tabs,
  FormError,
} from '../../ui/index.ts';
import { copytradeText } from './text.ts';
import { Unfollow } from './Unfollow.tsx';

/** Poll interval of open copies. */
const REFRESH_MS = 2_000;
const TABS = ['follows', 'copies', 'skipped', 'shares'] as const;
type Tab = (typeof TABS)[number];
type FollowRow = ReplyOf<'follow/my'>['data'][number];

function FollowCard({ row }: { readonly row: FollowRow }) {
  const t = useText(copytradeText);
  return (
    <li className="rounded-lg bg-surface p-4">
      <div className="flex items-center gap-3">
        <Avatar src={row.head_portrait} name={row.nickname} size={40} />
        <span className="min-w-0 flex-1">
          <span className="block truncate text-lg font-medium">{row.nickname}</span>
          <span className="block text-xs text-muted">
            {t(row.type === COPY_SIZE.multiple ? 'by_multiple' : 'by_lots')} · <Num value={row.number} />
          </span>
        </span>
        <Badge intent={row.active ? 'good' : 'plain'}>
          {t(row.active ? 'following' : `ended_${row.ended ?? 'user'}`)}
        </Badge>
      </div>
      <dl className="mt-3 grid grid-cols-3 gap-3 text-base font-medium">
        <Figure name={t('result')}>
          <Num value={row.profit} form="fixed" decimals={2} signed intent="auto" />
        </Figure>
        <Figure name={t('margin')}>
          <Num value={row.margin} form="fixed" decimals={2} />
        </Figure>
        <Figure name={t('open_copies')}>{row.open_copies}</Figure>
      </dl>
      {row.active && (
        <div className="mt-3 flex gap-3 *:flex-1">
          <Unfollow trader={row.trader_user_id} />
          <Button
            variant="plain"
            onClick={() => go.push('/pages/follow/follow', { id: String(row.trader_user_id) })}
          >
            {t('change')}
          </Button>
        </div>
      )}
    </li>
  );
}

function Follows() {
  const t = useText(copytradeText);
  const follows = usePages('get', 'follow/my', {});
  return (
    <LoadedPages
      query={follows}
      empty={
        <Empty
          icon={<Users />}
          text={t('no_follows')}
          action={<Button onClick={() => go.push('/pages/copytrade/copy')}>{t('see_traders')}</Button>}
        />
      }
    >
      {(rows) => (
        <ul className="flex flex-col gap-3">
          {rows.map((row) => (
            <FollowCard key={row.id} row={row} />
          ))}
        </ul>
      )}
    </LoadedPages>
  );
}

type Copied = ReplyOf<'lever/dealall'>['order']['data'][number];

/** An open copied position: close it or take it over. */
function CopyCard({ row }: { readonly row: Copied }) {
  const t = useText(copytradeText);
  const invalidates = ['lever/dealall', 'follow/my', ...BALANCES] as const;
  const refusal = useRefusal();
  const options = { ...refusal.action, invalidates };
  const close = useAction('lever/close', options);
  const keep = useAction('follow/selfHolding', options);
  return (
    <li className="rounded-lg bg-surface p-4">
      <div className="flex items-center gap-2">
        <span className="text-lg font-medium">{row.symbol}</span>
        <Badge intent={row.type === POSITION_SIDE.long ? 'good' : 'bad'}>
          {t(row.type === POSITION_SIDE.long ? 'long' : 'short')} {row.multiple}x
        </Badge>
        <Num
          value={row.profits}
          form="fixed"
          decimals={2}
          signed
          intent="auto"
          className="ms-auto font-medium"
          unit="USDT"
        />
      </div>
      <p className="mt-1 text-xs text-muted">
        <Num value={row.price} /> → <Num value={row.update_price} /> · {t('margin')}{' '}
        <Num value={row.caution_money} form="fixed" decimals={2} />
      </p>
      <FormError text={refusal.text} />
      <div className="mt-3 flex gap-3 [&>button]:flex-1">
        <ReceiptLink kind="contract" subject={String(row.id)} variant="icon" />
        <Button variant="plain" busy={keep.isPending} onClick={() => keep.mutate({ transaction_id: row.id })}>
          {t('keep')}
        </Button>
        <Button variant="plain" busy={close.isPending} onClick={() => close.mutate({ id: row.id })}>
          {t('close')}
        </Button>
      </div>
    </li>
  );
}

function Copies() {
  const t = useText(copytradeText);
  const open = usePost('lever/dealall', { limit: 100 }, { everyMs: REFRESH_MS });
  const copies = open.data?.order.data.filter((row) => row.order_type === POSITION_ORIGIN.copied);
  return (
    <Loaded query={{ ...open, data: copies }} empty={<Empty icon={<Copy />} text={t('no_copies')} />}>
      {(rows) => (
        <ul className="flex flex-col gap-3">
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
      empty={<Empty icon={<SkipForward />} text={t('no_skipped')} />}
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
      empty={<Empty icon={<HandCoins />} text={t('no_shares')} />}
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
