import type { ReactNode } from 'react';
import { useText } from '../../lib/text.ts';
import { AmountField } from '../../ui/index.ts';
import type { Problem } from './amount-check.ts';
import { assetsText } from './text.ts';

/** An amount of a balance, with its error. */
export function SpentField({
  label,
  value,
  onValue,
  unit,
  hint,
  problem,
  refusal = null,
  onAll,
}: {
  readonly label: string;
  readonly value: string;
  readonly onValue: (text: string) => void;
  readonly unit: string;
  readonly hint: ReactNode;
  readonly problem: Problem | null;
  /** Error of the server. */
  readonly refusal?: string | null;
  readonly onAll: () => void;
}) {
  const t = useText(assetsText);
  const error = problem
    ? problem.type === 'too_precise'
      ? t('too_precise', { decimals: problem.decimals })
      : t(problem.type)
    : refusal;
  return (
    <AmountField
      label={label}
      value={value}
      onValue={onValue}
      unit={unit}
      hint={hint}
      error={error}
      all={{ label: t('all'), take: onAll }}
    />
  );
}
