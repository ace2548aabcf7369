import { Minus, Plus } from 'lucide-react';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { useText } from '../../../lib/text.ts';
import { cx, useAmountInput } from '../../../ui/index.ts';
import { tradeText } from '../text.ts';

function Step({
  field,
  up,
  onStep,
}: {
  readonly field: string;
  readonly up: boolean;
  readonly onStep: (up: boolean) => void;
}) {
  const t = useText(tradeText);
  return (
    <button
      type="button"
      aria-label={t(up ? 'more_of' : 'less_of', { field })}
      onClick={() => onStep(up)}
      className="grid h-12 w-10 shrink-0 place-items-center text-muted active:text-ink [&_svg]:size-4"
    >
      {up ? <Plus /> : <Minus />}
    </button>
  );
}

/** A number with step buttons; the label stands inside, above the value. */
export function NumberField({
  label,
  short,
  unit,
  value,
  onText,
  onStep,
  error,
}: {
  readonly label: string;
  /** Shown in place of the label, which stays the accessible name. */
  readonly short?: string;
  /** After the label: a currency's name, shown in parentheses, or its choice. */
  readonly unit: ReactNode;
  readonly value: string;
  readonly onText: (text: string) => void;
  readonly onStep?: (up: boolean) => void;
  readonly error?: string | undefined;
}) {
  const input = useAmountInput(value, onText);
  const id = useId();
  return (
    <div>
      <div
        className={cx(
          'flex items-center rounded-md border bg-surface focus-within:border-gold-ink focus-within:ring-1 focus-within:ring-gold-ink wide:bg-bg',
          error === undefined ? 'border-line' : 'border-bad-ink',
        )}
      >
        {onStep && <Step field={label} up={false} onStep={onStep} />}
        <div className={cx('min-w-0 flex-1 pt-1 text-center', !onStep && 'px-3')}>
          <span className="flex flex-wrap items-center justify-center gap-x-1 text-xs text-muted">
            <label htmlFor={id}>{short ?? label}</label>
            {typeof unit === 'string' && unit !== '' ? <span>({unit})</span> : unit}
          </span>
          <input
            id={id}
            aria-label={short === undefined ? undefined : label}
            value={input.text}
            placeholder="–"
            inputMode="decimal"
            autoComplete="off"
            enterKeyHint="done"
            onChange={(event) => input.onText(event.target.value)}
            onKeyDown={(event) => {
              if (!onStep || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
              event.preventDefault();
              onStep(event.key === 'ArrowUp');
            }}
            aria-invalid={error === undefined ? undefined : true}
            aria-describedby={error === undefined ? undefined : `${id}-error`}
            className="h-7 w-full bg-transparent text-center font-semibold tnum outline-none placeholder:text-muted"
          />
        </div>
        {onStep && <Step field={label} up onStep={onStep} />}
      </div>
      {error !== undefined && (
        <p id={`${id}-error`} role="alert" className="mt-1 text-xs text-bad-ink">
          {error}
        </p>
      )}
    </div>
  );
}
