import type { ReactNode } from 'react';
import { Skeleton } from '../../ui/index.ts';

/** Background of a panel in the wide layout. */
export const PANEL = 'wide:rounded-lg wide:bg-surface wide:p-4';

/**
 * Ticket and book side by side on a phone, one below the other in large letters: the widths are in `rem`, and they wrap where both do not
 * fit. All other parts take a line of their own (`w-full`). A wide screen sets its own columns.
 */
export const DESK = 'flex flex-wrap content-start gap-x-3 gap-y-2 wide:grid wide:gap-2';
export const TICKET = 'min-w-0 grow-[57] basis-[8.55rem]';
export const BOOK = 'min-w-0 grow-[43] basis-[6.45rem]';

/** Skeleton of the trade screen: head, ticket beside the book; on wide screens a chart. `children` stand below on a phone. */
export const TradeSkeleton = ({ children }: { readonly children?: ReactNode }) => (
  <div className="flex flex-wrap gap-3" role="status">
    <Skeleton className="h-11 w-full" />
    <Skeleton className={`h-130 ${TICKET}`} />
    <Skeleton className={`h-112 ${BOOK}`} />
    {children !== undefined && <div className="w-full wide:hidden">{children}</div>}
  </div>
);

/** The buttons below the chart of a phone, above the tab bar. */
export const ChartActions = ({ children }: { readonly children: ReactNode }) => (
  <div className="sticky bottom-(--bar) z-10 -mx-4 grid grid-cols-2 gap-2 bg-bg px-4 py-2">{children}</div>
);
