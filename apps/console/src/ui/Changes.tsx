import { ExactNumber } from './columns.tsx';
import { Facts } from './Facts.tsx';
import type { Approval } from './approvals.ts';

type Change = Approval['changes'][number];

/** A value before and after; an unchanged one is a fact. */
function Value({ change: { before, after } }: { change: Change }) {
  if (before === after) return <ExactNumber>{after ?? '–'}</ExactNumber>;
  return (
    <span className="exact change">
      <del>{before ?? 'none'}</del> → <ins>{after ?? 'none'}</ins>
    </span>
  );
}

/** All values of an approval: changes first, then facts. */
export function Changes({ changes }: { changes: readonly Change[] }) {
  const sorted = changes.toSorted((a, b) => Number(a.before === a.after) - Number(b.before === b.after));
  return (
    <Facts
      label="What changes"
      facts={sorted.map((each) => [each.label, <Value key={each.label} change={each} />] as const)}
    />
  );
}
