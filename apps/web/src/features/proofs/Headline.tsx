import type { ReactNode } from 'react';
import { cx } from '../../ui/index.ts';

const VARIANTS = {
  good: 'bg-good-soft text-good-ink',
  partly: 'bg-gold-soft text-gold-ink',
  bad: 'bg-bad-soft text-bad-ink',
} as const;

/** What all checks together say: a fault, nothing open, or nothing that is wrong so far. */
export type Verdict = keyof typeof VARIANTS;

/** One failed check decides; an open one leaves the rest unproved. */
export function verdictOf(states: readonly ('proved' | 'failed' | 'open')[]): Verdict {
  if (states.includes('failed')) return 'bad';
  return states.includes('open') ? 'partly' : 'good';
}

/** The verdict above what was checked, with its subject. */
export function Headline({
  verdict,
  text,
  children,
}: {
  readonly verdict: Verdict;
  readonly text: string;
  readonly children?: ReactNode;
}) {
  return (
    <div role="status" className={cx('rounded-lg px-4 py-3', VARIANTS[verdict])}>
      <p className="text-lg font-semibold">{text}</p>
      {children}
    </div>
  );
}
