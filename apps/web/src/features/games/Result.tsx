import { ChevronDown } from 'lucide-react';
import { formatClock, formatTime } from '../../lib/format.ts';
import { useIndex } from '../../lib/index-price.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { Callout, Card, Fact, Num } from '../../ui/index.ts';
import { optionAt, stateOf } from './round.ts';
import type { RoundDetail } from './round.ts';
import { gamesText } from './text.ts';

const nameOf = (round: RoundDetail, no: number | null | undefined): string | undefined =>
  round.options.find((option) => option.no === no)?.name;

/** The live index of a price question, and what it would answer now. */
export function IndexNow({ round, matchId }: { readonly round: RoundDetail; readonly matchId: number }) {
  const t = useText(gamesText);
  const { price, stale, broken } = useIndex(matchId);
  const answer = price === null ? undefined : nameOf(round, optionAt(price, round.levels));
  const isLive = !stale && !broken && price !== null;
  return (
    <Card className="p-4">
      <dl className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <dt className="text-xs text-muted">{t('index_now', { symbol: round.symbol_name ?? '' })}</dt>
          <dd className={isLive ? 'text-xl font-semibold' : 'text-xl font-semibold opacity-60'}>
            <Num value={price} flash />
          </dd>
        </div>
        {isLive && answer !== undefined && (
          <div className="grow text-end">
            <dt className="text-xs text-muted">{t('answer_now')}</dt>
            <dd className="text-lg font-semibold wrap-anywhere">{answer}</dd>
          </div>
        )}
      </dl>
      {!isLive && <p className="mt-2 text-sm text-muted">{t('index_stale')}</p>}
    </Card>
  );
}

/** The ticks whose mean is the settlement price. */
function Ticks({ round }: { readonly round: RoundDetail }) {
  const t = useText(gamesText);
  const locale = useLocale();
  return (
    <details className="group text-sm">
      <summary className="flex min-h-11 cursor-pointer items-center text-gold-ink">
        {t('ticks')}
        <ChevronDown className="ms-1 size-4 group-open:rotate-180" aria-hidden="true" />
      </summary>
      <dl className="flex flex-col gap-1.5 pb-1">
        {round.ticks.map(({ time, price }) => (
          <Fact key={time} name={formatClock(time * 1_000, locale)}>
            <Num value={price} />
          </Fact>
        ))}
      </dl>
    </details>
  );
}

/** The right answer with its price; provisional while the answer can be disputed. */
export function Result({ round }: { readonly round: RoundDetail }) {
  const t = useText(gamesText);
  const locale = useLocale();
  const right = nameOf(round, round.right);
  const { outcome, settled_ms: settledMs, dispute_ends_ms: until } = round;
  if (right === undefined && outcome === null) return null;
  return (
    <Card className="flex flex-col gap-3 p-4">
      <h3 className="text-sm text-muted">
        {t(outcome === null && stateOf(round) === 'unsettled' ? 'result_provisional' : 'result')}
      </h3>
      {right !== undefined && <p className="-mt-2 text-xl font-semibold wrap-anywhere">{right}</p>}
      {outcome !== null && outcome !== 'paid' && (
        <Callout intent="info">
          {t(`outcome_${outcome}`)}
          {round.cancel_reason !== null && <span className="mt-1 block">{round.cancel_reason}</span>}
        </Callout>
      )}
      <dl className="flex flex-col gap-2 text-base">
        {round.settlement_price !== null && (
          <Fact name={t('settlement_price')}>
            <Num value={round.settlement_price} className="font-semibold" />
          </Fact>
        )}
        {outcome === null && until !== null && (
          <Fact name={t('dispute_until')}>{formatTime(until, locale)}</Fact>
        )}
        {settledMs !== null && <Fact name={t('settled')}>{formatTime(settledMs, locale)}</Fact>}
      </dl>
      {round.ticks.length > 0 && <Ticks round={round} />}
    </Card>
  );
}
