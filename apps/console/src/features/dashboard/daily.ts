import type { ReplyOf } from '@karat/contract';

export type Figures = ReplyOf<'console/daily_figures'>;
export type DayRow = Figures['days'][number];
