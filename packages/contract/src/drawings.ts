import * as z from 'zod';
import { get, post } from './call.ts';
import { DRAWING_TEXT_MAX, DRAWING_TOOLS, TWO_POINT_TOOLS } from './drawing-tools.ts';
import type { DrawingTool } from './drawing-tools.ts';
import { decimalText, done, marketIdText, momentText, optional, priceText, text, timeMs } from './scalars.ts';

/** Chosen by the client, unique among its own drawings of the market. */
const clientId = z.string().regex(/^[a-z0-9-]{8,36}$/);

const isTwoPoint = (tool: DrawingTool): boolean => TWO_POINT_TOOLS.some((each) => each === tool);

const drawing = z.object({
  client_id: z.string(),
  tool: z.enum(DRAWING_TOOLS),
  from_ms: timeMs,
  from_price: decimalText,
  /** Null for tools with one point. */
  to_ms: timeMs.nullable(),
  to_price: decimalText.nullable(),
  /** Of a text; else empty. */
  text: z.string(),
});

/** Own drawings on the chart of a market. */
export const drawings = {
  'chart/drawings': get({
    who: 'user',
    effect: 'read',
    summary: 'The own drawings on the chart of a market.',
    input: z.object({ match_id: marketIdText }),
    reply: z.array(drawing),
    refusals: ['market_unknown'],
  }),
  'chart/drawing_save': post({
    who: 'user',
    effect: 'write',
    perMinute: 600,
    summary: 'Saves a drawing, or replaces the own one of the same client id.',
    input: z
      .object({
        match_id: marketIdText,
        client_id: clientId,
        tool: z.enum(DRAWING_TOOLS),
        from_ms: momentText,
        from_price: priceText,
        to_ms: optional(momentText),
        to_price: optional(priceText),
        text: optional(text(DRAWING_TEXT_MAX)),
      })
      .refine(({ tool, to_ms: ms }) => isTwoPoint(tool) === (ms !== undefined), { path: ['to_ms'] })
      .refine(({ tool, to_price: price }) => isTwoPoint(tool) === (price !== undefined), {
        path: ['to_price'],
      })
      .refine(({ tool, text: label = '' }) => (tool === 'text') === (label !== ''), { path: ['text'] }),
    reply: done,
    refusals: ['market_unknown', 'drawings_full'],
  }),
  'chart/drawing_delete': post({
    who: 'user',
    effect: 'write',
    perMinute: 600,
    summary: 'Deletes an own drawing, or all of the market; a missing one is no error.',
    input: z.object({ match_id: marketIdText, client_id: optional(clientId) }),
    reply: done,
    refusals: ['market_unknown'],
  }),
};
