import { POSITION_SIDE, POSITION_STATUS } from '@karat/contract';
import { Suspense, useState } from 'react';
import type { Quotation } from '../../../lib/markets.ts';
import { useText } from '../../../lib/text.ts';
import { ChartPanel } from '../chart/ChartPanel.tsx';
import type { ChartLevel } from '../chart/levels.ts';
import { tickDecimals } from '../market.ts';
import { shownLiquidation } from './liquidation.ts';
import { sideOf } from './use-positions.ts';
import type { ChangeProps } from './ReverseSheet.tsx';
import type { Deal, Position } from './use-positions.ts';
import { AmendOrderSheet, StopSheet } from './sheets.ts';
import { contractText } from './text.ts';

const FIELDS = ['open', 'takeProfit', 'stopLoss'] as const;
type Field = (typeof FIELDS)[number];
interface Moved {
  readonly id: number;
  readonly field: Field;
  readonly price: string;
}

/** The change that a dragged or tapped line suggests. */
function MovedSheet({ moved, ...props }: ChangeProps & { readonly moved: Moved }) {
  const { position, indexes, onClose } = props;
  const { field, price } = moved;
  if (field === 'open') return <AmendOrderSheet {...props} suggested={price} />;
  const index = indexes.get(position.match_id) ?? undefined;
  return <StopSheet {...{ position, index, onClose }} suggested={{ field, price }} />;
}

/** The chart with positions, pending orders and their stops as lines; a dragged or tapped line opens its change. */
export function PositionsChart({
  market,
  deal,
  indexes,
}: {
  readonly market: Quotation;
  readonly deal: Deal | undefined;
  readonly indexes: ReadonlyMap<number, string>;
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
      ...level('open', pending ? position.target_price : position.price, side, { intent, moves: pending }),
      ...level('takeProfit', position.target_profit_price, t('tp'), { intent: 'up', moves: true }),
      ...level('stopLoss', position.stop_loss_price, t('sl'), { intent: 'down', moves: true }),
      ...level('liquidation', shownLiquidation(position, tickDecimals(market)), t('liquidation')),
    ];
  };
  const positions = (deal?.all_levers ?? []).filter((each) => each.match_id === market.id);
  const chosen = positions.find(({ id }) => id === moved?.id);
  return (
    <>
      <ChartPanel
        market={market}
        levels={positions.flatMap(levelsOf)}
        onLevel={(level, price) => {
          const [id, field] = level.split(' ');
          const found = FIELDS.find((each) => each === field);
          if (found) setMoved({ id: Number(id), field: found, price });
        }}
      />
      {deal && moved && chosen && (
        <Suspense>
          <MovedSheet
            {...{ moved, market, deal, indexes, position: chosen }}
            onClose={() => setMoved(null)}
          />
        </Suspense>
      )}
    </>
  );
}
