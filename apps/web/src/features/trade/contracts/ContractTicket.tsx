import { Calculator as CalculatorIcon, Plus } from 'lucide-react';
import { format, amount, parse, price, rate } from '@karat/money';
import type { Amount, Price } from '@karat/money';
import { Suspense, lazy, useState } from 'react';
import type { Quotation } from '../../../lib/markets.ts';
import { withLogin } from '../../../lib/navigation.ts';
import { useAction } from '../../../lib/query.ts';
import { useSession } from '../../../lib/session.ts';
import { useText } from '../../../lib/text.ts';
import type { Translate } from '../../../lib/text.ts';
import type en from './locales/en.ts';
import { toast } from '../../../lib/toast.ts';
import { Button, Dialog, Go, IconButton, Num, Tabs } from '../../../ui/index.ts';
import { symbolOf, tickDecimals } from '../market.ts';
import { Select } from '../Select.tsx';
import { NumberField } from '../ticket/NumberField.tsx';
import { Line } from './Lines.tsx';
import { accountOf } from './live.ts';
import type { Deal } from './live.ts';
import { estimate } from './sums.ts';
import type { Estimate, Mode, Side } from './sums.ts';
import { contractText } from './text.ts';

const Calculator = lazy(() => import('./Calculator.tsx'));
const KINDS = ['market', 'limit'] as const;
const MODES = ['cross', 'isolated'] as const;
type Kind = (typeof KINDS)[number];

interface Form {
  readonly kind: Kind;
  readonly mode: Mode;
  readonly multiple: number;
  readonly lots: string;
  readonly target: string;
  readonly takeProfit: string;
  readonly stopLoss: string;
}
const EMPTY: Form = {
  ...{ kind: 'market', mode: 'cross', multiple: 10, lots: '1', target: '', takeProfit: '', stopLoss: '' },
};

const positive = (text: string): bigint | undefined => {
  const value = parse(text);
  return value !== undefined && value > 0n ? value : undefined;
};

interface TicketProps {
  readonly market: Quotation;
  readonly deal: Deal | undefined;
  readonly indexes: ReadonlyMap<number, string>;
}

/** What a side of the form would come to now; undefined while something is missing. */
function estimateOf({ market, deal, indexes }: TicketProps, form: Form, side: Side): Estimate | undefined {
  const index = indexes.get(market.id) ?? deal?.last_price ?? undefined;
  const lots = positive(form.lots);
  const target = form.kind === 'limit' ? positive(form.target) : undefined;
  if (index === undefined || lots === undefined || (form.kind === 'limit' && target === undefined))
    return undefined;
  const account = deal && accountOf(deal, indexes);
  return estimate(
    {
      ...{ side, mode: form.mode, lots: amount(lots), multiple: form.multiple, index: price(index) },
      target: target as Price | undefined,
    },
    {
      ...{ spread: price(market.spread), lotSize: amount(market.lever_share_num) },
      feeRate: rate(market.lever_trade_fee),
    },
    {
      ...{ available: amount(account?.available ?? '0'), otherEquity: amount(account?.crossEquity ?? '0') },
      otherMargins: amount(account?.crossMargins ?? '0'),
    },
  );
}

/** Everything that a person should know before they confirm. */
function Summary({
  of,
  market,
  full,
}: {
  readonly of: Estimate;
  readonly market: Quotation;
  readonly full: boolean;
}) {
  const t = useText(contractText);
  const unit = market.legal_name;
  const decimals = tickDecimals(market);
  const money = (value: Amount, digits = 2) => (
    <Num value={format(value)} form="fixed" decimals={digits} unit={unit} />
  );
  return (
    <dl className="flex flex-col gap-1 text-xs">
      {full && (
        <>
          <Line name={t('open_price')}>
            <Num value={format(of.price)} form="fixed" decimals={decimals} unit={unit} />
          </Line>
          <Line name={t('quantity')}>
            <Num value={format(of.quantity)} unit={market.currency_name} />
          </Line>
        </>
      )}
      <Line name={t('notional')}>{money(of.notional)}</Line>
      <Line name={t('margin')}>{money(of.margin)}</Line>
      <Line name={t('fee_each_way')}>{money(of.fee, 4)}</Line>
      <Line name={t('spread_cost')}>{money(of.spreadCost, 4)}</Line>
      <Line name={t('cost')}>
        <span className="font-semibold">{money(of.cost)}</span>
      </Line>
      <Line name={t('liquidation')}>
        {of.liquidation === null ? (
          '–'
        ) : (
          <Num value={format(of.liquidation)} form="fixed" decimals={decimals} />
        )}
      </Line>
      <Line name={t('at_risk')}>{money(of.atRisk)}</Line>
      <Line name={t('balance_after')}>{money(of.after)}</Line>
    </dl>
  );
}

const fieldsOf = (form: Form, market: Quotation, side: Side) => ({
  ...{ currency_id: market.currency_id, legal_id: market.legal_id, type: side === 'long' ? 1 : 2 },
  ...{
    status: form.kind === 'market' ? 1 : 0,
    share: form.lots,
    multiple: form.multiple,
    margin_mode: form.mode,
  },
  ...(form.kind === 'limit' ? { target_price: form.target } : {}),
  ...(form.takeProfit === '' ? {} : { target_profit_price: form.takeProfit }),
  ...(form.stopLoss === '' ? {} : { stop_loss_price: form.stopLoss }),
});

