import type { ReactNode } from 'react';
import { Skeleton } from '../../ui/index.ts';

/** Background of a panel in the wide layout. */
export const PANEL = 'wide:rounded-lg wide:bg-surface wide:p-4';

/** Skeleton of the trade screen: head, ticket beside the book; on wide screens a chart. `children` stand below on a phone. */
export const TradeSkeleton = ({ children }: { readonly children?: ReactNode }) => (
  <div className="grid grid-cols-[57fr_43fr] gap-3" role="status">
    <Skeleton className="col-span-2 h-11" />
    <Skeleton className="h-130" />
    <Skeleton className="h-112" />
    {children !== undefined && <div className="col-span-2 wide:hidden">{children}</div>}
  </div>
);

/** The buttons below the chart of a phone, above the tab bar. */
export const ChartActions = ({ children }: { readonly children: ReactNode }) => (
  <div className="sticky bottom-(--bar) z-10 -mx-4 grid grid-cols-2 gap-2 bg-bg px-4 py-2">{children}</div>
);
