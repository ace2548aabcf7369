import { localeOf } from '@karat/i18n';
import { Check, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatNumber } from '../../lib/format.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { Num, cx } from '../../ui/index.ts';
import { percentOfPool, shownOrder, stateOf } from './round.ts';
import type { Round, RoundOption } from './round.ts';
import { gamesText } from './text.ts';

type Ground = 'plain' | 'right' | 'missed';

const FILLS = { plain: 'bg-gold-soft', right: 'bg-good-soft', missed: 'bg-bad-soft' } as const;
const FRAMES = { plain: 'border-line', right: 'border-good-ink', missed: 'border-line' } as const;

function groundOf(round: Round, { no, own }: RoundOption): Ground {
  if (round.right === null || stateOf(round) === 'cancelled') return 'plain';
  if (round.right === no) return 'right';
  return own === '0' ? 'plain' : 'missed';
}

/** Name, own stakes, what a right answer pays, and the share of the pool; the share is also a bar behind them. */
function OptionBody({ round, option }: { readonly round: Round; readonly option: RoundOption }) {
  const t = useText(gamesText);
  const locale = useLocale();
  const percent = percentOfPool(option, round);
  const ground = groundOf(round, option);
  return (
    <>
      <span
        className={cx('absolute inset-0 -z-1 origin-left transition-transform duration-300', FILLS[ground])}
        style={{ transform: `scaleX(${Number(percent) / 100})` }}
        aria-hidden="true"
      />
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-1.5 text-base font-medium">
          <span className="wrap-anywhere" lang={localeOf(round.lang)}>
            {option.name}
          </span>
          {ground === 'right' && (
            <Check className="size-4 shrink-0 text-good-ink" role="img" aria-label={t('right_answer')} />
          )}
          {ground === 'missed' && (
            <X className="size-4 shrink-0 text-bad-ink" role="img" aria-label={t('wrong_answer')} />
          )}
        </span>
        {option.own !== '0' && (
          <span className="block text-xs font-medium text-gold-ink">
            {t('own_stake', {
              amount: formatNumber(option.own, { kind: 'full' }, locale),
              unit: round.currency_name,
            })}
          </span>
        )}
      </span>
      <span className="shrink-0 text-end">
        <span className="block text-base font-semibold tnum">
          {option.multiple === null ? (
            <span className="text-xs font-normal text-muted">{t('no_stakes')}</span>
          ) : (
            t('times', { multiple: formatNumber(option.multiple, { kind: 'fixed', decimals: 2 }, locale) })
          )}
        </span>
        {round.entries > 0 && <Num value={percent} unit="%" className="block text-xs text-muted" />}
      </span>
    </>
  );
}

const ROW =
  'relative isolate flex min-h-13 w-full items-center gap-3 overflow-hidden rounded-md border bg-surface px-3 py-2 text-start';

/** The options of a round with share bars; buttons where `onChoose` is given. */
export function Options({
  round,
  options = shownOrder(round),
  onChoose,
  more,
}: {
  readonly round: Round;
  readonly options?: readonly RoundOption[];
  readonly onChoose?: ((no: number) => void) | undefined;
  readonly more?: ReactNode;
}) {
  return (
    <ul className="flex flex-col gap-2">
      {options.map((option) => {
        const body = <OptionBody round={round} option={option} />;
        const frame = FRAMES[groundOf(round, option)];
        return (
          <li key={option.no}>
            {onChoose ? (
              <button
                type="button"
                onClick={() => onChoose(option.no)}
                className={cx(ROW, frame, 'hover:border-gold-ink active:scale-[0.99]')}
              >
                {body}
              </button>
            ) : (
              <div className={cx(ROW, frame)}>{body}</div>
            )}
          </li>
        );
      })}
      {more !== undefined && <li>{more}</li>}
    </ul>
  );
}
