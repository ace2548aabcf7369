import { format } from '@karat/money';
import { useState } from 'react';
import type { Quotation } from '../../../lib/markets.ts';
import { useText } from '../../../lib/text.ts';
import { Checkbox, Dialog, Fact, Num } from '../../../ui/index.ts';
import { symbolOf, tickDecimals } from '../market.ts';
import { setTrade } from '../settings.ts';
import { tradeText } from '../text.ts';
import { hasLimit, hasStop, readAmount, readPrice } from './form.ts';
import type { Form } from './form.ts';
import { SummaryLines } from './Summary.tsx';
import type { Ticket } from './use-ticket.ts';

/** Size and prices of the order. */
function Asked({ form, market }: { readonly form: Form; readonly market: Quotation }) {
  const t = useText(tradeText);
  const byMoney = form.by === 'total' && !hasLimit(form.orderType);
  const price = (text: string) => (
    <Num
      value={format(readPrice(text))}
      form="tick"
      decimals={tickDecimals(market)}
      unit={market.legal_name}
    />
  );
  return (
    <dl className="flex flex-col gap-1 text-base text-ink">
      <Fact name={t(byMoney ? 'total' : 'amount')}>
        <Num
          value={format(readAmount(byMoney ? form.total : form.amount))}
          unit={byMoney ? market.legal_name : market.currency_name}
        />
      </Fact>
      {hasStop(form.orderType) && <Fact name={t('trigger_price')}>{price(form.stop)}</Fact>}
      {hasLimit(form.orderType) && <Fact name={t('limit_price')}>{price(form.price)}</Fact>}
    </dl>
  );
}

/** Confirms the order in full with its costs, with the choice not to be asked again. */
export function Confirm({
  open,
  onClose,
  onConfirm,
  ticket,
  market,
}: {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
  readonly ticket: Ticket;
  readonly market: Quotation;
}) {
  const t = useText(tradeText);
  const [silent, setSilent] = useState(false);
  const { form } = ticket;
  const buys = form.side === 'buy';
  const confirm = (): void => {
    if (silent) setTrade({ confirm: false });
    onConfirm();
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t(buys ? 'confirm_buy' : 'confirm_sell')}
      confirm={t(buys ? 'buy' : 'sell')}
      variant={buys ? 'up' : 'down'}
      onConfirm={confirm}
    >
      <div className="flex flex-col gap-3">
        <p className="flex flex-wrap items-baseline gap-x-2 text-lg font-semibold text-ink">
          <span>{symbolOf(market)}</span>
          <span className="text-sm font-normal text-muted">{t(form.orderType)}</span>
        </p>
        <Asked form={form} market={market} />
        <div className="border-t border-line pt-3 text-ink">
          <SummaryLines ticket={ticket} market={market} withRate />
        </div>
        <Checkbox label={t('dont_ask')} checked={silent} onCheck={setSilent} className="text-sm" />
      </div>
    </Dialog>
  );
}
