import { format } from '@karat/money';
import type { Amount } from '@karat/money';
import type { OrderEstimate, PositionSide } from '@karat/rules';
import type { Quotation } from '../../../lib/markets.ts';
import { useText } from '../../../lib/text.ts';
import { Dialog, Fact, Num } from '../../../ui/index.ts';
import { symbolOf, tickDecimals } from '../market.ts';
import { contractText } from './text.ts';
import type { Form } from './ticket-form.ts';

/** Costs and risks before confirming. */
export function Summary({
  estimate,
  market,
  full = false,
  own,
}: {
  readonly estimate: OrderEstimate;
  readonly market: Quotation;
  readonly full?: boolean;
  /** Whether the user is logged in: the maximum loss depends on the balance. */
  readonly own: boolean;
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
          <Fact name={t('open_price')}>
            <Num value={format(estimate.price)} form="fixed" decimals={decimals} unit={unit} />
          </Fact>
          <Fact name={t('quantity')}>
            <Num value={format(estimate.quantity)} unit={market.currency_name} />
          </Fact>
        </>
      )}
      <Fact name={t('notional')}>{money(estimate.notional)}</Fact>
      <Fact name={t('margin')}>{money(estimate.margin)}</Fact>
      <Fact name={t('fee_each_way')}>{money(estimate.fee, 4)}</Fact>
      <Fact name={t('spread_cost')}>{money(estimate.spreadCost, 4)}</Fact>
      <Fact name={t('cost')}>
        <span className="font-semibold">{money(estimate.cost)}</span>
      </Fact>
      {own && (
        <>
          <Fact name={t('liquidation')}>
            {estimate.liquidation === undefined ? (
              '–'
            ) : (
              <Num value={format(estimate.liquidation)} form="fixed" decimals={market.index_decimals} />
            )}
          </Fact>
          <Fact name={t('at_risk')}>{money(estimate.maxLoss)}</Fact>
          <Fact name={t('balance_after')}>{money(estimate.after)}</Fact>
        </>
      )}
    </dl>
  );
}

/** Confirmation of an order with the estimate of its side. */
export function Confirmation({
  asking,
  estimate,
  form,
  market,
  onClose,
  onConfirm,
}: {
  readonly asking: PositionSide | null;
  readonly estimate: OrderEstimate | undefined;
  readonly form: Form;
  readonly market: Quotation;
  readonly onClose: () => void;
  readonly onConfirm: (side: PositionSide) => void;
}) {
  const t = useText(contractText);
  return (
    <Dialog
      open={asking !== null && estimate !== undefined}
      onClose={onClose}
      title={t(asking === 'short' ? 'confirm_short' : 'confirm_long', { symbol: symbolOf(market) })}
      confirm={t(asking === 'short' ? 'sell_short' : 'buy_long')}
      variant={asking === 'short' ? 'down' : 'up'}
      onConfirm={() => {
        if (asking) onConfirm(asking);
      }}
    >
      <div className="flex flex-col gap-3 text-ink">
        <p className="text-sm text-muted">{`${t(form.kind)} · ${t(form.mode)} · ${form.multiple}×`}</p>
        {estimate && <Summary estimate={estimate} market={market} full own />}
        <p className="text-xs text-muted">{t('house_note')}</p>
      </div>
    </Dialog>
  );
}
