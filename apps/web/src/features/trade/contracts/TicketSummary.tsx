import { Plus } from 'lucide-react';
import { ZERO, format } from '@karat/money';
import type { Amount, Price } from '@karat/money';
import { maxLossWithStop } from '@karat/rules';
import type { OrderEstimate, PositionSide } from '@karat/rules';
import type { Quotation } from '../../../lib/markets.ts';
import { useText } from '../../../lib/text.ts';
import { Dialog, Fact, Folded, FormError, Link, LinkButton, Num } from '../../../ui/index.ts';
import { symbolOf, tickDecimals } from '../market.ts';
import { contractText } from './text.ts';
import { CouponTerms } from './TicketCoupon.tsx';
import { couponOf, lotsOf, maxLots, sizeText, stopResults } from './ticket-form.ts';
import type { Form, TicketProps } from './ticket-form.ts';

/** Money of the quote currency. */
function useMoney(market: Quotation) {
  return (value: Amount | Price, decimals = 2, signed = false) => (
    <Num
      value={format(value)}
      form="fixed"
      decimals={decimals}
      unit={market.legal_name}
      signed={signed}
      intent={signed ? 'auto' : 'plain'}
    />
  );
}

const transferTo = (market: Quotation) =>
  ({ to: '/pages/fund/transfer', search: { to: 'lever', currency: market.legal_id } }) as const;

/** What is missing for the margin, and the way to get it; or that the coupon does not cover it. */
export function InsufficientMargin({ form, market }: { readonly form: Form; readonly market: Quotation }) {
  const t = useText(contractText);
  if (form.couponId !== null) return <FormError text={t('coupon_small')} />;
  return (
    <div
      role="alert"
      // Words stay whole: beside a long one the button moves to a line of its own.
      className="flex min-h-11 flex-wrap items-center justify-between gap-x-2 rounded-md bg-bad-soft ps-3 text-xs wrap-break-word text-bad-ink"
    >
      <span className="flex-1 basis-0 py-1">{t('insufficient')}</span>
      <LinkButton {...transferTo(market)} variant="quiet" size="sm" className="-ms-3">
        {t('transfer')}
      </LinkButton>
    </div>
  );
}

/** Available margin, maximum size, and the cost of what is entered. */
export function Costs({
  form,
  estimate,
  ...props
}: TicketProps & { readonly form: Form; readonly estimate: OrderEstimate | undefined }) {
  const t = useText(contractText);
  const { market, deal } = props;
  const money = useMoney(market);
  const unit = { lots: t('lots'), base: market.currency_name, quote: market.legal_name }[form.unit];
  return (
    <div className="flex flex-col gap-1 text-xs">
      <p className="flex items-center justify-between gap-1">
        <span className="text-muted">{t(form.couponId === null ? 'available' : 'coupon_available')}</span>
        <span className="flex min-w-0 items-center">
          <Num value={deal?.user_lever} form="fixed" decimals={2} unit={market.legal_name} />
          {form.couponId === null && (
            <Link
              {...transferTo(market)}
              aria-label={t('top_up')}
              className="-my-3 -me-3 grid size-11 shrink-0 place-items-center text-gold-ink"
            >
              <Plus className="size-4" />
            </Link>
          )}
        </span>
      </p>
      <dl className="flex flex-col gap-1">
        <Fact name={t('max_open')}>
          <Num value={sizeText(props, form, maxLots(props, form), form.unit) || '0'} unit={unit} />
        </Fact>
        <Fact name={t('cost')}>{estimate ? money(estimate.cost) : '–'}</Fact>
      </dl>
    </div>
  );
}

/** Results at take-profit and stop-loss after fees, where they are set. */
function StopFacts({
  form,
  estimate,
  market,
  side,
  withPrices = false,
}: {
  readonly form: Form;
  readonly estimate: OrderEstimate;
  readonly market: Quotation;
  readonly side: PositionSide;
  /** Shows the levels too. */
  readonly withPrices?: boolean;
}) {
  const t = useText(contractText);
  const money = useMoney(market);
  const { takeProfit, stopLoss } = stopResults(market, form, side, estimate);
  const decimals = tickDecimals(market);
  return (
    <>
      {takeProfit !== undefined && (
        <Fact name={t('at_tp')}>
          {withPrices && (
            <Num value={form.takeProfit} form="fixed" decimals={decimals} className="text-muted" />
          )}{' '}
          {money(takeProfit, 2, true)}
        </Fact>
      )}
      {stopLoss !== undefined && (
        <Fact name={t('at_sl')}>
          {withPrices && (
            <Num value={form.stopLoss} form="fixed" decimals={decimals} className="text-muted" />
          )}{' '}
          {money(stopLoss, 2, true)}
        </Fact>
      )}
    </>
  );
}

