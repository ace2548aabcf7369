import { ZERO, format } from '@karat/money';
import type { Amount } from '@karat/money';
import { maxLossWithStop } from '@karat/rules';
import type { OrderEstimate, PositionSide } from '@karat/rules';
import { formatDate, formatNumber } from '../../../lib/format.ts';
import type { Quotation } from '../../../lib/markets.ts';
import { useLocale, useText } from '../../../lib/text.ts';
import { Callout, Dialog, Fact, Folded, Num } from '../../../ui/index.ts';
import { symbolOf, tickDecimals } from '../market.ts';
import { liquidationAt } from './liquidation.ts';
import { tradeText } from '../text.ts';
import { contractText } from './text.ts';
import { couponOf, lotsOf, stopResults } from './ticket-form.ts';
import type { Form, TicketCoupon, TicketProps } from './ticket-form.ts';
import { StopFacts, moneyOf } from './TicketSummary.tsx';

/** What a coupon allows, and that own money cannot be lost. */
function CouponTerms({ coupon }: { readonly coupon: TicketCoupon }) {
  const t = useText(contractText);
  const locale = useLocale();
  return (
    <Callout>
      <span className="font-semibold">{t('coupon_safe')}</span>{' '}
      {t('coupon_terms', {
        face: formatNumber(coupon.face, { kind: 'full' }, locale),
        multiple: coupon.multiple_max,
        hours: coupon.hold_hours,
        date: formatDate(coupon.expires_ms, locale),
      })}
    </Callout>
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
  const trade = useText(tradeText);
  const money = moneyOf(market);
  return (
    <Fact name={stopLoss === undefined ? trade('max_loss') : t('at_risk_stop')}>
      <span className="font-semibold">
        {money.cost(stopLoss === undefined ? estimate.maxLoss : maxLossWithStop(estimate.maxLoss, stopLoss))}
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
  const trade = useText(tradeText);
  const { market } = props;
  const money = moneyOf(market);
  const { takeProfit, stopLoss } = stopResults(market, form, side, estimate);
  const lots = lotsOf(props, form);
  const isOwn = form.couponId === null;
  const cost = <Fact name={t('cost')}>{money.cost(estimate.cost)}</Fact>;
  const after = isOwn && <Fact name={trade('balance_after')}>{money.balance(estimate.after)}</Fact>;
  // At most six facts: results at the stops take the place of what follows from the others.
  const hasStops = takeProfit !== undefined || stopLoss !== undefined;
  return (
    <>
      <dl className="flex flex-col gap-1.5 text-sm">
        <Fact name={t('open_price')}>{money.price(estimate.price)}</Fact>
        <Fact name={trade('amount')}>
          <Num value={format(estimate.quantity)} unit={market.currency_name} />
          {lots !== undefined && (
            <span className="text-muted"> · {t('lots_count', { count: Number(format(lots)) })}</span>
          )}
        </Fact>
        {!hasStops && cost}
        <Fact name={t('liquidation')}>
          {estimate.liquidation === undefined
            ? '–'
            : money.price(liquidationAt(estimate.liquidation, estimate.price, tickDecimals(market)))}
        </Fact>
        <StopFacts form={form} estimate={estimate} market={market} side={side} withPrices />
        {isOwn ? (
          <OwnRisk estimate={estimate} stopLoss={stopLoss} market={market} />
        ) : (
          <Fact name={t('coupon_loss')}>
            <span className="font-semibold">{money.balance(ZERO)}</span>
          </Fact>
        )}
        {!hasStops && after}
      </dl>
      <Folded title={t('details')}>
        <dl className="flex flex-col gap-1.5">
          {hasStops && cost}
          {hasStops && after}
          <Fact name={t('notional')}>{money.balance(estimate.notional)}</Fact>
          <Fact name={t('margin')}>{money.cost(estimate.margin)}</Fact>
          <Fact name={t('fee_each_way')}>{money.cost(estimate.fee, 4)}</Fact>
          <Fact name={t('spread_cost')}>{money.cost(estimate.spreadCost, 4)}</Fact>
        </dl>
        <p className="mt-2 text-xs text-muted">{t('house_note')}</p>
      </Folded>
    </>
  );
}

/** Confirmation of an order with the estimate of its side. */
export default function Confirmation({
  asking,
  estimate,
  form,
  onClose,
  onConfirm,
  ...props
}: ConfirmationProps) {
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
