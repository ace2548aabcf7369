import { registerOverlay } from 'klinecharts';
import type { Chart as KChart, OverlayEvent } from 'klinecharts';
import { currentTokens } from './chart-theme.ts';

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
    const { label, color } = overlay.extendData;
    const tag = { style: 'fill', color: '#fff', backgroundColor: color, size: 10, borderRadius: 3 };
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
        attrs: { x: 4, y, text: label, align: 'left', baseline: 'middle' },
        styles: { ...tag, paddingLeft: 4, paddingRight: 4, paddingTop: 2, paddingBottom: 2 },
      },
    ];
  },
});

/**
 * Draws the levels. `onMove` is called with the price, in binary, to which one was dragged; a click calls it with its own price.
 * Returns the cleanup.
 */
export function showLevels(
  chart: KChart,
  levels: readonly ChartLevel[],
  onMove: (id: string, price: number) => void,
): () => void {
  const tokens = currentTokens();
  chart.createOverlay(
    levels.map(({ id, price, label, intent, moves }) => {
      const color = intent === 'muted' ? tokens.muted : tokens[intent];
      const moved = (event: OverlayEvent<unknown>): void => {
        const to = event.overlay.points[0]?.value;
        if (moves && to !== undefined) onMove(id, to);
      };
      return {
        name: NAME,
        groupId: GROUP,
        lock: !moves,
        points: [{ value: Number(price) }],
        extendData: { label, color },
        onPressedMoveEnd: moved,
        onClick: moved,
      };
    }),
  );
  return () => void chart.removeOverlay({ groupId: GROUP });
}
