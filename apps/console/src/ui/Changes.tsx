import { ExactNumber } from './columns.tsx';
import { Facts } from './Facts.tsx';
import type { Approval } from './approvals.ts';

type Change = Approval['changes'][number];

/** A value before and after; an unchanged one is a fact. */
function Value({ of: { before, after } }: { of: Change }) {
  if (before === after) return <ExactNumber>{after ?? '–'}</ExactNumber>;
  return (
    <span className="exact change">
      <del>{before ?? 'none'}</del> → <ins>{after ?? 'none'}</ins>
    </span>
  );
}

/** All values of an approval: changes first, then facts. */
export function Changes({ of: changes }: { of: readonly Change[] }) {
  const sorted = changes.toSorted((a, b) => Number(a.before === a.after) - Number(b.before === b.after));
  return (
    <Facts
      label="What changes"
      of={sorted.map((each) => [each.label, <Value key={each.label} of={each} />] as const)}
    />
  );
}
