import { useState } from 'react';
import { formatDate } from '../../lib/format.ts';
import { useGet } from '../../lib/query.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { Loaded, Num, Skeleton, Sparkline, Tabs } from '../../ui/index.ts';
import { DAYS } from './Figures.tsx';
import type { Days } from './Figures.tsx';
import { copytradeText } from './text.ts';

interface Point {
  readonly at_ms: number;
  readonly profit: string;
}

/** A curve of net profit with its first and last day. */
export function Curve({ points, label }: { readonly points: readonly Point[]; readonly label: string }) {
  const t = useText(copytradeText);
  const locale = useLocale();
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || points.length < 2)
    return <p className="py-6 text-center text-sm text-muted">{t('equity_short')}</p>;
  return (
    <figure aria-label={label}>
      <Sparkline
        values={points.map(({ profit }) => profit)}
        width={340}
        height={112}
        className="h-auto w-full"
      />
      <figcaption className="mt-1 flex justify-between text-xs text-muted">
        <span>{formatDate(first.at_ms, locale)}</span>
        <span>{formatDate(last.at_ms, locale)}</span>
      </figcaption>
    </figure>
  );
}

/** Equity curve of a trader: net profit with open positions at the index. */
export function Equity({ trader }: { readonly trader: number }) {
  const t = useText(copytradeText);
  const [days, setDays] = useState<Days>('30');
  const equity = useGet('follow/equity', { trader_user_id: trader, days }, { keep: true });
  return (
    <section aria-label={t('equity')}>
      <Tabs
        label={t('period')}
        variant="block"
        className="mb-3"
        items={DAYS.map((id) => ({ id, label: t('days', { days: id }) }))}
        value={days}
        onChange={setDays}
      />
      <Loaded query={equity} skeleton={<Skeleton className="h-32" />} isEmpty={() => false}>
        {(points) => (
          <>
            <p className="mb-2 flex items-baseline justify-between text-sm text-muted">
              {t('equity')}
              <Num
                value={points.length < 2 ? null : (points.at(-1)?.profit ?? null)}
                form="result"
                decimals={2}
                signed
                intent="auto"
                unit="USDT"
                className="text-base font-semibold"
              />
            </p>
            <Curve points={points} label={t('equity')} />
          </>
        )}
      </Loaded>
    </section>
  );
}
