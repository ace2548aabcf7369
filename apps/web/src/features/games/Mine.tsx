import { MessageSquareWarning, SlidersHorizontal, Target } from 'lucide-react';
import { useState } from 'react';
import { GAME_STATUS } from '@karat/contract';
import type { ReplyOf } from '../../lib/calls.ts';
import { go } from '../../lib/navigation.ts';
import { useGet, usePages } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import {
  Button,
  Card,
  Empty,
  Figure,
  LinkCell,
  Loaded,
  LoadedPages,
  Num,
  Rows,
  Skeleton,
  Tabs,
} from '../../ui/index.ts';
import { riskText } from '../../ui/risk/index.ts';
import { Entries } from './Entries.tsx';
import { gamesText } from './text.ts';
import { REFRESH_MS } from './use-rounds.ts';

const FILTERS = ['all', 'guessing', 'unsettled', 'right', 'missed', 'cancelled'] as const;
type Filter = (typeof FILTERS)[number];

function Figures({ record }: { readonly record: ReplyOf<'game/record'> }) {
  const t = useText(gamesText);
  return (
    <Card className="p-4">
      <h2 className="text-sm text-muted">{t('net_result')}</h2>
      <p className="mt-1 text-2xl font-semibold">
        <Num value={record.net} signed intent="auto" unit="USDT" />
      </p>
      <dl className="mt-3 grid grid-cols-3 gap-3 text-lg font-medium">
        <Figure name={t('state_right')}>
          <Num value={String(record.right)} />
        </Figure>
        <Figure name={t('state_missed')}>
          <Num value={String(record.missed)} />
        </Figure>
        <Figure name={t('hit_rate')}>
          <Num value={record.hit_rate} form="percent" />
        </Figure>
        <Figure name={t('staked')}>
          <Num value={record.staked} />
        </Figure>
        <Figure name={t('paid')}>
          <Num value={record.paid} />
        </Figure>
        <Figure name={t('open_returned')}>
          <Num value={String(record.open)} /> / <Num value={String(record.returned)} />
        </Figure>
      </dl>
    </Card>
  );
}

function OwnList({ filter }: { readonly filter: Filter }) {
  const t = useText(gamesText);
  const entries = usePages('get', 'game/entries', filter === 'all' ? {} : { status: GAME_STATUS[filter] }, {
    everyMs: REFRESH_MS,
  });
  return (
    <LoadedPages
      query={entries}
      empty={
        <Empty
          icon={<Target />}
          text={t(filter === 'all' ? 'none_mine' : 'none_such')}
          action={
            <Button variant="plain" onClick={() => go.replace('/pages/game/game')}>
              {t('see_rounds')}
            </Button>
          }
        />
      }
    >
      {(rows) => <Entries entries={rows} named />}
    </LoadedPages>
  );
}

/** The own record, limits and entries. */
export function Mine() {
  const t = useText(gamesText);
  const risk = useText(riskText);
  const [filter, setFilter] = useState<Filter>('all');
  return (
    <div className="grid gap-4 wide:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] wide:items-start wide:gap-8">
      <div className="flex min-w-0 flex-col gap-4">
        <Loaded query={useGet('game/record', {})} skeleton={<Skeleton className="h-44 rounded-lg" />}>
          {(record) => <Figures record={record} />}
        </Loaded>
        <Rows>
          <LinkCell icon={<SlidersHorizontal />} label={risk('limits')} to="/pages/game/limits" />
          <LinkCell icon={<MessageSquareWarning />} label={t('your_disputes')} to="/pages/game/disputes" />
        </Rows>
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <Tabs
          label={t('filter')}
          variant="chips"
          items={FILTERS.map((id) => ({ id, label: t(id === 'all' ? 'all' : `state_${id}`) }))}
          value={filter}
          onChange={setFilter}
        />
        <OwnList key={filter} filter={filter} />
      </div>
    </div>
  );
}
