import { useEffect, useState } from 'react';
import type { SentTo } from '../../lib/calls.ts';
import { formatDate, formatNumber } from '../../lib/format.ts';
import { useGet } from '../../lib/query.ts';
import type { ReplyOf } from '../../lib/calls.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { Badge, Card, Fact, Loaded, Num, Skeleton } from '../../ui/index.ts';
import { Curve } from './Equity.tsx';
import { copytradeText } from './text.ts';

/** Time without typing after which a simulation is requested. */
const PAUSE_MS = 400;
type Sent = SentTo<'follow/simulate'>;

/** The last value that did not change for a while. */
function useSettled(value: Sent): Sent {
  const [settled, setSettled] = useState(value);
  const text = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(text) as Sent), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

function Result({ result }: { readonly result: ReplyOf<'follow/simulate'> }) {
  const t = useText(copytradeText);
  const locale = useLocale();
  const { copied, skipped, ended } = result;
  if (copied + skipped === 0) return <p className="py-4 text-sm text-muted">{t('sim_none')}</p>;
  return (
    <>
      <p className="text-xs text-muted">{t('net_profit')}</p>
      <Num
        value={result.net_profit}
        form="result"
        decimals={2}
        signed
        intent="auto"
        unit="USDT"
        className="text-xl font-semibold"
      />
      <Curve points={result.curve} label={t('sim_title')} />
      <dl className="mt-3 flex flex-col gap-1 text-sm">
        <Fact name={t('sim_before')}>
          <Num value={result.profit} form="result" decimals={2} signed unit="USDT" />
        </Fact>
        <Fact name={t('share')}>
          <Num value={result.share} form="fixed" decimals={2} unit="USDT" />
        </Fact>
        <Fact name={t('drawdown')}>
          <Num value={result.max_drawdown} form="percent" />
        </Fact>
        <Fact name={t('sim_positions')}>{t('sim_counts', { copied, skipped })}</Fact>
      </dl>
      {ended && (
        <p className="mt-2 text-sm">{t(`sim_${ended.by}`, { day: formatDate(ended.at_ms, locale) })}</p>
      )}
    </>
  );
}

/** What copying with the settings of the form would have brought: a past result, from the trader's positions. */
export function Simulation({ sent }: { readonly sent: Sent }) {
  const t = useText(copytradeText);
  const locale = useLocale();
  const query = useGet('follow/simulate', useSettled(sent), { keep: true });
  return (
    <Card className="p-4">
      <section aria-label={t('sim_title')}>
        <div className="mb-2 flex items-center justify-between gap-2">
          <h2 className="text-base font-semibold">{t('sim_title')}</h2>
          <Badge>{t('sim_past')}</Badge>
        </div>
        <Loaded query={query} skeleton={<Skeleton className="h-40" />} isEmpty={() => false}>
          {(result) => (
            <>
              <Result result={result} />
              <p className="mt-3 text-xs text-muted">
                {result.slippage === null
                  ? t('sim_hint', { day: formatDate(result.from_ms, locale) })
                  : t('sim_hint_slippage', {
                      day: formatDate(result.from_ms, locale),
                      slippage: formatNumber(result.slippage, { kind: 'rate' }, locale),
                    })}
              </p>
            </>
          )}
        </Loaded>
      </section>
    </Card>
  );
}
