import { TWO_POINT_TOOLS } from '@karat/contract';
import { Maximize2, PencilRuler } from 'lucide-react';
import { Suspense, lazy, useEffect, useState } from 'react';
import type { ComponentProps } from 'react';
import { colonOf } from '../../../lib/format.ts';
import { useLocale, useText } from '../../../lib/text.ts';
import { Button, IconButton } from '../../../ui/index.ts';
import { tradeText } from '../text.ts';
import Chart from './Chart.tsx';
import { TOOL_NAMES } from './drawing-tools.ts';
import type { ActiveTool } from './drawing-tools.ts';
import { useDrawings } from './use-drawings.ts';

const DrawingSheet = lazy(() => import('./DrawingSheet.tsx'));

/** The sheet shows all drawings, or the one with this id. */
type Opened = { readonly picked: string | undefined } | null;

/** What the active tool waits for. Escape cancels it. */
function Waiting({ active, onCancel }: { readonly active: ActiveTool; readonly onCancel: () => void }) {
  const t = useText(tradeText);
  const locale = useLocale();
  const two = TWO_POINT_TOOLS.some((tool) => tool === active.tool);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') onCancel();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [onCancel]);
  return (
    <div className="absolute inset-x-2 bottom-8 z-10 flex items-center justify-between gap-2 rounded-md bg-raised ps-3 text-sm">
      <p role="status">{`${t(TOOL_NAMES[active.tool])}${colonOf(locale)}${t(two ? 'tap_two_points' : 'tap_one_point')}`}</p>
      <Button variant="quiet" size="sm" onClick={onCancel}>
        {t('cancel_drawing')}
      </Button>
    </div>
  );
}

interface DrawnChartProps extends Omit<ComponentProps<typeof Chart>, 'drawing'> {
  /** Opens the chart over the whole screen; undefined where it is open already. */
  readonly onFull: (() => void) | undefined;
}

/** The chart with the user's drawings and their tools. */
export default function DrawnChart({ onFull, ...chart }: DrawnChartProps) {
  const t = useText(tradeText);
  const { market } = chart;
  const drawings = useDrawings(market.id);
  const [active, setActive] = useState<ActiveTool | null>(null);
  const [opened, setOpened] = useState<Opened>(null);
  const close = (): void => setOpened(null);
  return (
    <div className="relative h-full">
      <Chart
        {...chart}
        drawing={{
          list: drawings.list,
          active,
          onDrawn: (drawing) => {
            setActive(null);
            drawings.save(drawing);
          },
          onMoved: drawings.save,
          onPicked: (picked) => setOpened({ picked }),
        }}
      />
      {active && !active.atOnce ? (
        <Waiting active={active} onCancel={() => setActive(null)} />
      ) : (
        // Over the oldest values: the newest candles and the legends stay free.
        <div className="absolute start-1 bottom-7 z-10 flex rounded-md bg-surface/70 text-muted">
          <IconButton
            label={t('drawings')}
            onClick={() => drawings.ask(() => setOpened({ picked: undefined }))}
          >
            <PencilRuler />
          </IconButton>
          {onFull && (
            <IconButton label={t('full_screen')} onClick={onFull}>
              <Maximize2 />
            </IconButton>
          )}
        </div>
      )}
      {opened && (
        <Suspense>
          <DrawingSheet
            market={market}
            list={drawings.list}
            picked={opened.picked}
            onTool={(tool) => {
              // A drawing that was placed at once can be edited here.
              if (!tool.atOnce) close();
              setActive(tool);
            }}
            onMoved={drawings.save}
            onRemove={drawings.remove}
            onClear={drawings.clear}
            onClose={close}
          />
        </Suspense>
      )}
    </div>
  );
}
