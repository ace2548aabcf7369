import { OPTION_DIRECTION, OPTION_RESULT, OPTION_STATUS } from '@karat/contract';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useText } from '../../../lib/text.ts';
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

function OpenFigures({ order }: { readonly order: Option }) {
  const t = useText(optionsText);
  return (
    <dl className="grid grid-cols-3 gap-2 text-sm">
      <Stake order={order} />
      <Figure name={t('entry')}>
        {order.open_price === null ? (
          <span className="text-muted">{t('waiting_entry')}</span>
        ) : (
          <Num value={order.open_price} />
        )}
      </Figure>
      <Figure name={t('win_pays')} className="text-end">
        <Num value={order.profit_ratio} signed unit="%" intent="muted" />
      </Figure>
    </dl>
  );
}

/** Stake and result, and below them the two prices that decided it. */
function SettledFigures({ order }: { readonly order: Option }) {
  const t = useText(optionsText);
  return (
    <dl className="grid grid-cols-2 gap-2 text-sm">
      <Stake order={order} />
      <Figure name={t('net')} className="text-end">
        <Num value={order.fact_profits} signed intent="auto" unit={order.currency_name} />
      </Figure>
      <Figure name={t('entry')}>
        <Num value={order.open_price} />
      </Figure>
      <Figure name={t('settlement')} className="text-end">
        <Num value={order.end_price} />
      </Figure>
    </dl>
  );
}

/** An option in a list: open with its countdown, or settled with its result. */
export function OptionCard({ order, left }: { readonly order: Option; readonly left?: number }) {
  const t = useText(optionsText);
  const open = left !== undefined;
  return (
    <div className="flex flex-col gap-2 py-3">
      <div className="flex flex-wrap items-center gap-x-2">
        <span className="font-semibold">{order.symbol_name}</span>
        <Direction order={order} className="text-sm" />
        <span className="text-sm text-muted">{t('secs', { count: order.seconds })}</span>
        <span className="flex-1" />
        {open ? (
          <span className="text-lg font-semibold tnum" role="timer">
            {left > 0 ? countdown(left) : t('settling')}
          </span>
        ) : (
          <Outcome order={order} />
        )}
      </div>
      {open && (
        <div className="h-1 overflow-hidden rounded-full bg-raised" aria-hidden="true">
          <div
            className="h-full origin-left bg-gold"
            style={{ transform: `scaleX(${left / (order.seconds * 1000)})` }}
          />
        </div>
      )}
      {open ? <OpenFigures order={order} /> : <SettledFigures order={order} />}
    </div>
  );
}
