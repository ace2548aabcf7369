import { Skeleton } from '../../ui/index.ts';

/** The ground of a part of the desk, where parts stand side by side. */
export const PANEL = 'wide:rounded-lg wide:bg-surface wide:p-4';

/** The desk of a market in grey: head, chart, ticket. */
export const DeskSkeleton = () => (
  <div className="flex flex-col gap-3" role="status">
    <Skeleton className="h-24" />
    <Skeleton className="h-80" />
    <Skeleton className="h-96" />
  </div>
);
