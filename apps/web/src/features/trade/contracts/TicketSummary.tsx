import { Plus } from 'lucide-react';
import { format } from '@karat/money';
import type { Amount, Price } from '@karat/money';
import type { OrderEstimate, PositionSide } from '@karat/rules';
import type { Quotation } from '../../../lib/markets.ts';
import { useText } from '../../../lib/text.ts';
import { Fact, FormError, Link, Num } from '../../../ui/index.ts';
import { tickDecimals } from '../market.ts';
import { InsufficientFunds } from '../ticket/InsufficientFunds.tsx';
import { tradeText } from '../text.ts';
import { contractText } from './text.ts';
import { estimateOf, maxLots, priceOf, sizeText, stopResults, withStopPrices } from './ticket-form.ts';
import type { Form, TicketProps } from './ticket-form.ts';
import { SIDES, sidesOfStops } from './ticket-problems.ts';

/** Money and prices in the quote currency of a market, each rounded as its kind is. */
export function moneyOf(market: Quotation) {
  const unit = market.legal_name;
  return {
    /** What is there. */
    balance: (value: Amount) => <Num value={format(value)} form="fixed" decimals={2} unit={unit} />,
    /** What is paid or can be lost. */
    cost: (value: Amount, decimals = 2) => (
      <Num value={format(value)} form="cost" decimals={decimals} unit={unit} />
    ),
    result: (value: Amount) => (
      <Num value={format(value)} form="result" decimals={2} unit={unit} signed intent="auto" />
    ),
    price: (value: Price) => (
      <Num value={format(value)} form="tick" decimals={tickDecimals(market)} unit={unit} />
    ),
  };
}
const transferTo = (market: Quotation) =>
  ({ to: '/pages/fund/transfer', search: { to: 'lever', currency: market.legal_id } }) as const;

/** What is missing for the margin, and the way to get it; or that the coupon does not cover it. */
export function InsufficientMargin({ form, market }: { readonly form: Form; readonly market: Quotation }) {
  const t = useText(contractText);
  if (form.couponId !== null) return <FormError text={t('coupon_small')} />;
  return <InsufficientFunds text={t('insufficient')} to="lever" currency={market.legal_id} />;
}

/** Available margin, maximum size, and the cost of what is entered. */
export function Costs({
  form,
  estimate,
  ...props
}: TicketProps & { readonly form: Form; readonly estimate: OrderEstimate | undefined }) {
  const t = useText(contractText);
  const trade = useText(tradeText);
  const { market, deal } = props;
  const money = moneyOf(market);
  const unit = { lots: t('lots'), base: market.currency_name, quote: market.legal_name }[form.unit];
  return (
    <div className="flex flex-col gap-1 text-xs">
      <p className="flex items-center justify-between gap-1">
        <span className="text-muted">
          {form.couponId === null ? trade('available') : t('coupon_available')}
        </span>
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
          <Num value={deal && (sizeText(props, form, maxLots(props, form), form.unit) || '0')} unit={unit} />
        </Fact>
        <Fact name={t('cost')}>{estimate ? money.cost(estimate.cost) : '–'}</Fact>
      </dl>
    </div>
  );
}

/** Results at the prices of take-profit and stop-loss after fees, where they are set. */
export function StopFacts({
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
  const money = moneyOf(market);
  const { takeProfit, stopLoss } = stopResults(market, form, side, estimate);
  const decimals = tickDecimals(market);
  return (
    <>
      {takeProfit !== undefined && (
        <Fact name={t('at_tp')}>
          {withPrices && (
            <Num value={form.takeProfit} form="tick" decimals={decimals} className="text-muted" />
          )}{' '}
          {money.result(takeProfit)}
        </Fact>
      )}
      {stopLoss !== undefined && (
        <Fact name={t('at_sl')}>
          {withPrices && <Num value={form.stopLoss} form="tick" decimals={decimals} className="text-muted" />}{' '}
          {money.result(stopLoss)}
        </Fact>
      )}
    </>
  );
}

/** Prices of stops that are given in percent, of each side that the order may take. */
function StopPrices({ form, ...props }: TicketProps & { readonly form: Form }) {
  const t = useText(contractText);
  const { market } = props;
  const money = moneyOf(market);
  const shown = SIDES.flatMap((side) => {
    const { takeProfit, stopLoss } = withStopPrices(props, form, side);
    return [
      { name: `${t(side)} · ${t('tp')}`, level: priceOf(takeProfit) },
      { name: `${t(side)} · ${t('sl')}`, level: priceOf(stopLoss) },
    ];
  });
  return (
    <dl className="flex flex-col gap-1 text-xs" aria-live="polite">
      {shown.map(
        ({ name, level }) =>
          level !== undefined && (
            <Fact key={name} name={name}>
              {money.price(level)}
            </Fact>
          ),
      )}
    </dl>
  );
}

/** Results of the entered stops for the one side that their prices fit; of percentages the prices of both sides. */
export function StopPreview({ form, ...props }: TicketProps & { readonly form: Form }) {
  if (!form.withStops) return null;
  if (form.stopsBy !== 'price') return <StopPrices {...props} form={form} />;
  const { market } = props;
  const [side, other] = sidesOfStops(props, form);
  const estimate = side && other === undefined ? estimateOf(props, form, side) : undefined;
  if (side === undefined || !estimate) return null;
  return (
    <dl className="flex flex-col gap-1 text-xs" aria-live="polite">
      <StopFacts form={form} estimate={estimate} market={market} side={side} />
    </dl>
  );
}
