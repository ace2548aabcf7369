import { DRAWING_TOOLS } from '@karat/contract';
import type { DrawingTool } from '@karat/contract';
import type { AllReplies } from '../../../lib/calls.ts';

/** A drawing as the server stores it; prices are decimal text. */
export type Drawing = AllReplies['chart/drawings'][number];

/** Tools in the order of their buttons. */
export const TOOLS = DRAWING_TOOLS;

export const TOOL_NAMES = {
  trend: 'tool_trend',
  ray: 'tool_ray',
  horizontal: 'tool_horizontal',
  fibonacci: 'tool_fibonacci',
  text: 'tool_text',
} as const satisfies Record<DrawingTool, string>;

/** A tool that waits for its points on the chart. */
export interface ActiveTool {
  readonly tool: DrawingTool;
  /** Of a text; else empty. */
  readonly text: string;
  /** Placed at the last price without pointing; for keyboards. */
  readonly atOnce?: boolean;
}

/** A point of the chart; price as decimal text. */
export interface DrawnPoint {
  readonly ms: number;
  readonly price: string;
}

/** A drawing with other points. */
export const drawingAt = (
  { tool, text }: ActiveTool,
  client_id: string,
  [from, to]: readonly [DrawnPoint, DrawnPoint?],
): Drawing => ({
  ...{ client_id, tool, text },
  from_ms: from.ms,
  from_price: from.price,
  to_ms: to?.ms ?? null,
  to_price: to?.price ?? null,
});

/** The fields of the call that saves a drawing: absent points are not sent. */
export function fieldsOf(market: number, { to_ms, to_price, text, ...drawing }: Drawing) {
  return {
    match_id: market,
    ...drawing,
    ...(to_ms === null ? {} : { to_ms }),
    ...(to_price === null ? {} : { to_price }),
    ...(text === '' ? {} : { text }),
  };
}
