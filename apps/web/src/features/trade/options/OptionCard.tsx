import { OPTION_DIRECTION, OPTION_RESULT, OPTION_STATUS } from '@karat/contract';
import { amount, format, rateFromPercent } from '@karat/money';
import { optionPayout } from '@karat/rules';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { formatTime } from '../../../lib/format.ts';
import { useGet } from '../../../lib/query.ts';
import { useLocale, useText } from '../../../lib/text.ts';
import { useWide } from '../../../lib/wide.ts';
import { Badge, cx, Figure, Num } from '../../../ui/index.ts';
import { countdown } from './form.ts';
import type { Option } from './own-options-store.ts';
import { optionsText } from './text.ts';

/** Direction by arrow, colour and word. */
export function Direction({ order, className }: { readonly order: Option; readonly className?: string }) {
  const t = useText(optionsText);
  const up = order.type === OPTION_DIRECTION.up;
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1 font-semibold',
        up ? 'text-up-ink' : 'text-down-ink',
        className,
      )}
    >
      {up ? (
        <ArrowUp className="size-4" aria-hidden="true" />
      ) : (
        <ArrowDown className="size-4" aria-hidden="true" />
      )}
      {t(up ? 'up' : 'down')}
    </span>
  );
}

/** Result of an option. */
export function Outcome({ order }: { readonly order: Option }) {
  const t = useText(optionsText);
  if (order.status === OPTION_STATUS.void) return <Badge>{t('void')}</Badge>;
  if (order.profit_result === OPTION_RESULT.won) return <Badge intent="good">{t('won')}</Badge>;
  return order.profit_result === OPTION_RESULT.lost ? (
    <Badge intent="bad">{t('lost')}</Badge>
  ) : (
    <Badge>{t('tie')}</Badge>
  );
}

function Stake({ order }: { readonly order: Option }) {
  const t = useText(optionsText);
  return (
    <Figure name={t('stake')}>
      <Num value={order.number} unit={order.currency_name} />
    </Figure>
  );
}

/** Figures of a phone's card; on a wide screen they are columns of the row. */
const FIGURES = 'grid gap-2 text-sm wide:contents';

/** Payout of a win, stake included, as the ticket showed it; null until the decimals of its currency are known. */
function useWinPayout({ currency_id: id, number: stake, profit_ratio: ratio }: Option): string | null {
  const currency = useGet('currency/list', {}, { freshMs: Infinity }).data?.find((each) => each.id === id);
  return currency
    ? format(optionPayout(amount(stake), rateFromPercent(amount(ratio)), currency.decimals))
    : null;
}

function OpenFigures({ order }: { readonly order: Option }) {
  const t = useText(optionsText);
  const wide = useWide();
  const payout = useWinPayout(order);
  return (
    <dl className={cx(FIGURES, 'grid-cols-3')}>
      <Stake order={order} />
      <Figure name={t('entry')}>
        {order.open_price === null ? (
          <span className="text-muted">{t('waiting_entry')}</span>
        ) : (
          <Num value={order.open_price} />
        )}
      </Figure>
      <Figure name={t('win_pays')} className={wide ? '' : 'text-end'}>
        <Num value={payout} unit={order.currency_name} />
      </Figure>
    </dl>
  );
}

/** Stake and result, and below them the two prices that decided it; on a wide screen the result is the last column. */
function SettledFigures({ order }: { readonly order: Option }) {
  const t = useText(optionsText);
  const wide = useWide();
  const atEnd = wide ? '' : 'text-end';
  const net = (
    <Figure name={t('net')} className={atEnd}>
      <Num value={order.fact_profits} signed intent="auto" unit={order.currency_name} />
    </Figure>
  );
  return (
    <dl className={cx(FIGURES, 'grid-cols-2')}>
      <Stake order={order} />
      {!wide && net}
      <Figure name={t('entry')}>
        <Num value={order.open_price} />
      </Figure>
      <Figure name={t('settlement')} className={atEnd}>
        <Num value={order.end_price} />
      </Figure>
      {wide && net}
    </dl>
  );
}

/** What remains of an open option, or the result of a settled one. */
function End({ order, left }: { readonly order: Option; readonly left: number | undefined }) {
  const t = useText(optionsText);
  if (left === undefined) return <Outcome order={order} />;
  return (
    <span className="text-lg font-semibold tnum" role="timer">
      {left > 0 ? countdown(left) : t('settling')}
    </span>
  );
}

const ROW =
  'flex flex-col gap-2 py-3 wide:grid wide:grid-cols-[minmax(150px,1.4fr)_repeat(5,minmax(0,1fr))_auto] wide:items-center wide:gap-3';

/** An option in a list: open with its countdown, or settled with its result. On a wide screen it is the row of a table. */
export function OptionCard({ order, left }: { readonly order: Option; readonly left?: number }) {
  const t = useText(optionsText);
  const locale = useLocale();
  const wide = useWide();
  const open = left !== undefined;
  const bar = open && (
    <div className="h-1 overflow-hidden rounded-full bg-raised" aria-hidden="true">
      <div
        className="h-full origin-left bg-gold"
        style={{ transform: `scaleX(${left / (order.seconds * 1000)})` }}
      />
    </div>
  );
  return (
    <div className={ROW}>
      <div>
        <div className="flex flex-wrap items-center gap-x-2">
          <span className="font-semibold">{order.symbol_name}</span>
          <Direction order={order} className="text-sm" />
          <span className="text-sm text-muted">{t('secs', { count: order.seconds })}</span>
          {!wide && (
            <>
              <span className="flex-1" />
              <End order={order} left={left} />
            </>
          )}
        </div>
        {(wide || !open) && <p className="text-xs text-muted tnum">{formatTime(order.created_ms, locale)}</p>}
      </div>
      {!wide && bar}
      {open ? <OpenFigures order={order} /> : <SettledFigures order={order} />}
      {wide && (
        <div className="flex flex-col gap-1 text-end wide:col-start-7">
          <End order={order} left={left} />
          {bar}
        </div>
      )}
    </div>
  );
}
