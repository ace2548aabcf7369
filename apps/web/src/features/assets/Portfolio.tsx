import { ChartNoAxesColumn, FileText, Landmark } from 'lucide-react';
import { useState } from 'react';
import type { AllReplies } from '../../lib/calls.ts';
import { formatNumber } from '../../lib/format.ts';
import { useGet } from '../../lib/query.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { LinkCell, Loaded, Num, Rows, Skeleton, Sparkline, Tabs } from '../../ui/index.ts';
import { assetsText } from './text.ts';

const RANGES = ['24h', '7d', '30d', '1y'] as const;
type Range = (typeof RANGES)[number];
type Chart = AllReplies['portfolio/chart'];

const REFRESH_MS = 30_000;

/** The highest and the lowest value; binary numbers are sufficient for labels. */
function boundsOf(values: readonly string[]): { readonly low: string; readonly high: string } {
  const ordered = values.toSorted((a, b) => Number(a) - Number(b));
  return { low: ordered[0] ?? '0', high: ordered.at(-1) ?? '0' };
}

function Drawing({ chart, hidden }: { readonly chart: Chart; readonly hidden: boolean }) {
  const t = useText(assetsText);
  const locale = useLocale();
  // The chart begins with the first value.
  const begun = chart.points.findIndex(({ value }) => value !== '0');
  const values = begun < 0 ? [] : chart.points.slice(begun).map(({ value }) => value);
  const { low, high } = boundsOf(values);
  const shown = (value: string): string => formatNumber(value, { kind: 'fixed', decimals: 2 }, locale);
  return (
    <>
      <p className="text-base">
        <span className="text-muted">{t('profit_range')} </span>
        {hidden ? (
          '••••'
        ) : (
          <Num
            value={chart.profit}
            form="result"
            decimals={2}
            signed
            intent="auto"
            unit="USDT"
            className="font-semibold"
          />
        )}{' '}
        {chart.percent !== null && <Num value={chart.percent} form="percent" signed intent="auto" />}
      </p>
      {values.length > 1 ? (
        <figure className="mt-2">
          {/* A deposit or a purchase moves the value without gain or loss: its colour says neither. */}
          <Sparkline values={values} width={340} height={96} tone="neutral" className="h-auto w-full" />
          <figcaption className="mt-1 text-xs text-muted">
            {hidden ? t('portfolio') : t('chart_label', { low: shown(low), high: shown(high) })}
          </figcaption>
        </figure>
      ) : (
        <p className="py-6 text-center text-sm text-muted">{t('chart_short')}</p>
      )}
    </>
  );
}

/** Value of everything over time with its profit. */
export function PortfolioChart({ hidden }: { readonly hidden: boolean }) {
  const t = useText(assetsText);
  const [range, setRange] = useState<Range>('24h');
  const chart = useGet('portfolio/chart', { range }, { keep: true, everyMs: REFRESH_MS });
  return (
    <section aria-label={t('portfolio')} className="rounded-lg bg-surface p-4">
      <Tabs
        label={t('portfolio')}
        variant="block"
        className="mb-3"
        items={RANGES.map((id) => ({ id, label: t(`range_${id}`) }))}
        value={range}
        onChange={setRange}
      />
      <Loaded query={chart} skeleton={<Skeleton className="h-30" />} isEmpty={() => false}>
        {(data) => <Drawing chart={data} hidden={hidden} />}
      </Loaded>
    </section>
  );
}

/** Profit and loss, statements and tax export. */
export function PortfolioLinks() {
  const t = useText(assetsText);
  return (
    <Rows>
      <LinkCell to="/pages/portfolio/pnl" icon={<ChartNoAxesColumn />} label={t('pnl')} />
      <LinkCell to="/pages/portfolio/statements" icon={<FileText />} label={t('statements')} />
      <LinkCell to="/pages/portfolio/tax" icon={<Landmark />} label={t('tax')} />
    </Rows>
  );
}
