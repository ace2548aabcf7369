/** Tools with which a user draws on a chart. */
export const DRAWING_TOOLS = ['trend', 'ray', 'horizontal', 'fibonacci', 'text'] as const;
export type DrawingTool = (typeof DRAWING_TOOLS)[number];
/** Tools that need a second point. */
export const TWO_POINT_TOOLS = ['trend', 'ray', 'fibonacci'] as const satisfies readonly DrawingTool[];

/** Maximum number of drawings of a user in a market. */
export const DRAWINGS_MAX = 50;
export const DRAWING_TEXT_MAX = 60;
