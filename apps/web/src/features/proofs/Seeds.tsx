import type { DayCheck } from '@karat/evidence';
import { useState } from 'react';
import type { AllReplies } from '../../lib/calls.ts';
import { dayText } from '../../lib/calendar.ts';
import { formatTime } from '../../lib/format.ts';
import { useMarkets } from '../../lib/markets.ts';
import { useGet } from '../../lib/query.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { Button, Card, cx, Empty, Loaded, Page, Select } from '../../ui/index.ts';
import { checkDay } from './days.ts';
import { proofsText } from './text.ts';

type Commitment = AllReplies['market/tick_key']['commitments'][number];
interface Market {
  readonly id: number;
  readonly symbol: string;
}

function Outcome({ check }: { readonly check: DayCheck }) {
  const t = useText(proofsText);
  const locale = useLocale();
  const text = ((): string => {
    switch (check.is) {
      case 'equal':
        return check.ticks === 0 ? t('unkept') : t('seed_ok', { count: check.ticks });
      case 'other_seed':
        return t('seed_bad');
      case 'other_price':
        return t('tick_bad', { ...check, time: formatTime(check.time * 1000, locale) });
    }
  })();
  const good = check.is === 'equal';
  return (
    <p
      role="status"
      className={cx(
        'rounded-md px-3 py-2 text-sm',
        good ? 'bg-good-soft text-good-ink' : 'bg-bad-soft text-bad-ink',
      )}
    >
      {text}
    </p>
  );
}

const Long = ({ name, value }: { readonly name: string; readonly value: string }) => (
  <div>
    <dt className="text-xs text-muted">{name}</dt>
    <dd className="text-xs break-all tnum">{value}</dd>
  </div>
);

/** One day: commitment, seed after its reveal, and its verification. */
function Day({ row, market }: { readonly row: Commitment; readonly market: Market | undefined }) {
  const t = useText(proofsText);
  const locale = useLocale();
  const [check, setCheck] = useState<DayCheck | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const { day, commitment, seed, base } = row;
  const compute = async (symbol: Market): Promise<void> => {
    if (seed === null || base === null) return;
    setBusy(true);
    setFailed(null);
    setCheck(null);
    try {
      setCheck(await checkDay({ day, commitment, seed, base }, symbol.id, symbol.symbol));
    } catch (error) {
      setFailed(error instanceof Error ? error.message : String(error));
    }
    setBusy(false);
  };
  return (
    <Card className="flex flex-col gap-3 p-4">
      <div className="flex items-baseline justify-between gap-2">
        <h2 className="text-lg font-semibold tnum">{dayText(day, locale, 'medium')}</h2>
        <span className="text-xs text-muted">
          {t('committed', { time: formatTime(row.committed_ms, locale) })}
        </span>
      </div>
      <dl className="flex flex-col gap-2">
        <Long name={t('commitment')} value={commitment} />
        <Long name={t('seed')} value={seed ?? t('not_yet')} />
      </dl>
      {seed !== null && market && (
        <Button variant="plain" busy={busy} onClick={() => void compute(market)}>
          {t('recompute')}
        </Button>
      )}
      {failed !== null && (
        <p role="alert" className="text-sm text-bad-ink">
          {t('w_offline')} {failed}
        </p>
      )}
      {check && <Outcome check={check} />}
    </Card>
  );
}

/** Commitments and seeds of the simulated prices, by day. */
export default function Seeds() {
  const t = useText(proofsText);
  const keys = useGet('market/tick_key', {});
  const markets = useMarkets();
  const [chosen, setChosen] = useState(0);
  const simulated = (markets.data ?? []).filter(({ source }) => source === 'simulated');
  const all = simulated.map((row) => ({
    id: row.id,
    symbol: `${row.currency_name}/${row.legal_name}`,
  }));
  const market = all.find(({ id }) => id === chosen) ?? all[0];
  return (
    <Page title={t('seeds')} back="/pages/proofs/verify">
      <Loaded query={keys}>
        {({ commitments }) =>
          commitments.length === 0 ? (
            <Empty text={t('live_only')} next="back" />
          ) : (
            <div className="flex flex-col gap-3 py-2">
              <p className="text-sm text-muted">{t('seeds_lead')}</p>
              <Select
                label={t('market')}
                options={all.map(({ id, symbol }) => ({ id: String(id), label: symbol }))}
                value={market && String(market.id)}
                onChange={(id) => setChosen(Number(id))}
              />
              {commitments.map((row) => (
                <Day key={`${row.day}:${market?.id ?? 0}`} row={row} market={market} />
              ))}
            </div>
          )
        }
      </Loaded>
    </Page>
  );
}
