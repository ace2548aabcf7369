import { ZERO, amount, format, parse, price, rate } from '@karat/money';
import type { Amount } from '@karat/money';
import { MULTIPLE_MAX, estimateOrder, returnOnMargin, resultAtIndex } from '@karat/rules';
import type { AccountBefore, OrderEstimate, PositionSide } from '@karat/rules';
import { useState } from 'react';
import type { Quotation } from '../../../lib/markets.ts';
import { useText } from '../../../lib/text.ts';
import { Fact, Num, Sheet, Tabs } from '../../../ui/index.ts';
import { tickDecimals } from '../market.ts';
import { NumberField } from '../ticket/NumberField.tsx';
import { liquidationAt } from './liquidation.ts';
import { contractText } from './text.ts';
import type { Question } from './ticket-form.ts';

const SIDES = ['long', 'short'] as const;
const NOBODY: AccountBefore = {
  available: ZERO,
  crossEquity: 0n,
  crossMargins: ZERO,
  crossPositions: [],
};

interface Outcome {
  /** Undefined while the form is incomplete. */
  readonly result?: OrderEstimate | undefined;
  /** Undefined without a closing price. */
  readonly profit?: Amount | undefined;
}

/** Computes the results after fees, without spread and without other positions. */
function outcomeOf(market: Quotation, { side, open, close, lots, multiple }: Question): Outcome {
  const [from, to, of] = [parse(open), parse(close), parse(lots)];
  const times = Number(multiple);
  if (from === undefined || from <= 0n || of === undefined || of <= 0n) return {};
  if (!Number.isInteger(times) || times < 1 || times > MULTIPLE_MAX) return {};
  const terms = {
    spread: price('0'),
    lotSize: amount(market.lever_share_num),
    feeRate: rate(market.lever_trade_fee),
    indexDecimals: market.index_decimals,
  };
  const result = estimateOrder(
    { side, mode: 'isolated', lots: amount(of), multiple: times, target: price(from), index: price(from) },
    terms,
    NOBODY,
  );
  if (to === undefined || to <= 0n) return { result };
  const draft = { side, quantity: result.quantity, open: result.price, level: price(to) };
  return { result, profit: resultAtIndex(draft, terms) };
}

/** Results, with dashes for missing ones. */
function Answers({ market, result, profit }: Outcome & { readonly market: Quotation }) {
  const t = useText(contractText);
  const unit = market.legal_name;
  const decimals = tickDecimals(market);
  return (
    <dl className="flex flex-col gap-2 text-sm" aria-live="polite">
      <Fact name={t('margin')}>
        <Num value={result ? format(result.margin) : null} form="cost" unit={unit} />
      </Fact>
      <Fact name={t('fee_each_way')}>
        <Num value={result ? format(result.fee) : null} form="cost" decimals={4} unit={unit} />
      </Fact>
      <Fact name={t('liquidation_isolated')}>
        <Num
          value={
            result?.liquidation === undefined
              ? null
              : format(liquidationAt(result.liquidation, result.price, decimals))
          }
          form="tick"
          decimals={decimals}
          unit={unit}
        />
      </Fact>
      <Fact name={t('net_pnl')}>
        <Num
          value={profit === undefined ? null : format(profit)}
          form="result"
          unit={unit}
          signed
          intent="auto"
        />
      </Fact>
      <Fact name={t('return')}>
        <Num
          value={profit === undefined || !result ? null : format(returnOnMargin(profit, result.margin))}
          form="result"
          unit="%"
          signed
          intent="auto"
        />
      </Fact>
    </dl>
  );
}

/** Computes the result of a position between two prices; sends nothing. */
export default function Calculator({
  market,
  first,
  onClose,
}: {
  readonly market: Quotation;
  readonly first: Pick<Question, 'open' | 'lots' | 'multiple'>;
  readonly onClose: () => void;
}) {
  const t = useText(contractText);
  const [side, setSide] = useState<PositionSide>('long');
  const [open, setOpen] = useState(first.open);
  const [close, setClose] = useState('');
  const [lots, setLots] = useState(first.lots);
  const [multiple, setMultiple] = useState(first.multiple);
  const { result, profit } = outcomeOf(market, { side, open, close, lots, multiple });
  const unit = market.legal_name;
  return (
    <Sheet open onClose={onClose} title={t('calculator')}>
      <div className="flex flex-col gap-3 px-5 pb-5">
        <Tabs
          variant="block"
          label={t('side')}
          items={SIDES.map((id) => ({ id, label: t(id) }))}
          value={side}
          onChange={setSide}
        />
        <div className="grid grid-cols-2 gap-2">
          <NumberField label={t('open_price')} unit={unit} value={open} onText={setOpen} />
          <NumberField label={t('close_price')} unit={unit} value={close} onText={setClose} />
          <NumberField label={t('lots')} unit="" value={lots} onText={setLots} />
          <NumberField label={t('leverage')} unit="×" value={multiple} onText={setMultiple} />
        </div>
        <Answers market={market} result={result} profit={profit} />
      </div>
    </Sheet>
  );
}
