import { TWO_POINT_TOOLS } from '@karat/contract';
import type { DrawingTool } from '@karat/contract';
import { registerOverlay } from 'klinecharts';
import type { Chart as KChart, DeepPartial, OverlayEvent, OverlayStyle, Point } from 'klinecharts';
import { currentTokens } from './chart-theme.ts';
import { drawingAt } from './drawing-tools.ts';
import type { ActiveTool, Drawing, DrawnPoint } from './drawing-tools.ts';

const GROUP = 'drawings';
const TEXT = 'drawn_text';

/** Names of the library's overlays. */
const OVERLAY_OF: Readonly<Record<DrawingTool, string>> = {
  trend: 'segment',
  ray: 'rayLine',
  horizontal: 'horizontalStraightLine',
  fibonacci: 'fibonacciLine',
  text: TEXT,
};

/** A text beside its point. */
registerOverlay<string>({
  name: TEXT,
  totalStep: 2,
  needDefaultPointFigure: true,
  needDefaultXAxisFigure: true,
  needDefaultYAxisFigure: true,
  createPointFigures: ({ coordinates, overlay }) => ({
    type: 'text',
    attrs: {
      x: (coordinates[0]?.x ?? 0) + 6,
      y: coordinates[0]?.y ?? 0,
      text: overlay.extendData,
      align: 'left',
      baseline: 'middle',
    },
  }),
});

function stylesOfDrawings(): DeepPartial<OverlayStyle> {
  const { gold, ink, family, surface } = currentTokens();
  const text = { color: ink, family, size: 11, backgroundColor: surface };
  return {
    line: { color: gold, size: 1.5 },
    point: { color: gold, borderColor: `${gold}55`, activeColor: gold, activeBorderColor: `${gold}55` },
    text,
  };
}

export interface DrawingEvents {
  /** Converts a binary price of the chart to decimal text of the market's tick. */
  readonly priceText: (value: number) => string;
  /** A drawing was moved to other points. */
  readonly onMoved: (drawing: Drawing) => void;
  /** A drawing was tapped. */
  readonly onPicked: (id: string) => void;
}

function pointOf(
  point: Partial<Point> | undefined,
  priceText: DrawingEvents['priceText'],
): DrawnPoint | undefined {
  if (point?.value === undefined) return undefined;
  return { ms: Math.max(0, Math.round(point.timestamp ?? Date.now())), price: priceText(point.value) };
}

/** The drawing of an overlay; undefined without its points. */
function drawingOf(
  { overlay }: OverlayEvent<unknown>,
  active: ActiveTool,
  id: string,
  priceText: DrawingEvents['priceText'],
): Drawing | undefined {
  const [from, to] = overlay.points.map((point) => pointOf(point, priceText));
  const needsTwo = TWO_POINT_TOOLS.some((each) => each === active.tool);
  if (!from || (needsTwo && !to)) return undefined;
  return drawingAt(active, id, needsTwo && to ? [from, to] : [from]);
}

/** Shows the drawings; they can be moved and tapped. Returns the cleanup. */
export function showDrawings(
  chart: KChart,
  drawings: readonly Drawing[],
  { priceText, onMoved, onPicked }: DrawingEvents,
): () => void {
  chart.createOverlay(
    drawings.map((drawing) => {
      const { tool, text, client_id: id } = drawing;
      const from = { timestamp: drawing.from_ms, value: Number(drawing.from_price) };
      const to = { timestamp: drawing.to_ms ?? 0, value: Number(drawing.to_price) };
      return {
        name: OVERLAY_OF[tool],
        groupId: GROUP,
        extendData: text,
        points: drawing.to_price === null ? [from] : [from, to],
        styles: stylesOfDrawings(),
        onPressedMoveEnd: (event) => {
          const moved = drawingOf(event, { tool, text }, id, priceText);
          if (moved) onMoved(moved);
        },
        onClick: () => onPicked(id),
        // The library would remove it.
        onRightClick: (event) => {
          event.preventDefault?.();
          onPicked(id);
        },
      };
    }),
  );
  return () => void chart.removeOverlay({ groupId: GROUP });
}

const PENDING = 'pending_drawing';

/** Lets the user place the points of a tool on the chart. Returns the cleanup, which cancels it. */
export function placeDrawing(
  chart: KChart,
  active: ActiveTool,
  priceText: DrawingEvents['priceText'],
  onDrawn: (drawing: Drawing) => void,
): () => void {
  chart.createOverlay({
    name: OVERLAY_OF[active.tool],
    groupId: PENDING,
    extendData: active.text,
    styles: stylesOfDrawings(),
    onDrawEnd: (event) => {
      const drawn = drawingOf(event, active, newDrawingId(), priceText);
      // After the library has finished the event.
      if (drawn) queueMicrotask(() => onDrawn(drawn));
    },
    onRightClick: (event) => event.preventDefault?.(),
  });
  return () => void chart.removeOverlay({ groupId: PENDING });
}

/** Adds a tool without pointing: across the middle of the visible candles, at the last price. */
export function defaultDrawing(
  chart: KChart,
  active: ActiveTool,
  priceText: DrawingEvents['priceText'],
): Drawing | undefined {
  const bars = chart.getDataList();
  const { from, to } = chart.getVisibleRange();
  const visible = bars.slice(Math.max(0, from), to);
  const [first, last] = [visible[Math.floor(visible.length / 4)], visible.at(-1)];
  if (!first || !last) return undefined;
  const start = { ms: first.timestamp, price: priceText(first.close) };
  const end = { ms: last.timestamp, price: priceText(last.close) };
  const needsTwo = TWO_POINT_TOOLS.some((each) => each === active.tool);
  return drawingAt(active, newDrawingId(), needsTwo ? [start, end] : [end]);
}

const newDrawingId = (): string => crypto.randomUUID();
