import { format, minus } from '@karat/money';
import type { Amount } from '@karat/money';
import type { ReactNode } from 'react';
import { formatNumber } from '../../../lib/format.ts';
import type { Quotation } from '../../../lib/markets.ts';
import { useLocale, useText } from '../../../lib/text.ts';
import { Num } from '../../../ui/index.ts';
import { tickDecimals } from '../market.ts';
import { tradeText } from '../text.ts';
import type { Ticket } from './use-ticket.ts';

const Line = ({ name, children }: { readonly name: ReactNode; readonly children: ReactNode }) => (
  <div className="flex items-baseline justify-between gap-2">
    <dt className="text-muted">{name}</dt>
    <dd className="text-end">{children}</dd>
  </div>
);

/** Decimals that a person can read of an amount that is only expected. */
const SHOWN_DECIMALS = 8;

function useRatePercent(): (rate: bigint) => string {
  const locale = useLocale();
  return (rate) => `${formatNumber(format((rate * 100n) as Amount), { kind: 'full' }, locale)}%`;
}

/** What the order costs and brings: said before it is sent. */
export function SummaryLines({ ticket, market }: { readonly ticket: Ticket; readonly market: Quotation }) {
  const t = useText(tradeText);
  const percent = useRatePercent();
  const { form, summary } = ticket;
  if (!summary) return null;
  const buys = form.side === 'buy';
  const [spent, received] = buys
    ? [market.legal_name, market.currency_name]
    : [market.currency_name, market.legal_name];
  const shown = (value: bigint): string => {
    const unit = 10n ** BigInt(10 - SHOWN_DECIMALS);
    return format((value - (value % unit)) as Amount);
  };
  const role = t(summary.takes ? 'taker' : 'maker');
  const limited = buys && form.orderType !== 'market' && form.orderType !== 'stop_market';
  return (
    <dl className="flex flex-col gap-1 text-xs">
      <Line name={buys ? t(limited ? 'at_most' : 'cost') : t('you_give')}>
        <Num value={shown(summary.spend)} unit={spent} />
      </Line>
      <Line name={t('fee_at', { rate: percent(summary.feeRate), role })}>
        <Num value={format(summary.fee)} unit={received} />
      </Line>
      <Line name={t('you_receive')}>
        <Num value={shown(minus(summary.receive, summary.fee))} unit={received} />
      </Line>
      {form.orderType === 'market' && summary.taking && summary.taking.worst !== null && (
        <Line name={t('worst_price')}>
          <Num
            value={format(summary.taking.worst)}
            form="fixed"
            decimals={tickDecimals(market)}
            unit={market.legal_name}
          />
        </Line>
      )}
      {summary.after !== undefined && summary.after >= 0n && (
        <Line name={t('balance_after')}>
          <Num value={shown(summary.after)} unit={spent} />
        </Line>
      )}
      {form.orderType === 'market' && summary.taking?.complete === false && (
        <p className="text-bad-ink">{t('thin_book')}</p>
      )}
      {(form.orderType === 'stop_market' || form.orderType === 'stop_limit') && (
        <p className="text-muted">{t('stop_note')}</p>
      )}
      {form.orderType === 'oco' && <p className="text-muted">{t('oco_note')}</p>}
    </dl>
  );
}
