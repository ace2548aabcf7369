import { registerOverlay, utils } from 'klinecharts';
import type { Chart as KChart, OverlayEvent } from 'klinecharts';
import { currentTokens } from './chart-theme.ts';
import { CANDLES } from './panes.ts';
import { LONG_PRESS_MS } from './touch.ts';

/** A price of an own order or position, drawn as a line. */
export interface ChartLevel {
  readonly id: string;
  /** Decimal text. */
  readonly price: string;
  readonly label: string;
  readonly intent: 'up' | 'down' | 'muted';
  /** Whether it can be dragged to another price. */
  readonly moves: boolean;
}

const NAME = 'level';
const GROUP = 'levels';

interface Drawn {
  readonly label: string;
  readonly color: string;
  /** Of the label. */
  readonly ink: string;
}

const TAG = { start: 4, padding: 4, size: 10 } as const;
/** Height of what a finger, and a pointer, may take of a label, px. */
const [FINGER, POINTER] = [44, 20] as const;

/** The area of a label that takes a press, around the height of its line. */
function handleOf(label: string, y: number): { x: number; y: number; width: number; height: number } {
  const height = matchMedia('(pointer: coarse)').matches ? FINGER : POINTER;
  const width = TAG.start + TAG.padding * 2 + utils.calcTextWidth(label, TAG.size);
  return { x: 0, y: y - height / 2, width: Math.max(width, FINGER), height };
}

/** A dashed line over the whole width with its label at the start; the price stands at the axis. */
registerOverlay<Drawn>({
  name: NAME,
  totalStep: 2,
  needDefaultPointFigure: false,
  needDefaultXAxisFigure: false,
  needDefaultYAxisFigure: true,
  createPointFigures: ({ bounding, coordinates, overlay }) => {
    const y = coordinates[0]?.y ?? 0;
    const { label, color, ink } = overlay.extendData;
    const tag = { style: 'fill', color: ink, backgroundColor: color, size: TAG.size, borderRadius: 3 };
    const padding = { paddingLeft: TAG.padding, paddingRight: TAG.padding, paddingTop: 2, paddingBottom: 2 };
    return [
      {
        type: 'line',
        attrs: {
          coordinates: [
            { x: 0, y },
            { x: bounding.width, y },
          ],
        },
        styles: { style: 'dashed', color, dashedValue: [4, 3] },
      },
      {
        type: 'text',
        attrs: { x: TAG.start, y, text: label, align: 'left', baseline: 'middle' },
        styles: { ...tag, ...padding },
      },
      ...(overlay.lock
        ? []
        : [{ type: 'rect', attrs: handleOf(label, y), styles: { style: 'fill', color: 'transparent' } }]),
    ];
  },
});

/** Whether a point of the chart, px, lies on the label of a level that can be dragged. */
export const isOnHandle = (chart: KChart, x: number, y: number): boolean =>
  chart.getOverlays({ groupId: GROUP }).some(({ lock, points, extendData }) => {
    const found = lock ? [] : chart.convertToPixel(points, { paneId: CANDLES, absolute: true });
    const at = Array.isArray(found) ? found[0] : found;
    if (at?.y === undefined) return false;
    const handle = handleOf((extendData as Drawn).label, at.y);
    return x <= handle.x + handle.width && Math.abs(y - at.y) <= handle.height / 2;
  });

/**
 * Keeps a dragged line at its distance from the finger. The library moves it by a difference of prices, which is another distance
 * as soon as a new price changes the scale.
 */
function followFinger(chart: KChart) {
  let distance = 0;
  let pressedAt = 0;
  let hasMoved = false;
  const heightOf = (value: number | undefined): number => {
    const found = value === undefined ? [] : chart.convertToPixel([{ value }], { paneId: CANDLES });
    return (Array.isArray(found) ? found[0] : found)?.y ?? 0;
  };
  return {
    began: ({ overlay, y = 0 }: OverlayEvent<unknown>): void => {
      distance = heightOf(overlay.points[0]?.value) - y;
      [pressedAt, hasMoved] = [performance.now(), false];
    },
    moved: ({ overlay, y = 0 }: OverlayEvent<unknown>): void => {
      hasMoved = true;
      const found = chart.convertFromPixel([{ y: y + distance }], { paneId: CANDLES });
      const value = (Array.isArray(found) ? found[0] : found)?.value;
      if (value !== undefined) overlay.points = [{ value }];
    },
    /** Whether the press was held in one place, which offers an alert at that price and takes no line. */
    wasHeld: (): boolean => !hasMoved && performance.now() - pressedAt >= LONG_PRESS_MS,
  };
}

/** What is done with a level: taken, or put at a price, in binary: its own after a click. */
interface LevelMoves {
  readonly onTake: () => void;
  readonly onMove: (id: string, price: number) => void;
}

/** Draws the levels. Returns the cleanup. */
export function showLevels(
  chart: KChart,
  levels: readonly ChartLevel[],
  { onTake, onMove }: LevelMoves,
): () => void {
  const tokens = currentTokens();
  const finger = followFinger(chart);
  chart.createOverlay(
    levels.map(({ id, price, label, intent, moves }) => {
      const [color, ink] = {
        up: [tokens.up, tokens.onUp] as const,
        down: [tokens.down, tokens.onDown] as const,
        muted: [tokens.muted, tokens.surface] as const,
      }[intent];
      const moved = (event: OverlayEvent<unknown>): void => {
        const to = event.overlay.points[0]?.value;
        if (moves && to !== undefined && !finger.wasHeld()) onMove(id, to);
      };
      return {
        name: NAME,
        groupId: GROUP,
        lock: !moves,
        points: [{ value: Number(price) }],
        // The arrows say that it can be dragged.
        extendData: { label: moves ? `↕ ${label}` : label, color, ink },
        onPressedMoveStart: (event: OverlayEvent<unknown>) => {
          finger.began(event);
          onTake();
        },
        onPressedMoving: finger.moved,
        onPressedMoveEnd: moved,
        onClick: moved,
      };
    }),
  );
  return () => void chart.removeOverlay({ groupId: GROUP });
}
