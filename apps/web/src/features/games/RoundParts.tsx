import { CircleHelp } from 'lucide-react';
import { formatNumber } from '../../lib/format.ts';
import { useSecond } from '../../lib/second.ts';
import { baseOf } from '../../lib/symbol.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { Badge, CoinIcon, Countdown, Num } from '../../ui/index.ts';
import { stateOf } from './round.ts';
import type { Round } from './round.ts';
import { gamesText } from './text.ts';

const INTENTS = {
  not_started: 'info',
  guessing: 'gold',
  over: 'plain',
  unsettled: 'info',
  right: 'good',
  missed: 'bad',
  cancelled: 'plain',
} as const;

/** State of a round or entry. */
export function GameBadge({ of }: { readonly of: { readonly status: number } }) {
  const t = useText(gamesText);
  const state = stateOf(of);
  return <Badge intent={INTENTS[state]}>{t(`state_${state}`)}</Badge>;
}

/** Market of a price question, or that people decide. */
export function Subject({ round }: { readonly round: Pick<Round, 'symbol_name'> }) {
  const t = useText(gamesText);
  const coin = round.symbol_name === null ? undefined : baseOf(round.symbol_name);
  return (
    <span className="flex min-w-0 items-center gap-2 text-sm text-muted">
      {coin === undefined ? (
        <CircleHelp className="size-5 shrink-0 text-gold-ink" aria-hidden="true" />
      ) : (
        <CoinIcon name={coin} size={20} />
      )}
      <span className="min-w-0">{round.symbol_name ?? t('quiz_round')}</span>
    </span>
  );
}

/** What comes next and how long it takes; nothing for a round that is over. */
export function NextStep({ round }: { readonly round: Round }) {
  const t = useText(gamesText);
  switch (stateOf(round)) {
    case 'not_started':
      return (
        <span className="text-sm text-muted">
          {t('opens_in')} <Countdown untilMs={round.opens_ms} />
        </span>
      );
    case 'guessing':
      return (
        <span className="text-sm font-medium text-gold-ink">
          {t('closes_in')} <Countdown untilMs={round.closes_ms} />
        </span>
      );
    case 'unsettled':
      return <ResultTime round={round} />;
    case 'over':
    case 'right':
    case 'missed':
    case 'cancelled':
      return null;
  }
}

/** A closed round: until its settlement time, in its dispute window, or waiting for its answer. */
function ResultTime({ round }: { readonly round: Round }) {
  const t = useText(gamesText);
  const now = useSecond();
  const until = round.right === null ? round.settles_ms : round.dispute_ends_ms;
  return (
    <span className="text-sm text-muted">
      {until === null || until <= now ? (
        t(round.kind === 'price' ? 'settling' : 'awaiting_answer')
      ) : (
        <>
          {t(round.right === null ? 'result_in' : 'dispute_in')} <Countdown untilMs={until} />
        </>
      )}
    </span>
  );
}

/** Pool, number of entries, and the own stakes. */
export function PoolLine({ round }: { readonly round: Round }) {
  const t = useText(gamesText);
  const locale = useLocale();
  return (
    <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-xs text-muted">
      <span>
        {t('pool')} <Num value={round.pool} unit={round.currency_name} flash className="text-ink" /> ·{' '}
        {t('entries', { count: round.entries })}
      </span>
      {round.own_stake !== '0' && (
        <span className="font-medium text-gold-ink">
          {t('own_stake', {
            amount: formatNumber(round.own_stake, { kind: 'full' }, locale),
            unit: round.currency_name,
          })}
        </span>
      )}
    </p>
  );
}
