import type { ReactNode } from 'react';
import type { AmountProblem } from '../../lib/amount-problem.ts';
import { useText } from '../../lib/text.ts';
import { useProblemText } from '../../ui/amount/index.ts';
import { AmountField } from '../../ui/index.ts';
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
  readonly problem: AmountProblem | null;
  /** Error of the server. */
  readonly refusal?: string | null;
  readonly onAll: () => void;
}) {
  const t = useText(assetsText);
  const problemText = useProblemText(unit);
  return (
    <AmountField
      label={label}
      value={value}
      onValue={onValue}
      unit={unit}
      hint={hint}
      error={problemText(problem) ?? refusal}
      all={{ label: t('all'), take: onAll }}
    />
  );
}
