import { POSITION_SIDE, POSITION_STATUS } from '@karat/contract';
import { Suspense, lazy, useState } from 'react';
import type { Quotation } from '../../../lib/markets.ts';
import { useText } from '../../../lib/text.ts';
import { ChartPanel } from '../chart/ChartPanel.tsx';
import type { ChartLevel } from '../chart/levels.ts';
import { sideOf } from './use-positions.ts';
import type { Position } from './use-positions.ts';
import { contractText } from './text.ts';

const StopSheet = lazy(() => import('./StopSheet.tsx'));

type Field = 'takeProfit' | 'stopLoss';
interface Moved {
  readonly id: number;
  readonly field: Field;
  readonly price: string;
}

/** The chart with positions, pending orders and their stops as lines; a dragged or tapped stop opens its change. */
export function PositionsChart({
  market,
  positions,
  index,
}: {
  readonly market: Quotation;
  /** Open positions and pending orders of the market. */
  readonly positions: readonly Position[];
  readonly index: string | undefined;
}) {
  const t = useText(contractText);
  const [moved, setMoved] = useState<Moved | null>(null);
  const levelsOf = (position: Position): readonly ChartLevel[] => {
    const pending = position.status === POSITION_STATUS.pending;
    const side = `${t(sideOf(position))} ${position.share}`;
    const level = (name: string, price: string | null, label: string, more: Partial<ChartLevel> = {}) =>
      price === null || price === '0'
        ? []
        : [{ id: `${position.id} ${name}`, price, label, intent: 'muted' as const, moves: false, ...more }];
    const intent = position.type === POSITION_SIDE.long ? ('up' as const) : ('down' as const);
    return [
      ...level('open', pending ? position.target_price : position.price, side, { intent }),
      ...level('takeProfit', position.target_profit_price, t('tp'), { intent: 'up', moves: true }),
      ...level('stopLoss', position.stop_loss_price, t('sl'), { intent: 'down', moves: true }),
      ...level('liquidation', position.liquidation_price, t('liquidation')),
    ];
  };
  const chosen = positions.find(({ id }) => id === moved?.id);
  return (
    <>
      <ChartPanel
        market={market}
        levels={positions.flatMap(levelsOf)}
        onLevel={(level, price) => {
          const [id, field] = level.split(' ');
          if (field === 'takeProfit' || field === 'stopLoss') setMoved({ id: Number(id), field, price });
        }}
      />
      {moved && chosen && (
        <Suspense>
          <StopSheet position={chosen} index={index} suggested={moved} onClose={() => setMoved(null)} />
        </Suspense>
      )}
    </>
  );
}
