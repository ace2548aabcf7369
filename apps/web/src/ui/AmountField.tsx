import type { ReactNode } from 'react';
import { Field } from './Field.tsx';

interface AmountFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onValue: (text: string) => void;
  readonly unit: string;
  readonly hint?: ReactNode;
  readonly error?: string | null | undefined;
  /** Fills in the maximum. */
  readonly all?: { readonly label: string; readonly take: () => void };
}

export function AmountField({ unit, all, ...field }: AmountFieldProps) {
  return (
    <Field
      {...field}
      inputMode="decimal"
      autoComplete="off"
      placeholder="0"
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
