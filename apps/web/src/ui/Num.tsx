import { useState } from 'react';
import { formatNumber, percentSign } from '../lib/format.ts';
import type { Form } from '../lib/format.ts';
import { shellText } from '../lib/shell-text.ts';
import { useLocale, useText } from '../lib/text.ts';
import { cx } from './cx.ts';

export type Intent = 'plain' | 'up' | 'down' | 'muted';

const INTENTS: Readonly<Record<Intent, string>> = {
  plain: '',
  up: 'text-up-ink',
  down: 'text-down-ink',
  muted: 'text-muted',
};

export interface NumProps {
  /** Decimal text of the wire; null and undefined show a dash. */
  readonly value: string | null | undefined;
  /** `short` for lists (K, M, 4 decimals), `brief` for narrow cells, `full` for exact amounts; default `full`. */
  readonly form?: Form['kind'];
  /** For `fixed`, `cost`, `result`, `tick` and `coin`: decimals. */
  readonly decimals?: number;
  /** For `fiat`: the currency's code. */
  readonly currency?: string;
  /** Shows + before positive values. */
  readonly signed?: boolean;
  /** `auto` colours by the sign. */
  readonly intent?: Intent | 'auto';
  /** Flashes for 300 ms when the value rises or falls. */
  readonly flash?: boolean;
  /** Text after the number, for example a currency's name. */
  readonly unit?: string | undefined;
  readonly className?: string;
}

function formOf({ form = 'full', decimals = 2, currency = 'USD' }: NumProps): Form {
  switch (form) {
    case 'fixed':
    case 'cost':
    case 'result':
    case 'tick':
    case 'coin':
      return { kind: form, decimals };
    case 'fiat':
      return { kind: 'fiat', currency };
    case 'short':
    case 'brief':
    case 'full':
    case 'price':
    case 'percent':
    case 'rate':
      return { kind: form };
  }
}

const signOf = (value: string): -1 | 0 | 1 => (/[1-9]/.test(value) ? (value.startsWith('-') ? -1 : 1) : 0);
const bare = (value: string): string => value.replace(/^\+/, '');

interface Shown {
  readonly value: string;
  readonly move: '' | 'flash-up' | 'flash-down';
  readonly turn: number;
}

/** Direction of the last change of the value, for the flash. */
function useMove(value: string, flash: boolean): Shown {
  const [shown, setShown] = useState<Shown>({ value, move: '', turn: 0 });
  if (!flash || shown.value === value) return shown;
  // Only the direction of a flash is computed from binary numbers, never an amount.
  const next: Shown = {
    value,
    move: Number(value) > Number(shown.value) ? 'flash-up' : 'flash-down',
    turn: shown.turn + 1,
  };
  setShown(next);
  return next;
}

/** A number: tabular figures, formatted by locale, exact. */
export function Num(props: NumProps) {
  const { value, signed = false, intent = 'plain', flash = false, unit, className } = props;
  const locale = useLocale();
  const text = bare(value ?? '');
  const { move, turn } = useMove(text, flash);
  if (text === '') return <span className={cx('tnum', INTENTS.muted, className)}>–</span>;
  const sign = signOf(text);
  const colour = intent === 'auto' ? (sign > 0 ? 'up' : sign < 0 ? 'down' : 'plain') : intent;
  return (
    <span
      // Alternating animation names restart the flash where the direction stays the same.
      className={cx(
        'tnum whitespace-nowrap',
        INTENTS[colour],
        flash && move,
        flash && turn % 2 === 1 && 'flash-again',
        className,
      )}
    >
      {signed && sign > 0 && '+'}
      {formatNumber(text, formOf(props), locale)}
      {unit === '%'
        ? percentSign(locale)
        : // A block of its own: amounts that may wrap do so before the unit, and never in it.
          unit !== undefined && <span className="ms-[0.3em] inline-block text-[0.85em]">{unit}</span>}
    </span>
  );
}

/** A change in percent with sign, arrow and colour: colour alone carries no meaning. */
export function Change({
  value,
  badge = false,
  className,
}: {
  readonly value: string;
  readonly badge?: boolean;
  readonly className?: string;
}) {
  const t = useText(shellText);
  const sign = signOf(bare(value));
  const style = sign > 0 ? 'text-up-ink' : sign < 0 ? 'text-down-ink' : 'text-muted';
  const ground = sign > 0 ? 'bg-up-soft' : sign < 0 ? 'bg-down-soft' : 'bg-raised';
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1 tnum',
        style,
        badge && cx(ground, 'justify-end rounded-sm px-2 py-1'),
        className,
      )}
    >
      {sign !== 0 && (
        <svg
          viewBox="0 0 8 8"
          className="size-2 shrink-0"
          role="img"
          aria-label={sign > 0 ? t('up') : t('down')}
        >
          <path d={sign > 0 ? 'M4 1 8 7H0Z' : 'M4 7 0 1H8Z'} fill="currentColor" />
        </svg>
      )}
      <Num value={value} form="percent" signed />
    </span>
  );
}
