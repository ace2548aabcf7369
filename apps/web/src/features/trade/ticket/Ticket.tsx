import { Plus, SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { format } from '@karat/money';
import type { OrderType, TimeInForce } from '@karat/contract';
import { formatNumber } from '../../../lib/format.ts';
import type { Quotation } from '../../../lib/markets.ts';
import { withLogin } from '../../../lib/navigation.ts';
import { useSession } from '../../../lib/session.ts';
import { useLocale, useText } from '../../../lib/text.ts';
import { Button, cx, Go, IconButton, Num, Sheet, Switch } from '../../../ui/index.ts';
import { setTrade, useTradeSettings } from '../settings.ts';
import { tradeText } from '../text.ts';
import { Confirm } from './Confirm.tsx';
import { hasLimit, hasStop, mayByTotal, mayPostOnly, mayTimeInForce } from './form.ts';
import type { Edit, Form } from './form.ts';
import { NumberField } from './NumberField.tsx';
import { usePlace } from './place.ts';
import type { Problem } from './problems.ts';
import { SummaryLines } from './Summary.tsx';
import { useTicket } from './use-ticket.ts';
import type { Ticket } from './use-ticket.ts';
import { ORDER_TYPES, problemText } from './words.ts';

const SELECT =
  'min-h-11 w-full min-w-0 appearance-none rounded-md border border-line bg-surface px-3 text-base! wide:bg-bg';

function SideSwitch({ form, change }: Pick<Ticket, 'form' | 'change'>) {
  const t = useText(tradeText);
  const item = (side: Form['side'], on: string) => (
    <button
      type="button"
      role="radio"
      aria-checked={form.side === side}
      onClick={() => change({ is: 'side', side })}
      className={cx(
        'min-h-11 min-w-0 flex-1 truncate rounded-sm px-1 font-semibold',
        form.side === side ? on : 'text-muted',
      )}
    >
      {t(side)}
    </button>
  );
  return (
    <div role="radiogroup" aria-label={t('side')} className="flex rounded-md bg-raised p-0.5">
      {item('buy', 'bg-up text-on-up')}
      {item('sell', 'bg-down text-on-down')}
    </div>
  );
}

function TypeSelect({ form, change }: Pick<Ticket, 'form' | 'change'>) {
  const t = useText(tradeText);
  return (
    <select
      aria-label={t('order_type')}
      value={form.orderType}
      onChange={(event) => {
        const orderType = ORDER_TYPES.find((one) => one === event.target.value);
        if (orderType) change({ is: 'type', orderType });
      }}
      className={SELECT}
    >
      {ORDER_TYPES.map((type: OrderType) => (
        <option key={type} value={type}>
          {t(type)}
        </option>
      ))}
    </select>
  );
}

const VALIDITIES: Readonly<Record<TimeInForce, 'gtc' | 'ioc' | 'fok'>> = {
  GTC: 'gtc',
  IOC: 'ioc',
  FOK: 'fok',
};

function Validity({ form, change }: Pick<Ticket, 'form' | 'change'>) {
  const t = useText(tradeText);
  if (!mayTimeInForce(form.orderType)) return null;
  return (
    <div className="flex flex-col gap-1">
      <select
        aria-label={t('time_in_force')}
        value={form.timeInForce}
        onChange={(event) => {
          const value = event.target.value;
          if (value === 'GTC' || value === 'IOC' || value === 'FOK')
            change({ is: 'time_in_force', timeInForce: value });
        }}
        className={cx(SELECT, 'text-sm!')}
      >
        {(['GTC', 'IOC', 'FOK'] as const).map((value) => (
          <option key={value} value={value}>
            {t(VALIDITIES[value])}
          </option>
        ))}
      </select>
      {mayPostOnly(form) && (
        <label className="flex min-h-11 items-center gap-2 text-sm text-muted">
          <input
            type="checkbox"
            checked={form.postOnly}
            onChange={(event) => change({ is: 'post_only', on: event.target.checked })}
            className="size-5 shrink-0 accent-gold"
          />
          {t('post_only')}
        </label>
      )}
    </div>
  );
}

/** Steps of 25 % of what the side pays with. */
function Share({ form, change, conditions: { funds } }: Ticket) {
  const t = useText(tradeText);
  const none = !funds || (form.side === 'buy' ? funds.quote : funds.base) === 0n;
  const marks = [0, 25, 50, 75, 100];
  return (
    <div className={cx(none && 'opacity-45')}>
      <input
        type="range"
        aria-label={t('part_of_balance')}
        aria-valuetext={`${form.share}%`}
        min={0}
        max={100}
        step={25}
        value={form.share}
        disabled={none}
        onChange={(event) => funds && change({ is: 'share', percent: Number(event.target.value), funds })}
        className="block h-8 w-full accent-gold"
      />
      <div className="-mt-1 flex justify-between text-xs text-muted tnum" aria-hidden="true">
        {marks.map((mark) => (
          <span key={mark} className={cx(mark === form.share && mark > 0 && 'text-gold-ink')}>
            {mark}%
          </span>
        ))}
      </div>
    </div>
  );
}

/** Whether size is given in base or in quote, where both are possible. */
function SizeUnit({
  form,
  change,
  market,
}: Pick<Ticket, 'form' | 'change'> & { readonly market: Quotation }) {
  const t = useText(tradeText);
  if (!mayByTotal(form)) return <span>({market.currency_name})</span>;
  return (
    <select
      aria-label={t('size_in')}
      value={form.by}
      onChange={(event) => change({ is: 'by', by: event.target.value === 'total' ? 'total' : 'amount' })}
      className="-my-1.5 min-h-7 rounded-sm bg-transparent text-xs! text-gold-ink"
    >
      <option value="amount">{market.currency_name}</option>
      <option value="total">{market.legal_name}</option>
    </select>
  );
}

interface FieldsProps {
  readonly ticket: Ticket;
  readonly market: Quotation;
  readonly errorAt: (...fields: readonly Problem['field'][]) => string | undefined;
}

function Fields({ ticket, market, errorAt }: FieldsProps) {
  const t = useText(tradeText);
  const { form, change } = ticket;
  const byMoney = form.by === 'total' && mayByTotal(form);
  const quote = <span>({market.legal_name})</span>;
  const field = (name: 'price' | 'stop' | 'amount' | 'total') => ({
    value: form[name],
    onText: (text: string) => change({ is: name, text } satisfies Edit),
  });
  const steps = (name: 'price' | 'stop' | 'amount') => (up: boolean) =>
    change({ is: 'step', field: name, up });
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
      {hasLimit(form.orderType) ? (
        <NumberField
          label={t('limit_price')}
          unit={quote}
          {...field('price')}
          onStep={steps('price')}
          error={errorAt('price')}
        />
      ) : (
        <p className="grid min-h-12 place-items-center rounded-md bg-raised px-2 text-center text-sm text-muted">
          {t('market_price')}
        </p>
      )}
      {byMoney ? (
        <NumberField
          label={t('total')}
          unit={<SizeUnit form={form} change={change} market={market} />}
          {...field('total')}
          error={errorAt('amount', 'total')}
        />
      ) : (
        <NumberField
          label={t('amount')}
          unit={<SizeUnit form={form} change={change} market={market} />}
          {...field('amount')}
          onStep={steps('amount')}
          error={errorAt('amount')}
        />
      )}
      <Share {...ticket} />
      {hasLimit(form.orderType) && (
        <NumberField label={t('total')} unit={quote} {...field('total')} error={errorAt('total')} />
      )}
    </>
  );
}

