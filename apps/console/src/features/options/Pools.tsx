import { Card, Descriptions, Progress } from 'antd';
import { Figure } from '../../ui/columns.tsx';
import type { Dashboard } from './changes.ts';

/** Used share of the cap in percent, for the bar only. */
const shareOf = (owed: string, cap: string): number =>
  Math.min(100, Math.round((Number(owed) / Number(cap)) * 100));

const shown = (rows: readonly (readonly [string, string | number])[]) =>
  rows.map(([label, value]) => ({ key: label, label, children: <Figure value={value} /> }));

/** Balances and liabilities of the pools. */
export function Pools({ pools }: { pools: Dashboard['pools'] }) {
  return pools.map(({ currency_name: name, available, owed, pool_max: cap }) => (
    <Card key={name} size="small" title={`Pool, ${name}`} style={{ flex: '1 1 240px', minWidth: 0 }}>
      <Descriptions
        column={1}
        size="small"
        items={shown([
          ['Free', available],
          ['Owed', owed],
          ['Cap', cap],
        ])}
      />
      <Progress percent={shareOf(owed, cap)} size="small" aria-label="Share of the cap that is owed" />
    </Card>
  ));
}

/** Settlements since midnight. */
export function Today({ day }: { day: Dashboard['day'] }) {
  return (
    <Card size="small" title="Settled today (UTC)" style={{ flex: '3 1 420px', minWidth: 0 }}>
      <Descriptions
        size="small"
        // Four columns are too narrow beside the pools: amounts would run into the next label.
        column={{ xs: 1, sm: 2, xxl: 4 }}
        items={shown([
          ['Settled', day.settled],
          ['Won', day.wins],
          ['Lost', day.losses],
          ['Tied', day.ties],
          ['Void', day.voids],
          ['Staked', day.staked],
          ['Paid back', day.returned],
          ['Lateness p99, ms', day.lateness_p99_ms],
        ])}
      />
    </Card>
  );
}
