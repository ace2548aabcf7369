import { Plus, SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { format } from '@karat/money';
import { formatNumber } from '../../../lib/format.ts';
import type { Quotation } from '../../../lib/markets.ts';
import { withLogin } from '../../../lib/navigation.ts';
import { useSession } from '../../../lib/session.ts';
import { useLocale, useText } from '../../../lib/text.ts';
import { Button, FormError, Link, IconButton, Num, Sheet, Switch } from '../../../ui/index.ts';
import { setTrade, useTradeSettings } from '../settings.ts';
import { tradeText } from '../text.ts';
import { Confirm } from './Confirm.tsx';
import { InsufficientFunds } from './InsufficientFunds.tsx';
import { Fields, SideSwitch, TypeSelect, Validity } from './Fields.tsx';
import type { Edit, Form } from './form.ts';
import { usePlace } from './use-place.ts';
import type { RefusalField } from './use-place.ts';
import type { Problem } from './problems.ts';
import { SummaryLines } from './Summary.tsx';
import { useTicket } from './use-ticket.ts';
import type { Ticket } from './use-ticket.ts';
import { problemText } from './labels.ts';

function Available({ ticket, market }: { readonly ticket: Ticket; readonly market: Quotation }) {
  const t = useText(tradeText);
  const { form, conditions } = ticket;
  const buys = form.side === 'buy';
  const available = conditions.funds?.[buys ? 'quote' : 'base'];
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-1 text-xs">
      <span className="text-muted">{t('available')}</span>
      <span className="flex min-w-0 items-center">
        <Num
          value={available === undefined ? null : format(available)}
          unit={buys ? market.legal_name : market.currency_name}
          className="text-end wrap-anywhere whitespace-normal!"
        />
        <Link
          to="/pages/fund/transfer"
          search={{ to: 'change', currency: buys ? market.legal_id : market.currency_id }}
          aria-label={t('top_up')}
          className="-my-3 -me-3 grid size-11 place-items-center text-gold-ink"
        >
          <Plus className="size-4" />
        </Link>
      </span>
    </div>
  );
}

/** What the account lacks for an order. */
function Missing({ side, market }: { readonly side: Form['side']; readonly market: Quotation }) {
  const t = useText(tradeText);
  const [currency, id] =
    side === 'buy' ? [market.legal_name, market.legal_id] : [market.currency_name, market.currency_id];
  return <InsufficientFunds text={t('not_enough', { currency })} to="change" currency={id} />;
}

/** Whether orders are confirmed before they are sent. */
function TicketSettings() {
  const t = useText(tradeText);
  const [open, setOpen] = useState(false);
  const confirm = useTradeSettings((settings) => settings.confirm);
  return (
    <>
      <IconButton label={t('ticket_settings')} onClick={() => setOpen(true)} className="-me-2 text-muted">
        <SlidersHorizontal />
      </IconButton>
      <Sheet open={open} onClose={() => setOpen(false)} title={t('ticket_settings')}>
        <Switch
          label={t('confirm_orders')}
          hint={t('confirm_orders_hint')}
          on={confirm}
          onSwitch={(on) => setTrade({ confirm: on })}
        />
      </Sheet>
    </>
  );
}

/** Validation errors by field; missing input is reported only after a submit. */
function useErrorAt(
  { form, problem }: Ticket,
  market: Quotation,
  tried: Form | null,
  refusalAt: (field: RefusalField) => string | null,
) {
  const t = useText(tradeText);
  const locale = useLocale();
  // An insufficient balance is shown with the way to fill it, not at the field.
  const atField = problem && problem.type !== 'not_enough' ? problem : null;
  const visible = atField && (atField.type !== 'enter' || tried === form) ? atField : null;
  const names = { base: market.currency_name, quote: market.legal_name };
  const refusal = (field: Problem['field']): string | undefined =>
    field === 'market' ? undefined : (refusalAt(field === 'total' ? 'amount' : field) ?? undefined);
  return (...fields: readonly Problem['field'][]): string | undefined =>
    visible && fields.includes(visible.field)
      ? problemText(visible, t, (value) => formatNumber(value, { kind: 'full' }, locale), names)
      : fields.map(refusal).find((text) => text !== undefined);
}

/** The button of the side, or the login. */
function Submit({
  side,
  coin,
  busy,
  onSubmit,
}: {
  readonly side: Form['side'];
  readonly coin: string;
  readonly busy: boolean;
  readonly onSubmit: () => void;
}) {
  const t = useText(tradeText);
  const loggedIn = useSession((state) => state.token !== null);
  if (!loggedIn)
    return (
      <Button wide onClick={() => withLogin(() => undefined)}>
        {t('login_to_trade')}
      </Button>
    );
  return (
    <Button variant={side === 'buy' ? 'up' : 'down'} wide busy={busy} onClick={onSubmit}>
      {t(side === 'buy' ? 'buy_coin' : 'sell_coin', { coin })}
    </Button>
  );
}

/** The order ticket: type, price, size, costs, button. */
export function TicketPanel({
  market,
  form,
  change: changeForm,
}: {
  readonly market: Quotation;
  readonly form: Form;
  readonly change: (edit: Edit) => void;
}) {
  const t = useText(tradeText);
  const { place, pending, refused } = usePlace(market, () => changeForm({ type: 'placed' }));
  const change = (edit: Edit): void => {
    refused.forget();
    changeForm(edit);
  };
  const ticket = useTicket(market, form, change);
  const confirm = useTradeSettings((settings) => settings.confirm);
  const loggedIn = useSession((state) => state.token !== null);
  const [tried, setTried] = useState<Form | null>(null);
  const [asking, setAsking] = useState(false);
  const errorAt = useErrorAt(ticket, market, tried, refused.errorOf);
  const buys = form.side === 'buy';
  const wrong = errorAt('market');
  const send = (): void => {
    setAsking(false);
    place(form);
  };
  const submit = (): void => {
    setTried(form);
    if (ticket.problem) return;
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
        <TicketSettings />
      </div>
      <Fields ticket={ticket} market={market} errorAt={errorAt} />
      <Validity form={form} change={change} />
      {loggedIn && <Available ticket={ticket} market={market} />}
      {ticket.problem?.type === 'not_enough' && <Missing side={form.side} market={market} />}
      <SummaryLines ticket={ticket} market={market} />
      <FormError text={refused.error} />
      {wrong !== undefined && (
        <p role="alert" className="text-xs text-bad-ink">
          {wrong}
        </p>
      )}
      <Submit side={form.side} coin={market.currency_name} busy={pending} onSubmit={submit} />
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={send}
        ticket={ticket}
        market={market}
      />
    </section>
  );
}
