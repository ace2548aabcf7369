import { POSITION_SIDE } from '@karat/contract';
import { amount, format, mulDivDown, parse, price } from '@karat/money';
import { contractProfit } from '@karat/rules';
import { useState } from 'react';
import { useAction } from '../../../lib/query.ts';
import { useText } from '../../../lib/text.ts';
import { toast } from '../../../lib/toast.ts';
import { Button, Fact, Num, Sheet } from '../../../ui/index.ts';
import { NumberField } from '../ticket/NumberField.tsx';
import { INVALIDATED, sideOf, positionValueOf } from './use-positions.ts';
import type { Position } from './use-positions.ts';
import { lotsForPercent } from './lots.ts';
import { contractText } from './text.ts';

const PARTS = [25, 50, 75, 100] as const;

/** Closes a position or some of its lots, with the estimated profit. */
export default function CloseSheet({
  position,
  index,
  onClose,
}: {
  readonly position: Position;
  readonly index: string | undefined;
  readonly onClose: () => void;
}) {
  const t = useText(contractText);
  const [lots, setLots] = useState(position.share);
  const action = useAction('lever/close', {
    invalidates: INVALIDATED,
    onDone: () => {
      toast(t('closed_done'), 'good');
      onClose();
    },
  });
  const whole = amount(position.share);
  const wanted = parse(lots);
  const fine = wanted !== undefined && wanted > 0n && wanted <= whole;
  const { mark } = positionValueOf(position, index);
  const part = fine ? mulDivDown(amount(position.number), wanted, whole) : undefined;
  const profit =
    part === undefined
      ? null
      : format(contractProfit(sideOf(position), part, price(position.price), price(mark)));
  return (
    <Sheet open onClose={onClose} title={t('close_title', { symbol: position.symbol })}>
      <div className="flex flex-col gap-3 px-5 pb-5">
        <NumberField
          label={t('lots')}
          unit=""
          value={lots}
          onText={setLots}
          error={fine ? undefined : t('enter_numbers')}
        />
        <div className="grid grid-cols-4 gap-2">
          {PARTS.map((percent) => (
            <Button
              key={percent}
              variant="plain"
              size="sm"
              onClick={() => setLots(format(lotsForPercent(whole, percent)))}
            >
              {percent}%
            </Button>
          ))}
        </div>
        <dl className="flex flex-col gap-2 text-sm">
          <Fact name={t('mark')}>
            <Num value={mark} flash />
          </Fact>
          <Fact name={t('profit_before_fee')}>
            <Num value={profit} form="fixed" signed intent="auto" unit="USDT" />
          </Fact>
        </dl>
        <Button
          wide
          variant={position.type === POSITION_SIDE.long ? 'down' : 'up'}
          busy={action.isPending}
          disabled={!fine}
          onClick={() => action.mutate({ id: position.id, share: lots })}
        >
          {t('close_now')}
        </Button>
      </div>
    </Sheet>
  );
}
