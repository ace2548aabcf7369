import { Flex, Statistic, Typography } from 'antd';
import { overview } from '../../lib/format.ts';
import type { Figures } from './daily.ts';

type Totals = Figures['totals'];

const TITLES: readonly (readonly [name: keyof Totals, title: string])[] = [
  ['volume', 'Volume, USDT'],
  ['fees', 'Fees, USDT'],
  ['registrations', 'Registrations'],
  ['active_users', 'Active users a day'],
  ['deposits', 'Deposits, USDT'],
  ['withdrawals', 'Withdrawals, USDT'],
];

/** A change with its sign; the sign alone carries the direction, because more is not better everywhere. */
const signed = (change: string): string => (change.startsWith('-') || change === '0' ? change : `+${change}`);

const Total = ({ title, total }: { title: string; total: Totals['volume'] }) => (
  <div>
    <Statistic title={title} valueRender={() => <span className="figure">{overview(total.value)}</span>} />
    <Typography.Text type="secondary" className="figure">
      {total.change === null ? 'nothing to compare' : `${signed(total.change)}%`}
    </Typography.Text>
  </div>
);

/** Totals of the period with their changes. */
export function DailyTotals({ totals }: { totals: Totals }) {
  return (
    <>
      <Flex gap="12px 32px" wrap style={{ marginBottom: 8 }}>
        {TITLES.map(([name, title]) => (
          <Total key={name} title={title} total={totals[name]} />
        ))}
      </Flex>
      <Typography.Paragraph type="secondary">
        Totals include today so far. Changes compare the complete days with as many days before them.
      </Typography.Paragraph>
    </>
  );
}
