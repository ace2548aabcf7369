import { Eye, EyeOff, Search as SearchIcon, X } from 'lucide-react';
import { useId, useState } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { shellText } from '../lib/shell-text.ts';
import { useText } from '../lib/text.ts';
import { cx } from './cx.ts';

export interface FieldProps extends Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'size'> {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  /** Error, shown below and announced. */
  readonly error?: string | null | undefined;
  /** Hint below. */
  readonly hint?: ReactNode;
  /** Inside the frame, before and after the text: a dialling code, a currency, a button. */
  readonly prefix?: never;
  readonly before?: ReactNode;
  readonly suffix?: ReactNode;
  /** The label is for screen readers only; the placeholder replaces it. */
  readonly hideLabel?: boolean;
}

const FRAME =
  'flex min-h-12 items-center rounded-md border bg-surface transition-colors focus-within:border-gold-ink focus-within:ring-1 focus-within:ring-gold-ink';

/** A text input with label, error and adornments. */
export function Field({
  label,
  value,
  onValue,
  error,
  hint,
  before,
  suffix,
  hideLabel = false,
  className,
  ...rest
}: FieldProps) {
  const id = useId();
  const described = error ? `${id}-error` : hint ? `${id}-hint` : undefined;
  return (
    <div className={className}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'mb-2 block text-sm text-muted'}>
        {label}
      </label>
      <div className={cx(FRAME, error ? 'border-bad-ink' : 'border-line')}>
        {before}
        <input
          {...rest}
          id={id}
          value={value}
          onChange={(event) => onValue(event.target.value)}
          aria-invalid={error ? true : undefined}
          aria-describedby={described}
          className="min-h-12 w-full min-w-0 flex-1 bg-transparent px-4 text-lg outline-none placeholder:text-muted"
        />
        {suffix}
      </div>
      {error ? (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-xs text-bad-ink">
          {error}
        </p>
      ) : (
        hint !== undefined && (
          <p id={`${id}-hint`} className="mt-1.5 text-xs text-muted">
            {hint}
          </p>
        )
      )}
    </div>
  );
}

const FIELD_BUTTON = 'grid size-11 shrink-0 place-items-center rounded-full text-muted [&_svg]:size-5';

/** A password with a toggle that reveals it. */
export function PasswordField(props: Omit<FieldProps, 'type' | 'suffix'>) {
  const t = useText(shellText);
  const [open, setOpen] = useState(false);
  return (
    <Field
      autoComplete="current-password"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
      type={open ? 'text' : 'password'}
      suffix={
        <button
          type="button"
          className={FIELD_BUTTON}
          aria-label={open ? t('hide_password') : t('show_password')}
          aria-pressed={open}
          onClick={() => setOpen(!open)}
        >
          {open ? <EyeOff /> : <Eye />}
        </button>
      }
    />
  );
}

/** A search field. */
export function SearchField(props: Omit<FieldProps, 'type' | 'suffix' | 'before' | 'hideLabel'>) {
  const t = useText(shellText);
  const { value, onValue, label } = props;
  return (
    <Field
      placeholder={label}
      enterKeyHint="search"
      autoComplete="off"
      {...props}
      hideLabel
      before={<SearchIcon className="ms-4 size-5 shrink-0 text-muted" aria-hidden="true" />}
      suffix={
        value !== '' && (
          <button type="button" className={FIELD_BUTTON} aria-label={t('clear')} onClick={() => onValue('')}>
            <X />
          </button>
        )
      }
    />
  );
}
