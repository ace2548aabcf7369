import type { OrderType, TimeInForce } from '@karat/contract';
import type { Quotation } from '../../../lib/markets.ts';
import { useText } from '../../../lib/text.ts';
import { Checkbox, cx, arrows, Select } from '../../../ui/index.ts';
import { tradeText } from '../text.ts';
import { hasLimit, hasStop, mayByTotal, mayPostOnly, mayTimeInForce } from './form.ts';
import type { Edit, Form } from './form.ts';
import { NumberField } from './NumberField.tsx';
import type { Problem } from './problems.ts';
import { Share } from './PercentSlider.tsx';
import type { Ticket } from './use-ticket.ts';
import { ORDER_TYPES } from './labels.ts';

type Part = Pick<Ticket, 'form' | 'change'>;

const SIDES = ['buy', 'sell'] as const;
const SIDE_CHOSEN: Readonly<Record<Form['side'], string>> = {
  buy: 'bg-up text-on-up',
  sell: 'bg-down text-on-down',
};

export function SideSwitch({ form, change }: Part) {
  const t = useText(tradeText);
  const { group, item } = arrows(SIDES, form.side, (side) => change({ type: 'side', side }));
  return (
    <div
      {...group}
      role="radiogroup"
      aria-label={t('side')}
      className="flex flex-wrap rounded-md bg-raised p-0.5"
    >
      {SIDES.map((side) => (
        <button
          key={side}
          type="button"
          role="radio"
          aria-checked={form.side === side}
          {...item(side)}
          className={cx(
            'min-h-11 min-w-max flex-1 rounded-sm px-1 font-semibold',
            form.side === side ? SIDE_CHOSEN[side] : 'text-muted',
          )}
        >
          {t(side)}
        </button>
      ))}
    </div>
  );
}

export function TypeSelect({ form, change }: Part) {
  const t = useText(tradeText);
  return (
    <Select
      label={t('order_type')}
      options={ORDER_TYPES.map((id: OrderType) => ({ id, label: t(id) }))}
      value={form.orderType}
      onChange={(orderType) => change({ type: 'type', orderType })}
      className="flex-1"
    />
  );
}

const VALIDITIES = [
  { id: 'GTC', text: 'gtc', hint: 'gtc_hint' },
  { id: 'IOC', text: 'ioc', hint: 'ioc_hint' },
  { id: 'FOK', text: 'fok', hint: 'fok_hint' },
] as const satisfies readonly { readonly id: TimeInForce; readonly text: string; readonly hint: string }[];

export function Validity({ form, change }: Part) {
  const t = useText(tradeText);
  if (!mayTimeInForce(form.orderType)) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-2">
      {mayPostOnly(form) && (
        <Checkbox
          label={t('post_only')}
          checked={form.postOnly}
          onCheck={(on) => change({ type: 'post_only', on })}
          className="text-sm text-muted"
        />
      )}
      <Select
        variant="chip"
        label={t('time_in_force')}
        options={VALIDITIES.map(({ id, text, hint }) => ({ id, label: t(text), hint: t(hint) }))}
        value={form.timeInForce}
        onChange={(timeInForce) => change({ type: 'time_in_force', timeInForce })}
        className="w-auto! bg-transparent! ps-1!"
      />
    </div>
  );
}

/** Chooses base or quote for the size, where both are possible. */
function SizeUnit({ form, change, market }: Part & { readonly market: Quotation }) {
  const t = useText(tradeText);
  if (!mayByTotal(form)) return <span>({market.currency_name})</span>;
  const other = form.by === 'amount' ? market.legal_name : market.currency_name;
  return (
    <button
      type="button"
      aria-label={t('size_in', { currency: other })}
      onClick={() => change({ type: 'by', by: form.by === 'amount' ? 'total' : 'amount' })}
      className="-mx-2 -my-3 px-2 py-3 whitespace-nowrap text-gold-ink"
    >
      {form.by === 'amount' ? market.currency_name : market.legal_name} ⇄
    </button>
  );
}

/** Prices and sizes of the order type. */
export function Fields({
  ticket,
  market,
  errorAt,
}: {
  readonly ticket: Ticket;
  readonly market: Quotation;
  readonly errorAt: (...fields: readonly Problem['field'][]) => string | undefined;
}) {
  const t = useText(tradeText);
  const { form, change } = ticket;
  const limited = hasLimit(form.orderType);
  const byMoney = form.by === 'total' && mayByTotal(form);
  const quote = market.legal_name;
  const field = (name: 'price' | 'stop' | 'amount' | 'total') => ({
    value: form[name],
    onText: (text: string) => change({ type: name, text } satisfies Edit),
  });
  const steps = (name: 'price' | 'stop' | 'amount') => (up: boolean) =>
    change({ type: 'step', field: name, up });
  const unit = <SizeUnit form={form} change={change} market={market} />;
  return (
    <>
      {hasStop(form.orderType) && (
        <NumberField
          label={t('trigger_price')}
          unit={quote}
          {...field('stop')}
          onStep={steps('stop')}
          error={errorAt('stop')}
        />
      )}
      {limited ? (
        <NumberField
          label={t('limit_price')}
          unit={quote}
          {...field('price')}
          onStep={steps('price')}
          error={errorAt('price')}
        />
      ) : (
        <p className="grid min-h-11 place-items-center rounded-md bg-raised px-2 text-center text-sm text-muted">
          {t('market_price')}
        </p>
      )}
      {byMoney ? (
        <NumberField label={t('total')} unit={unit} {...field('total')} error={errorAt('amount', 'total')} />
      ) : (
        <NumberField
          label={t('amount')}
          unit={unit}
          {...field('amount')}
          onStep={steps('amount')}
          error={errorAt('amount')}
        />
      )}
      <Share {...ticket} />
      {limited && (
        <NumberField label={t('total')} unit={quote} {...field('total')} error={errorAt('total')} />
      )}
    </>
  );
}
