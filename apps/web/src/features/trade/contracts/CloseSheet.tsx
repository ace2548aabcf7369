import { POSITION_SIDE } from '@karat/contract';
import { amount, format, mulDivDown, parse, price, rate } from '@karat/money';
import { contractFee, contractProfit } from '@karat/rules';
import { useState } from 'react';
import { useAction } from '../../../lib/query.ts';
import { useRefusal } from '../../../lib/server-errors.ts';
import { quoteOf } from '../../../lib/symbol.ts';
import { useText } from '../../../lib/text.ts';
import { toast } from '../../../lib/toast.ts';
import { Button, Fact, MarketPrice, Num, Sheet, Slider, FormError } from '../../../ui/index.ts';
import { NumberField } from '../ticket/NumberField.tsx';
import { INVALIDATED, sideOf, positionValueOf } from './use-positions.ts';
import type { Position } from './use-positions.ts';
import { resultAt } from './close-result.ts';
import { lotsForPercent, percentOfLots } from './lots.ts';
import { tradeText } from '../text.ts';
import { contractText } from './text.ts';

/** Estimates of closing some lots; null where they are no lots of the position. */
function useEstimate(position: Position, index: string | undefined, lots: string) {
  const whole = amount(position.share);
  const typed = parse(lots);
  const wanted = typed === undefined ? undefined : amount(typed);
  const fine = wanted !== undefined && wanted > 0n && wanted <= whole;
  const { mark } = positionValueOf(position, index);
  const part = fine ? mulDivDown(amount(position.number), wanted, whole) : undefined;
  const profit =
    part === undefined
      ? null
      : format(contractProfit(sideOf(position), part, price(position.price), price(mark)));
  const fee = part === undefined ? null : format(contractFee(part, price(mark), rate(position.fee_rate)));
  const net = part === undefined ? null : resultAt(position, index, part);
  const percent = fine ? percentOfLots(wanted, whole) : 0;
  return { whole, percent, fine, mark, profit, fee, net };
}

/** Price, result and fee of the close. */
function Estimates({
  position,
  mark,
  profit,
  fee,
  net,
}: Pick<ReturnType<typeof useEstimate>, 'mark' | 'profit' | 'fee' | 'net'> & {
  readonly position: Position;
}) {
  const t = useText(contractText);
  const trade = useText(tradeText);
  const unit = quoteOf(position.symbol);
  return (
    <dl className="flex flex-col gap-2 text-sm">
      <Fact name={t('mark')}>
        <MarketPrice market={position.match_id} value={mark} unit={unit} flash />
      </Fact>
      <Fact name={t('est_pnl')}>
        <Num value={profit} form="result" signed intent="auto" unit={unit} />
      </Fact>
      <Fact name={trade('est_fee')}>
        <Num value={fee} form="cost" decimals={4} unit={unit} />
      </Fact>
      <Fact name={t('net_pnl')} className="font-semibold">
        <Num value={net} form="result" signed intent="auto" unit={unit} />
      </Fact>
    </dl>
  );
}

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
  const refusal = useRefusal();
  const change = (entered: string): void => {
    refusal.forget();
    setLots(entered);
  };
  const action = useAction('lever/close', {
    ...refusal.action,
    invalidates: INVALIDATED,
    onDone: () => {
      toast(t('closed_done'), 'good');
      onClose();
    },
  });
  const estimate = useEstimate(position, index, lots);
  const { whole, percent, fine } = estimate;
  return (
    <Sheet open onClose={onClose} title={t('close_title', { symbol: position.symbol })}>
      <div className="flex flex-col gap-3 px-5 pb-5">
        <p className="text-xs text-muted">{t('reduce_only_note')}</p>
        <NumberField
          label={t('lots')}
          unit=""
          value={lots}
          onText={change}
          error={fine ? undefined : t('enter_numbers')}
        />
        <Slider
          label={t('part_to_close')}
          value={percent}
          onChange={(part) => change(format(lotsForPercent(whole, part)))}
        />
        <Estimates position={position} {...estimate} />
        <FormError text={refusal.text} />
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
