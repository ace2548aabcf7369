import type { ReactNode } from 'react';
import { useText } from '../../lib/text.ts';
import { Field } from '../../ui/index.ts';
import type { Problem } from './entered.ts';
import { assetsText } from './text.ts';

/** An amount with its currency, "All", and what is wrong with it. */
export function AmountField({
  label,
  value,
  onValue,
  unit,
  hint,
  problem,
  onAll,
}: {
  readonly label: string;
  readonly value: string;
  readonly onValue: (text: string) => void;
  readonly unit: string;
  readonly hint: ReactNode;
  readonly problem: Problem | null;
  readonly onAll: () => void;
}) {
  const t = useText(assetsText);
  const error =
    problem &&
    (problem.is === 'too_precise' ? t('too_precise', { decimals: problem.decimals }) : t(problem.is));
  return (
    <Field
      label={label}
      value={value}
      onValue={onValue}
      inputMode="decimal"
      autoComplete="off"
      placeholder="0"
      maxLength={30}
      error={error}
      hint={hint}
      suffix={
        <span className="flex items-center gap-1 pe-1 text-base text-muted">
          {unit}
          <button type="button" onClick={onAll} className="min-h-11 min-w-11 px-3 font-medium text-gold-ink">
            {t('all')}
          </button>
        </span>
      }
    />
  );
}
