import { Calculator as CalculatorIcon } from 'lucide-react';
import { Suspense, lazy, useState } from 'react';
import { UNIT, amount, format, minus, plus } from '@karat/money';
import type { Quotation } from '../../../lib/markets.ts';
import { useText } from '../../../lib/text.ts';
import { Checkbox, IconButton, Select, Slider } from '../../../ui/index.ts';
import { tickDecimals } from '../market.ts';
import { NumberField } from '../ticket/NumberField.tsx';
import { cleaned } from '../ticket/form.ts';
import { MODES, setMargin, setTrade } from '../settings.ts';
import type { StopsBy } from '../settings.ts';
import { PERCENT_DECIMALS, stopsByItems } from './stops-by.ts';
import { tradeText } from '../text.ts';
import { contractText } from './text.ts';
import { KINDS, SIZE_UNITS, lotsOf, maxLots, multiplesOf, questionOf, sizeText } from './ticket-form.ts';
import type { Form, SizeUnit, TicketProps } from './ticket-form.ts';

const Calculator = lazy(() => import('./Calculator.tsx'));

export type FieldName = 'market' | 'target' | 'size' | 'takeProfit' | 'stopLoss';
type Set = (change: Partial<Form>) => void;
interface PartProps {
  readonly form: Form;
  readonly set: Set;
  readonly errorAt: (field: FieldName) => string | undefined;
}

/** Margin mode, leverage, order type and calculator. */
export function Settings({ form, set, ...props }: Pick<PartProps, 'form' | 'set'> & TicketProps) {
  const { deal, market } = props;
  const t = useText(contractText);
  const [calculating, setCalculating] = useState(false);
  const setMode = (mode: Form['mode']): void => {
    set({ mode, couponId: null });
    setMargin(market.id, { mode, multiple: form.multiple });
  };
  const setMultiple = (multiple: number): void => {
    set({ multiple });
    setMargin(market.id, { mode: form.mode, multiple });
  };
  return (
    <>
      <div className="flex flex-wrap gap-2 *:w-auto *:min-w-max *:flex-1">
        <Select
          label={t('margin_mode')}
          options={MODES.map((id) => ({ id, label: t(id) }))}
          value={form.mode}
          onChange={setMode}
        />
        <Select
          label={t('leverage')}
          options={multiplesOf(deal, form.multiple).map((value) => ({
            id: String(value),
            label: `${value}×`,
          }))}
          value={String(form.multiple)}
          onChange={(value) => setMultiple(Number(value))}
        />
      </div>
      <div className="flex items-center">
        <Select
          label={t('order_kind')}
          options={KINDS.map((id) => ({ id, label: t(id) }))}
          value={form.kind}
          onChange={(kind) => set({ kind, couponId: null })}
        />
        <IconButton label={t('calculator')} onClick={() => setCalculating(true)} className="-me-2 text-muted">
          <CalculatorIcon />
        </IconButton>
      </div>
      {calculating && (
        <Suspense>
          <Calculator market={market} first={questionOf(props, form)} onClose={() => setCalculating(false)} />
        </Suspense>
      )}
    </>
  );
}

/** The size in lots, base or quote currency, typed, stepped by lots or taken as a part of the available margin. */
export function Size({ form, set, errorAt, ...props }: PartProps & TicketProps) {
  const t = useText(contractText);
  const trade = useText(tradeText);
  const { market } = props;
  const names: Readonly<Record<SizeUnit, string>> = {
    lots: t('lots'),
    base: market.currency_name,
    quote: market.legal_name,
  };
  const lots = lotsOf(props, form);
  const shown = form.share > 0 && lots !== undefined ? sizeText(props, form, lots, form.unit) : form.size;
  const step = (up: boolean): void => {
    const one = amount(UNIT);
    const next = up ? plus(lots ?? amount('0'), one) : minus(lots ?? one, one);
    set({ size: sizeText(props, form, next < one ? one : next, form.unit), share: 0 });
  };
  const next = SIZE_UNITS[(SIZE_UNITS.indexOf(form.unit) + 1) % SIZE_UNITS.length] ?? 'lots';
  const changeUnit = (): void =>
    set({ unit: next, size: lots === undefined ? '' : sizeText(props, form, lots, next) });
  const none = maxLots(props, form) === 0n;
  return (
    <>
      <NumberField
        label={trade('amount')}
        unit={
          <button
            type="button"
            aria-label={trade('size_in', { currency: names[next] })}
            onClick={changeUnit}
            className="-mx-2 -my-3 px-2 py-3 whitespace-nowrap text-gold-ink"
          >
            {names[form.unit]} ⇄
          </button>
        }
        value={shown}
        onText={(size) => set({ size, share: 0 })}
        onStep={step}
        error={errorAt('size')}
      />
      <Slider
        label={t('percent_of_margin')}
        value={form.share}
        disabled={none}
        onChange={(share) =>
          set(share === 0 ? { share, size: '' } : { share, size: lots === undefined ? '' : format(lots) })
        }
      />
    </>
  );
}

/** The price of a limit order. */
export function Target({ form, set, errorAt, market }: PartProps & { readonly market: Quotation }) {
  const trade = useText(tradeText);
  if (form.kind === 'market') return null;
  return (
    <NumberField
      label={trade('limit_price')}
      unit={market.legal_name}
      value={form.target}
      onText={(target) => set({ target: cleaned(target, tickDecimals(market)) })}
      error={errorAt('target')}
    />
  );
}

/** Take-profit and stop-loss, where the order sets them. */
export function Stops({ form, set, errorAt, market }: PartProps & { readonly market: Quotation }) {
  const t = useText(contractText);
  const trade = useText(tradeText);
  const byPrice = form.stopsBy === 'price';
  const decimals = byPrice ? tickDecimals(market) : PERCENT_DECIMALS;
  const unit = byPrice ? market.legal_name : '%';
  const changeBy = (stopsBy: StopsBy): void => {
    setTrade({ stopsBy });
    // A price is no percentage: what was typed is typed anew.
    set({ stopsBy, takeProfit: '', stopLoss: '' });
  };
  return (
    <div className="flex flex-col gap-2">
      <div className="-my-1 flex flex-wrap items-center justify-between gap-x-2">
        <Checkbox
          label={t('with_stops')}
          checked={form.withStops}
          onCheck={(withStops) => set({ withStops })}
          className="text-sm"
        />
        {form.withStops && (
          <Select
            label={t('stops_by')}
            variant="chip"
            options={stopsByItems({ t, trade })}
            value={form.stopsBy}
            onChange={changeBy}
            className="w-auto!"
          />
        )}
      </div>
      {form.withStops && (
        <div className="grid grid-cols-2 items-start gap-2">
          <NumberField
            label={t('take_profit')}
            short={t('tp')}
            unit={unit}
            value={form.takeProfit}
            onText={(text) => set({ takeProfit: cleaned(text, decimals) })}
            error={errorAt('takeProfit')}
          />
          <NumberField
            label={t('stop_loss')}
            short={t('sl')}
            unit={unit}
            value={form.stopLoss}
            onText={(text) => set({ stopLoss: cleaned(text, decimals) })}
            error={errorAt('stopLoss')}
          />
        </div>
      )}
    </div>
  );
}