function Prices({
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

function Settings({
  form,
  set,
  deal,
}: {
  readonly form: Form;
  readonly set: (change: Partial<Form>) => void;
  readonly deal: Deal | undefined;
}) {
  const t = useText(contractText);
  const list = deal?.multiple.muit.map(({ value }) => value) ?? [form.multiple];
  const allowed = list.filter((value) => value <= (deal?.multiple_max ?? value));
  return (
    <>
      <Tabs
        look="block"
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
          options={allowed.map((value) => ({ id: String(value), label: `${value}×` }))}
          value={String(form.multiple)}
          onChange={(value) => set({ multiple: Number(value) })}
        />
      </div>
    </>
  );
}

/** Why nothing can be opened now. */
function stateText(t: Translate<typeof en>, { state }: Deal): string {
  switch (state) {
    case 'open':
      return '';
    case 'close_only':
      return t('state_close_only');
    case 'halted':
      return t('state_halted');
    case 'closed':
      return t('state_closed');
    case 'stale':
      return t('state_stale');
  }
}

/** What is free for margin, with the ways to more of it and to the calculator. */
function Funds({ market, deal }: Pick<TicketProps, 'market' | 'deal'>) {
  const t = useText(contractText);
  const [calculating, setCalculating] = useState(false);
  return (
    <>
      <div className="flex items-center justify-between text-xs">
        <span className="text-muted">{t('available')}</span>
        <span className="flex items-center">
          <Num value={deal?.user_lever} form="fixed" decimals={2} unit={market.legal_name} />
          <Go
            to="/pages/fund/transfer"
            search={{ to: 'lever', currency: market.legal_id }}
            aria-label={t('top_up')}
            className="-my-3 grid size-11 place-items-center text-gold-ink"
          >
            <Plus className="size-4" />
          </Go>
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

/** A button for each side, or the way in. */
function Sides({
  closed,
  busy,
  onAsk,
}: {
  readonly closed: boolean;
  readonly busy: boolean;
  readonly onAsk: (side: Side) => void;
}) {
  const t = useText(contractText);
  const loggedIn = useSession((state) => state.token !== null);
  if (!loggedIn)
    return (
      <Button wide onClick={() => withLogin(() => undefined)}>
        {t('login_to_trade')}
      </Button>
    );
  return (
    <div className="grid grid-cols-2 gap-2">
      <Button look="up" disabled={closed} busy={busy} onClick={() => onAsk('long')}>
        {t('buy_long')}
      </Button>
      <Button look="down" disabled={closed} busy={busy} onClick={() => onAsk('short')}>
        {t('sell_short')}
      </Button>
    </div>
  );
}

/** Asks once more, with everything that the side asked for would come to. */
function Confirmation({
  asking,
  of,
  form,
  market,
  onClose,
  onConfirm,
}: {
  readonly asking: Side | null;
  readonly of: Estimate | undefined;
  readonly form: Form;
  readonly market: Quotation;
  readonly onClose: () => void;
  readonly onConfirm: (side: Side) => void;
}) {
  const t = useText(contractText);
  return (
    <Dialog
      open={asking !== null && of !== undefined}
      onClose={onClose}
      title={t(asking === 'short' ? 'confirm_short' : 'confirm_long', { symbol: symbolOf(market) })}
      confirm={t(asking === 'short' ? 'sell_short' : 'buy_long')}
      look={asking === 'short' ? 'down' : 'up'}
      onConfirm={() => {
        if (asking) onConfirm(asking);
      }}
    >
      <div className="flex flex-col gap-3 text-ink">
        <p className="text-sm text-muted">{`${t(form.kind)} · ${t(form.mode)} · ${form.multiple}×`}</p>
        {of && <Summary of={of} market={market} full />}
        <p className="text-xs text-muted">{t('house_note')}</p>
      </div>
    </Dialog>
  );
}

/** Opens contracts: how, how much, what it costs, and a button for each side. */
export function ContractTicket(props: TicketProps) {
  const { market, deal } = props;
  const t = useText(contractText);
  const loggedIn = useSession((state) => state.token !== null);
  const [form, setForm] = useState<Form>(EMPTY);
  const [asking, setAsking] = useState<Side | null>(null);
  const set = (change: Partial<Form>): void => setForm((old) => ({ ...old, ...change }));
  const submit = useAction('lever/submit', {
    outdates: ['lever/deal', 'lever/my_trade', 'wallet/list'],
    onDone: (position) => {
      toast(t(position.status === 0 ? 'order_waits' : 'opened'), 'good');
      set({ takeProfit: '', stopLoss: '' });
    },
  });
  const ask = (side: Side): void => {
    if (estimateOf(props, form, side)) setAsking(side);
    else toast(t('enter_numbers'), 'bad');
  };
  const long = estimateOf(props, form, 'long');
  const asked = asking === null ? undefined : estimateOf(props, form, asking);
  const closed = deal !== undefined && deal.state !== 'open';
  return (
    <section aria-label={t('ticket')} className="flex flex-col gap-2">
      <Settings form={form} set={set} deal={deal} />
      <Prices form={form} set={set} market={market} />
      {loggedIn && <Funds market={market} deal={deal} />}
      {long && <Summary of={long} market={market} full={false} />}
      {closed && (
        <p role="status" className="rounded-md bg-gold-soft px-3 py-2 text-xs text-gold-ink">
          {stateText(t, deal)}
        </p>
      )}
      <Sides closed={closed} busy={submit.isPending} onAsk={ask} />
      <Confirmation
        asking={asking}
        of={asked}
        form={form}
        market={market}
        onClose={() => setAsking(null)}
        onConfirm={(side) => {
          submit.mutate(fieldsOf(form, market, side));
          setAsking(null);
        }}
      />
    </section>
  );
}
