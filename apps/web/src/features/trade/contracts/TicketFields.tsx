import { Calculator as CalculatorIcon, Plus } from 'lucide-react';
import { Suspense, lazy, useState } from 'react';
import type { Quotation } from '../../../lib/markets.ts';
import { useText } from '../../../lib/text.ts';
import { Link, IconButton, Num, Tabs } from '../../../ui/index.ts';
import { Select } from '../SelectField.tsx';
import { NumberField } from '../ticket/NumberField.tsx';
import type { Deal } from './use-positions.ts';
import { contractText } from './text.ts';
import { KINDS, MODES, multiplesOf } from './ticket-form.ts';
import type { Form, TicketProps } from './ticket-form.ts';

const Calculator = lazy(() => import('./Calculator.tsx'));

/** Prices and lots of the order. */
export function Prices({
  form,
  set,
  market,
}: {
  readonly form: Form;
  readonly set: (change: Partial<Form>) => void;
  readonly market: Quotation;
}) {
  const t = useText(contractText);
  return (
    <>
      {form.kind === 'limit' && (
        <NumberField
          label={t('limit_price')}
          unit={market.legal_name}
          value={form.target}
          onText={(target) => set({ target })}
        />
      )}
      <NumberField
        label={t('lots')}
        unit={`× ${market.lever_share_num} ${market.currency_name}`}
        value={form.lots}
        onText={(lots) => set({ lots })}
        onStep={(up) =>
          set({ lots: String(Math.max(1, Math.trunc(Number(form.lots) || 0) + (up ? 1 : -1))) })
        }
      />
      <div className="grid grid-cols-2 gap-2">
        <NumberField
          label={t('take_profit')}
          unit=""
          value={form.takeProfit}
          onText={(takeProfit) => set({ takeProfit })}
        />
        <NumberField
          label={t('stop_loss')}
          unit=""
          value={form.stopLoss}
          onText={(stopLoss) => set({ stopLoss })}
        />
      </div>
    </>
  );
}

/** Order type, margin mode and leverage. */
export function Settings({
  form,
  set,
  deal,
}: {
  readonly form: Form;
  readonly set: (change: Partial<Form>) => void;
  readonly deal: Deal | undefined;
}) {
  const t = useText(contractText);
  return (
    <>
      <Tabs
        variant="block"
        label={t('order_kind')}
        items={KINDS.map((id) => ({ id, label: t(id) }))}
        value={form.kind}
        onChange={(kind) => set({ kind })}
      />
      <div className="grid grid-cols-2 gap-2">
        <Select
          label={t('margin_mode')}
          options={MODES.map((id) => ({ id, label: t(id) }))}
          value={form.mode}
          onChange={(mode) => set({ mode })}
        />
        <Select
          label={t('leverage')}
          options={multiplesOf(deal, form.multiple).map((value) => ({
            id: String(value),
            label: `${value}×`,
          }))}
          value={String(form.multiple)}
          onChange={(value) => set({ multiple: Number(value) })}
        />
      </div>
    </>
  );
}

/** Available margin, with links to transfer and calculator. */
export function Funds({ market, deal }: Pick<TicketProps, 'market' | 'deal'>) {
  const t = useText(contractText);
  const [calculating, setCalculating] = useState(false);
  return (
    <>
      <div className="flex items-center justify-between text-xs">
        <span className="text-muted">{t('available')}</span>
        <span className="flex items-center">
          <Num value={deal?.user_lever} form="fixed" decimals={2} unit={market.legal_name} />
          <Link
            to="/pages/fund/transfer"
            search={{ to: 'lever', currency: market.legal_id }}
            aria-label={t('top_up')}
            className="-my-3 grid size-11 place-items-center text-gold-ink"
          >
            <Plus className="size-4" />
          </Link>
          <IconButton
            label={t('calculator')}
            onClick={() => setCalculating(true)}
            className="-my-3 -me-3 text-muted"
          >
            <CalculatorIcon />
          </IconButton>
        </span>
      </div>
      {calculating && (
        <Suspense>
          <Calculator market={market} onClose={() => setCalculating(false)} />
        </Suspense>
      )}
    </>
  );
}
