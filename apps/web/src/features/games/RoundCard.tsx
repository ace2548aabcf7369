import { localeOf } from '@karat/i18n';
import { useText } from '../../lib/text.ts';
import { Link, Num, Skeleton } from '../../ui/index.ts';
import { Options } from './Options.tsx';
import { GameBadge, NextStep, PoolLine, Subject } from './RoundParts.tsx';
import { shownOrder, stateOf, unbroken } from './round.ts';
import type { Round, RoundOption } from './round.ts';
import { gamesText } from './text.ts';

const SHOWN_MAX = 4;
const FIRST = 3;

/** All options of a few, of many those with the largest pools; the right one and own ones are always among them. */
function shownOptions(round: Round): readonly RoundOption[] {
  const options = shownOrder(round);
  if (options.length <= SHOWN_MAX) return options;
  const weight = ({ no, own, pool }: RoundOption): number =>
    (no === round.right ? 2e18 : 0) + (own === '0' ? 0 : 1e18) + Number(pool);
  const first = options.toSorted((a, b) => weight(b) - weight(a)).slice(0, FIRST);
  return options.filter((option) => first.includes(option));
}

/** Why the stakes returned, or what the own ones brought; nothing for an open round. */
export function OutcomeLine({ round }: { readonly round: Round }) {
  const t = useText(gamesText);
  if (round.outcome === null) return null;
  if (round.outcome !== 'paid') return <p className="text-sm text-muted">{t(`outcome_${round.outcome}`)}</p>;
  if (round.own_payout === null) return null;
  return (
    <p className="flex flex-wrap justify-between gap-x-3 text-sm">
      <span className="text-muted">{t('paid_you')}</span>
      <Num value={round.own_payout} unit={round.currency_name} className="font-semibold" />
    </p>
  );
}

/** A round in a list: a tap on an option stakes, a tap on the question opens the round. */
export function RoundCard({
  round,
  onChoose,
}: {
  readonly round: Round;
  readonly onChoose: (round: Round, no: number) => void;
}) {
  const t = useText(gamesText);
  const isOpen = stateOf(round) === 'guessing';
  const shown = shownOptions(round);
  const all = { to: '/pages/game/round', search: { id: round.id } } as const;
  return (
    <article className="flex h-full flex-col gap-3 rounded-lg bg-surface p-4">
      <div className="flex items-center justify-between gap-3">
        <Subject round={round} />
        {isOpen ? <NextStep round={round} /> : <GameBadge of={round} />}
      </div>
      <h2 lang={localeOf(round.lang)}>
        <Link {...all} className="-my-1 block py-1 text-lg font-semibold text-pretty wrap-anywhere">
          {unbroken(round.question)}
        </Link>
      </h2>
      <Options
        round={round}
        options={shown}
        onChoose={isOpen ? (no) => onChoose(round, no) : undefined}
        {...(shown.length < round.options.length && {
          more: (
            <Link {...all} className="flex min-h-11 items-center text-sm font-medium text-gold-ink">
              {t('all_options', { count: round.options.length })}
            </Link>
          ),
        })}
      />
      <div className="mt-auto flex flex-col gap-2">
        {!isOpen && <NextStep round={round} />}
        <OutcomeLine round={round} />
        <PoolLine round={round} />
      </div>
    </article>
  );
}

export const ROUND_GRID = 'grid gap-3 wide:grid-cols-2 wide:gap-4';

export const CardsSkeleton = () => (
  <div className={ROUND_GRID} aria-busy="true">
    {[1, 2, 3, 4].map((card) => (
      <div key={card} className="flex flex-col gap-3 rounded-lg bg-surface p-4">
        <Skeleton className="h-4 w-2/5" />
        <Skeleton className="h-5 w-4/5" />
        <Skeleton className="h-13" />
        <Skeleton className="h-13" />
        <Skeleton className="h-3 w-3/5" />
      </div>
    ))}
  </div>
);
