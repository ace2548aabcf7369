import { POSITION_STATUS } from '@karat/contract';
import { amount, format, parse, price } from '@karat/money';
import { areStopsValid, closingPrice, contractProfit } from '@karat/rules';
import { useState } from 'react';
import { formatNumber } from '../../../lib/format.ts';
import { useAction } from '../../../lib/query.ts';
import { useServerErrors } from '../../../lib/server-errors.ts';
import { useLocale, useText } from '../../../lib/text.ts';
import { toast } from '../../../lib/toast.ts';
import { Button, Fact, FormError, Num, Sheet } from '../../../ui/index.ts';
import { quoteOf } from '../market.ts';
import { NumberField } from '../ticket/NumberField.tsx';
import { sideOf, positionValueOf } from './use-positions.ts';
import type { Position } from './use-positions.ts';
import { contractText } from './text.ts';
import { priceOf } from './ticket-form.ts';

const shown = (text: string): string => (text === '0' ? '' : text);

/** Opening price of a position, or the price of its order. */
const openOf = ({ status, price: open, target_price: target }: Position): string =>
  status === POSITION_STATUS.pending && target !== null ? target : open;

/** PnL of a close at an index before the fee; null without a valid price. */
function profitAt(position: Position, index: string): string | null {
  const level = parse(index);
  if (level === undefined || level <= 0n) return null;
  const side = sideOf(position);
  const at = closingPrice(side, price(level), price(position.spread));
  return format(contractProfit(side, amount(position.number), price(openOf(position)), at));
}

/** Errors of stops on the wrong side of the index, or of the price of a pending order. */
function useStopErrors(
  position: Position,
  index: string | undefined,
  entered: { readonly takeProfit: string; readonly stopLoss: string },
) {
  const t = useText(contractText);
  const locale = useLocale();
  const pending = position.status === POSITION_STATUS.pending;
  const at = pending ? position.target_price : (index ?? null);
  const side = sideOf(position);
  const isLong = side === 'long';
  const errorOf = (field: 'takeProfit' | 'stopLoss'): string | undefined => {
    const level = priceOf(entered[field]);
    if (at === null || level === undefined) return undefined;
    if (areStopsValid(side, price(at), { takeProfit: undefined, stopLoss: undefined, [field]: level }))
      return undefined;
    const above = (field === 'takeProfit') === isLong;
    const shown = { price: formatNumber(at, { kind: 'full' }, locale) };
    return t(`stop_${above ? 'above' : 'below'}_${side}`, shown);
  };
  return { takeProfit: errorOf('takeProfit'), stopLoss: errorOf('stopLoss') };
}

interface StopSheetProps {
  readonly position: Position;
  readonly index: string | undefined;
  /** Level of a stop in place of its own. */
  readonly suggested?: { readonly field: 'takeProfit' | 'stopLoss'; readonly price: string } | undefined;
  readonly onClose: () => void;
}

/** The entered stops, their errors, and the call. */
function useStops({ position, index, suggested, onClose }: StopSheetProps) {
  const t = useText(contractText);
  const before = [shown(position.target_profit_price), shown(position.stop_loss_price)] as const;
  const [takeProfit, setTakeProfit] = useState(
    suggested?.field === 'takeProfit' ? suggested.price : before[0],
  );
  const [stopLoss, setStopLoss] = useState(suggested?.field === 'stopLoss' ? suggested.price : before[1]);
  const refused = useServerErrors<'stopLoss'>({
    byCode: { stop_side_wrong: 'stopLoss', price_tick: 'stopLoss' },
    byName: () => undefined,
  });
  const action = useAction('lever/setstop', {
    quiet: true,
    onRefused: refused.onRefused,
    invalidates: ['lever/deal'],
    onDone: () => {
      toast(t('stops_saved'), 'good');
      onClose();
    },
  });
  const errors = useStopErrors(position, index, {
    // Unchanged stops may have been passed already.
    takeProfit: takeProfit === before[0] ? '' : takeProfit,
    stopLoss: stopLoss === before[1] ? '' : stopLoss,
  });
  const change = (set: (text: string) => void) => (text: string) => {
    refused.forget();
    set(text);
  };
  const save = (): void => {
    // Unchanged stops are not sent: the price may have passed one meanwhile, which is about to be filled.
    action.mutate({
      id: position.id,
      ...(takeProfit === before[0] ? {} : { target_profit_price: takeProfit || '0' }),
      ...(stopLoss === before[1] ? {} : { stop_loss_price: stopLoss || '0' }),
    });
  };
  const same = takeProfit === before[0] && stopLoss === before[1];
  return {
    takeProfit: { value: takeProfit, onText: change(setTakeProfit), error: errors.takeProfit },
    stopLoss: {
      value: stopLoss,
      onText: change(setStopLoss),
      error: errors.stopLoss ?? refused.errorOf('stopLoss') ?? undefined,
    },
    refused: refused.error,
    ready: !same && errors.takeProfit === undefined && errors.stopLoss === undefined,
    busy: action.isPending,
    save,
  };
}

/** Sets take-profit and stop-loss; an empty field removes it. */
export default function StopSheet(props: StopSheetProps) {
  const { position, index, onClose } = props;
  const t = useText(contractText);
  const stops = useStops(props);
  const unit = quoteOf(position.symbol);
  const brings = (name: 'take_profit' | 'stop_loss', level: string) =>
    level !== '' && (
      <Fact name={`${t(name)} · ${t('profit_before_fee')}`}>
        <Num value={profitAt(position, level)} form="fixed" signed intent="auto" unit={unit} />
      </Fact>
    );
  return (
    <Sheet open onClose={onClose} title={t('set_stops')}>
      <div className="flex flex-col gap-3 px-5 pb-5">
        <dl className="flex flex-col gap-2 text-sm">
          <Fact name={t('open_price')}>
            <Num value={openOf(position)} unit={unit} />
          </Fact>
          <Fact name={t('mark')}>
            <Num value={positionValueOf(position, index).mark} unit={unit} flash />
          </Fact>
        </dl>
        <NumberField label={t('take_profit')} unit={unit} {...stops.takeProfit} />
        <NumberField label={t('stop_loss')} unit={unit} {...stops.stopLoss} />
        <dl className="flex flex-col gap-2 text-sm" aria-live="polite">
          {brings('take_profit', stops.takeProfit.value)}
          {brings('stop_loss', stops.stopLoss.value)}
        </dl>
        <p className="text-sm text-muted">{t('stops_note')}</p>
        <FormError text={stops.refused} />
        <Button wide busy={stops.busy} disabled={!stops.ready} onClick={stops.save}>
          {t('save')}
        </Button>
      </div>
    </Sheet>
  );
}