/** Results of the entered stops for the one side they fit. */
export function StopPreview({
  form,
  market,
  side,
  estimate,
}: {
  readonly form: Form;
  readonly market: Quotation;
  readonly side: PositionSide | undefined;
  readonly estimate: OrderEstimate | undefined;
}) {
  if (!form.withStops || side === undefined || !estimate) return null;
  return (
    <dl className="flex flex-col gap-1 text-xs" aria-live="polite">
      <StopFacts form={form} estimate={estimate} market={market} side={side} />
    </dl>
  );
}

interface ConfirmationProps extends TicketProps {
  readonly asking: PositionSide | null;
  readonly estimate: OrderEstimate | undefined;
  readonly form: Form;
  readonly onClose: () => void;
  readonly onConfirm: (side: PositionSide) => void;
}

/** What can be lost of the own money. */
function OwnRisk({
  estimate,
  stopLoss,
  market,
}: {
  readonly estimate: OrderEstimate;
  readonly stopLoss: Amount | undefined;
  readonly market: Quotation;
}) {
  const t = useText(contractText);
  const money = useMoney(market);
  return (
    <Fact name={t(stopLoss === undefined ? 'at_risk' : 'at_risk_stop')}>
      <span className="font-semibold">
        {money(stopLoss === undefined ? estimate.maxLoss : maxLossWithStop(estimate.maxLoss, stopLoss))}
      </span>
    </Fact>
  );
}

/** Figures of the confirmation: what it costs and what can be lost, the parts folded. */
function ConfirmationFacts({
  estimate,
  form,
  side,
  ...props
}: TicketProps & {
  readonly estimate: OrderEstimate;
  readonly form: Form;
  readonly side: PositionSide;
}) {
  const t = useText(contractText);
  const { market } = props;
  const money = useMoney(market);
  const { takeProfit, stopLoss } = stopResults(market, form, side, estimate);
  const lots = lotsOf(props, form);
  const isOwn = form.couponId === null;
  const cost = <Fact name={t('cost')}>{money(estimate.cost)}</Fact>;
  const after = isOwn && <Fact name={t('balance_after')}>{money(estimate.after)}</Fact>;
  // At most six facts: results at the stops take the place of what follows from the others.
  const hasStops = takeProfit !== undefined || stopLoss !== undefined;
  return (
    <>
      <dl className="flex flex-col gap-1.5 text-sm">
        <Fact name={t('open_price')}>{money(estimate.price, tickDecimals(market))}</Fact>
        <Fact name={t('quantity')}>
          <Num value={format(estimate.quantity)} unit={market.currency_name} />
          {lots !== undefined && (
            <span className="text-muted"> · {t('lots_count', { count: Number(format(lots)) })}</span>
          )}
        </Fact>
        {!hasStops && cost}
        <Fact name={t('liquidation')}>
          {estimate.liquidation === undefined ? '–' : money(estimate.liquidation, market.index_decimals)}
        </Fact>
        <StopFacts form={form} estimate={estimate} market={market} side={side} withPrices />
        {isOwn ? (
          <OwnRisk estimate={estimate} stopLoss={stopLoss} market={market} />
        ) : (
          <Fact name={t('coupon_loss')}>
            <span className="font-semibold">{money(ZERO)}</span>
          </Fact>
        )}
        {!hasStops && after}
      </dl>
      <Folded title={t('details')}>
        <dl className="flex flex-col gap-1.5">
          {hasStops && cost}
          {hasStops && after}
          <Fact name={t('notional')}>{money(estimate.notional)}</Fact>
          <Fact name={t('margin')}>{money(estimate.margin)}</Fact>
          <Fact name={t('fee_each_way')}>{money(estimate.fee, 4)}</Fact>
          <Fact name={t('spread_cost')}>{money(estimate.spreadCost, 4)}</Fact>
        </dl>
        <p className="mt-2 text-xs text-muted">{t('house_note')}</p>
      </Folded>
    </>
  );
}

/** Confirmation of an order with the estimate of its side. */
export function Confirmation({ asking, estimate, form, onClose, onConfirm, ...props }: ConfirmationProps) {
  const t = useText(contractText);
  const isShort = asking === 'short';
  const coupon = couponOf(props, form);
  return (
    <Dialog
      open={asking !== null && estimate !== undefined}
      onClose={onClose}
      title={t(isShort ? 'confirm_short' : 'confirm_long', { symbol: symbolOf(props.market) })}
      confirm={t(isShort ? 'sell_short' : 'buy_long')}
      variant={isShort ? 'down' : 'up'}
      onConfirm={() => {
        if (asking) onConfirm(asking);
      }}
    >
      <div className="flex flex-col gap-3 text-ink">
        <p className="text-sm text-muted">{`${t(form.kind)} · ${t(form.mode)} · ${form.multiple}×`}</p>
        {coupon && <CouponTerms coupon={coupon} />}
        {estimate && asking && <ConfirmationFacts {...props} estimate={estimate} form={form} side={asking} />}
      </div>
    </Dialog>
  );
}
