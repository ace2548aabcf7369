import { Skeleton } from '../../ui/index.ts';

/** Background of a panel in the wide layout. */
export const PANEL = 'wide:rounded-lg wide:bg-surface wide:p-4';

/** Skeleton of the trade screen: head, chart, ticket. */
export const TradeSkeleton = () => (
  <div className="flex flex-col gap-3" role="status">
    <Skeleton className="h-24" />
    <Skeleton className="h-80" />
    <Skeleton className="h-96" />
  </div>
);
