import type { ReactNode } from 'react';
import { useAmountInput } from './amount-input.ts';
import { Field } from './Field.tsx';

interface AmountFieldProps {
  readonly label: string;
  /** Plain decimal text. */
  readonly value: string;
  readonly onValue: (plain: string) => void;
  readonly unit?: string | undefined;
  readonly placeholder?: string | undefined;
  readonly hideLabel?: boolean;
  readonly className?: string;
  readonly hint?: ReactNode;
  readonly error?: string | null | undefined;
  /** Fills in the maximum. */
  readonly all?: { readonly label: string; readonly take: () => void };
}

/** An amount with its unit; accepts the separators of the language. */
export function AmountField({ unit, all, value, onValue, placeholder = '0', ...field }: AmountFieldProps) {
  const { text, onText } = useAmountInput(value, onValue);
  return (
    <Field
      {...field}
      value={text}
      onValue={onText}
      inputMode="decimal"
      autoComplete="off"
      placeholder={placeholder}
      maxLength={30}
      suffix={
        <span className="flex items-center gap-1 ps-1 pe-4 text-base text-muted">
          {unit}
          {all && (
            <button
              type="button"
              onClick={all.take}
              className="-me-3 min-h-11 min-w-11 px-3 font-medium text-gold-ink"
            >
              {all.label}
            </button>
          )}
        </span>
      }
    />
  );
}
