import { ChevronDown } from 'lucide-react';
import { cx } from '../../ui/index.ts';

export interface SelectOption<Id extends string> {
  readonly id: Id;
  readonly label: string;
}

/** A native-style select; the label is for screen readers. */
export function Select<Id extends string>({
  label,
  options,
  value,
  onChange,
  variant = 'field',
  className,
}: {
  readonly label: string;
  readonly options: readonly SelectOption<Id>[];
  readonly value: Id;
  readonly onChange: (id: Id) => void;
  /** `field`: framed like the fields around it. `chip`: small, on a raised ground. */
  readonly variant?: 'field' | 'chip';
  readonly className?: string;
}) {
  const frame =
    variant === 'field'
      ? 'rounded-md border border-line bg-surface ps-3 pe-8 text-base! wide:bg-bg'
      : 'rounded-sm bg-raised ps-2 pe-6 text-xs!';
  return (
    <span className={cx('relative block min-w-0', className)}>
      <select
        aria-label={label}
        value={value}
        onChange={(event) => {
          const chosen = options.find(({ id }) => id === event.target.value);
          if (chosen) onChange(chosen.id);
        }}
        className={cx('min-h-11 w-full min-w-0 appearance-none truncate', frame)}
      >
        {options.map(({ id, label: text }) => (
          <option key={id} value={id}>
            {text}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden="true"
        className={cx(
          'pointer-events-none absolute inset-y-0 my-auto text-muted',
          variant === 'field' ? 'right-2.5 size-4' : 'right-1.5 size-3.5',
        )}
      />
    </span>
  );
}
