import { format, minus, percentFromRate, roundDown, roundUp } from '@karat/money';
import type { Amount, Rate } from '@karat/money';
import { formatNumber } from '../../../lib/format.ts';
import type { Quotation } from '../../../lib/markets.ts';
import { useLocale, useText } from '../../../lib/text.ts';
import { Fact, Num } from '../../../ui/index.ts';
import { tickDecimals } from '../market.ts';
import { tradeText } from '../text.ts';
import type { Ticket } from './use-ticket.ts';

/** Readable decimals of an estimate. */
const SHOWN_DECIMALS = 8;

function useRatePercent(): (rate: Rate) => string {
  const locale = useLocale();
  return (rate) => formatNumber(format(percentFromRate(rate)), { kind: 'rate' }, locale);
}

/** Costs and proceeds of the order before it is sent. */
export function SummaryLines({
  ticket,
  market,
  withRate = false,
}: {
  readonly ticket: Ticket;
  readonly market: Quotation;
  /** Names the rate of the fee. */
  readonly withRate?: boolean;
}) {
  const t = useText(tradeText);
  const percent = useRatePercent();
  const { form, summary } = ticket;
  if (!summary) return null;
  const buys = form.side === 'buy';
  const base = { unit: market.currency_name };
  // Money has its cents.
  const quote = { unit: market.legal_name, form: 'coin', decimals: SHOWN_DECIMALS } as const;
  const [spent, received] = buys ? [quote, base] : [base, quote];
  // What is paid is rounded up, what is received or left is cut.
  const paid = (value: Amount): string => format(roundUp(value, SHOWN_DECIMALS));
  const shown = (value: Amount): string => format(roundDown(value, SHOWN_DECIMALS));
  const role = t(summary.takes ? 'taker' : 'maker');
  const limited = buys && form.orderType !== 'market';
  return (
    <div className="flex flex-col gap-1 text-xs">
      <dl className="flex flex-col gap-1">
        <Fact name={buys ? t(limited ? 'at_most' : 'cost') : t('you_give')}>
          <Num value={paid(summary.spend)} {...spent} />
        </Fact>
        <Fact name={withRate ? t('fee_at', { rate: percent(summary.feeRate), role }) : t('est_fee')}>
          <Num value={format(summary.fee)} {...received} />
        </Fact>
        <Fact name={t('you_receive')}>
          <Num value={shown(minus(summary.receive, summary.fee))} {...received} />
        </Fact>
        {form.orderType === 'market' && summary.taking && summary.taking.worst !== null && (
          <Fact name={t('worst_price')}>
            <Num
              value={format(summary.taking.worst)}
              form="tick"
              decimals={tickDecimals(market)}
              unit={market.legal_name}
            />
          </Fact>
        )}
        {summary.after !== undefined && summary.after >= 0n && (
          <Fact name={t('balance_after')}>
            <Num value={shown(summary.after)} {...spent} />
          </Fact>
        )}
      </dl>
      {form.orderType === 'market' && summary.taking?.complete === false && (
        <p className="text-bad-ink">{t('thin_book')}</p>
      )}
      {(form.orderType === 'stop_market' || form.orderType === 'stop_limit') && (
        <p className="text-muted">{t('stop_note')}</p>
      )}
      {form.orderType === 'oco' && <p className="text-muted">{t('oco_note')}</p>}
    </div>
  );
}
