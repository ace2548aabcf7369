import { DAILY_PERIODS } from '@karat/contract';
import type { DailyPeriod } from '@karat/contract';
import { Alert, Flex, Segmented } from 'antd';
import { useState } from 'react';
import { api, useCall } from '../../lib/api.ts';
import { ExportButton } from '../../ui/ExportButton.tsx';
import { Part } from '../../ui/Page.tsx';
import { Loaded } from '../../ui/Rows.tsx';
import { Time } from '../../ui/Time.tsx';
import { DailyCharts } from './DailyCharts.tsx';
import { DailyTable } from './DailyTable.tsx';
import { DailyTotals } from './DailyTotals.tsx';

const REFRESH_MS = 30_000;
const PERIODS = DAILY_PERIODS.map((value) => ({ value, label: `${value} days` }));
const VIEWS = ['Charts', 'Table'] as const;
type View = (typeof VIEWS)[number];

/** What is missing in the figures. */
function Missing({ pending, unvalued }: { pending: number; unvalued: readonly string[] }) {
  return (
    <>
      {pending > 0 && (
        <Alert
          type="info"
          showIcon
          style={{ marginBottom: 16 }}
          title={`${pending} ${pending === 1 ? 'day is' : 'days are'} still to be computed and not in the totals`}
        />
      )}
      {unvalued.length > 0 && (
        <Alert
          type="warning"
          showIcon
          style={{ marginBottom: 16 }}
          title={`Without a price, so not in the amounts: ${unvalued.join(', ')}`}
        />
      )}
    </>
  );
}

/** Volume, fees, users, deposits and withdrawals by day in UTC, over a period that ends today. */
export function DailyFigures() {
  const [days, setDays] = useState<DailyPeriod>(30);
  const [view, setView] = useState<View>('Charts');
  const read = useCall('console/daily_figures', { days }, REFRESH_MS);
  return (
    <Part title="Figures by day" extra={read.data && <Time ms={read.data.at_ms} />}>
      <Flex gap={8} wrap align="center" style={{ marginBottom: 16 }}>
        <Segmented<DailyPeriod> aria-label="Period" options={PERIODS} value={days} onChange={setDays} />
        <Segmented<View> aria-label="View" options={[...VIEWS]} value={view} onChange={setView} />
        <ExportButton
          load={() => api.file('console/daily_figures_export', { days })}
          name={`karat-daily-figures-${days}.csv`}
        />
      </Flex>
      <Loaded read={read}>
        {(figures) => (
          <>
            <Missing pending={figures.pending} unvalued={figures.unvalued} />
            <DailyTotals totals={figures.totals} />
            {view === 'Charts' ? (
              <DailyCharts rows={figures.days} length={days} />
            ) : (
              <DailyTable rows={figures.days} />
            )}
          </>
        )}
      </Loaded>
    </Part>
  );
}