function Available({ ticket, market }: { readonly ticket: Ticket; readonly market: Quotation }) {
  const t = useText(tradeText);
  const { form, conditions } = ticket;
  const buys = form.side === 'buy';
  const available = conditions.funds?.[buys ? 'quote' : 'base'];
  return (
    <div className="flex items-center justify-between gap-1 text-xs">
      <span className="text-muted">{t('available')}</span>
      <span className="flex min-w-0 items-center">
        <Num
          value={available === undefined ? null : format(available)}
          unit={buys ? market.legal_name : market.currency_name}
          className="truncate"
        />
        <Go
          to="/pages/fund/transfer"
          search={{ to: 'change', currency: buys ? market.legal_id : market.currency_id }}
          aria-label={t('top_up')}
          className="-my-3 -me-3 grid size-11 place-items-center text-gold-ink"
        >
          <Plus className="size-4" />
        </Go>
      </span>
    </div>
  );
}

/** Places orders: what, at which price, how much, what it costs, and the button. */
export function TicketPanel({
  market,
  form,
  change,
}: {
  readonly market: Quotation;
  readonly form: Form;
  readonly change: (edit: Edit) => void;
}) {
  const t = useText(tradeText);
  const locale = useLocale();
  const ticket = useTicket(market, form, change);
  const confirm = useTradeSettings((settings) => settings.confirm);
  const loggedIn = useSession((state) => state.token !== null);
  const [tried, setTried] = useState<Form | null>(null);
  const [asking, setAsking] = useState(false);
  const [settings, setSettings] = useState(false);
  const { place, sending } = usePlace(market, () => change({ is: 'placed' }));
  const buys = form.side === 'buy';
  const { problem } = ticket;
  const names = {
    base: market.currency_name,
    quote: market.legal_name,
    paid: buys ? market.legal_name : market.currency_name,
  };
  // What is missing is only said once the button was tapped; what is wrong at once.
  const told = problem && (problem.is !== 'enter' || tried === form) ? problem : null;
  const words = (one: Problem): string =>
    problemText(one, t, (value) => formatNumber(value, { kind: 'full' }, locale), names);
  const errorAt = (...fields: readonly Problem['field'][]): string | undefined =>
    told && fields.includes(told.field) ? words(told) : undefined;
  const send = (): void => {
    setAsking(false);
    place(form);
  };
  const submit = (): void => {
    setTried(form);
    if (problem) return;
    if (confirm) setAsking(true);
    else send();
  };
  return (
    <section
      aria-label={t(buys ? 'buy_coin' : 'sell_coin', { coin: market.currency_name })}
      className="flex flex-col gap-2"
    >
      <SideSwitch form={form} change={change} />
      <div className="flex items-center">
        <TypeSelect form={form} change={change} />
        <IconButton
          label={t('ticket_settings')}
          onClick={() => setSettings(true)}
          className="-me-2 text-muted"
        >
          <SlidersHorizontal />
        </IconButton>
      </div>
      <Fields ticket={ticket} market={market} errorAt={errorAt} />
      <Validity form={form} change={change} />
      {loggedIn && <Available ticket={ticket} market={market} />}
      <SummaryLines ticket={ticket} market={market} />
      {told?.field === 'market' && (
        <p role="alert" className="text-xs text-bad-ink">
          {words(told)}
        </p>
      )}
      {loggedIn ? (
        <Button look={buys ? 'up' : 'down'} wide busy={sending} onClick={submit}>
          {t(buys ? 'buy_coin' : 'sell_coin', { coin: market.currency_name })}
        </Button>
      ) : (
        <Button wide onClick={() => withLogin(() => undefined)}>
          {t('login_to_trade')}
        </Button>
      )}
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={send}
        ticket={ticket}
        market={market}
      />
      <Sheet open={settings} onClose={() => setSettings(false)} title={t('ticket_settings')}>
        <Switch
          label={t('confirm_orders')}
          hint={t('confirm_orders_hint')}
          on={confirm}
          onSwitch={(on) => setTrade({ confirm: on })}
        />
      </Sheet>
    </section>
  );
}
