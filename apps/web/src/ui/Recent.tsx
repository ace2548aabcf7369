import type { ReactNode } from 'react';
import type { Path, Search } from '../lib/paths.ts';
import { Link } from './Link.tsx';
import { Loaded } from './Loaded.tsx';
import { SkeletonRows } from './Skeleton.tsx';

/** How many rows stand beside a form. */
export const RECENT_COUNT = 5;

interface RecentProps<Row> {
  readonly title: string;
  /** Leads to the whole list. */
  readonly all: { readonly label: string; readonly to: Path; readonly search?: Search };
  readonly query: {
    readonly data: { readonly data: readonly Row[] } | undefined;
    readonly isPending: boolean;
    readonly error: Error | null;
    readonly refetch: () => unknown;
  };
  readonly empty?: ReactNode;
  readonly children: (rows: readonly Row[]) => ReactNode;
}

/** The latest rows of a list under their heading, with the way to all of them. */
export function Recent<Row>({ title, all, query, empty, children }: RecentProps<Row>) {
  const hasRows = (query.data?.data.length ?? 0) > 0;
  return (
    <section aria-label={title}>
      <div className="flex min-h-11 items-center justify-between px-1">
        <h2 className="text-sm text-muted">{title}</h2>
        {hasRows && (
          <Link to={all.to} search={all.search} className="flex min-h-11 items-center text-sm text-gold-ink">
            {all.label}
          </Link>
        )}
      </div>
      <Loaded
        query={query}
        skeleton={<SkeletonRows rows={RECENT_COUNT} />}
        isEmpty={({ data }) => data.length === 0}
        empty={empty}
      >
        {({ data }) => children(data)}
      </Loaded>
    </section>
  );
}
