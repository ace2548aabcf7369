import { useId } from 'react';
import { useLocale } from '../lib/text.ts';
import { cx } from './cx.ts';

/** A text of several lines with its remaining length. */
export function TextArea({
  label,
  value,
  onValue,
  maxLength,
  error,
}: {
  readonly label: string;
  readonly value: string;
  readonly onValue: (text: string) => void;
  readonly maxLength: number;
  readonly error?: string | null;
}) {
  const id = useId();
  const locale = useLocale();
  return (
    <div>
      <label htmlFor={id} className="mb-2 block text-sm text-muted">
        {label}
      </label>
      <textarea
        id={id}
        rows={4}
        value={value}
        maxLength={maxLength}
        onChange={(event) => onValue(event.target.value)}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-note`}
        className={cx(
          'w-full rounded-md border bg-surface p-4 text-lg outline-none focus:border-gold-ink focus:ring-1 focus:ring-gold-ink',
          error ? 'border-bad-ink' : 'border-line',
        )}
      />
      <p
        id={`${id}-note`}
        role={error ? 'alert' : undefined}
        className={cx('mt-1 text-xs tnum', error ? 'text-bad-ink' : 'text-end text-muted')}
      >
        {error ?? `${value.length.toLocaleString(locale)} / ${maxLength.toLocaleString(locale)}`}
      </p>
    </div>
  );
}
