import { lazy } from 'react';

/** Sheets that both the list of positions and the lines on the chart open. */
export const StopSheet = lazy(() => import('./StopSheet.tsx'));
export const AmendOrderSheet = lazy(() => import('./AmendOrderSheet.tsx'));
