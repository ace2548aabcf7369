import { POSITION_ORIGIN, POSITION_SIDE } from '@karat/contract';
import type { ReactNode } from 'react';
import { quoteOf } from '../../../lib/symbol.ts';
import { useText } from '../../../lib/text.ts';
import { Badge, cx, Figure, MarketPrice, Num } from '../../../ui/index.ts';
import type { MarketPriceProps, NumProps } from '../../../ui/index.ts';
import { sideOf } from './use-positions.ts';
import type { Position } from './use-positions.ts';
import { contractText } from './text.ts';

export const GRID = 'grid grid-cols-3 gap-x-3 gap-y-2 text-sm wide:grid-cols-6';
export const isSet = (text: string): boolean => text !== '0';

export function Head({ position, end }: { readonly position: Position; readonly end: ReactNode }) {
  const t = useText(contractText);
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-2">
      <p className="flex min-w-min flex-1 flex-wrap items-center gap-x-2 text-base">
        <span
          className={cx(
            'font-semibold',
            position.type === POSITION_SIDE.long ? 'text-up-ink' : 'text-down-ink',
          )}
        >
          {t(sideOf(position))}
        </span>
        <span className="font-semibold">{position.symbol}</span>
        <span className="text-xs text-muted">{`${t(position.margin_mode)} · ${position.multiple}×`}</span>
        {position.order_type === POSITION_ORIGIN.copied && <Badge intent="gold">{t('copied')}</Badge>}
        {position.coupon && <Badge intent="gold">{t('coupon')}</Badge>}
      </p>
      {end}
    </div>
  );
}

/** A price of the position's market. */
export const PriceValue = ({ name, ...drawn }: MarketPriceProps & { readonly name: string }) => (
  <Figure name={name}>
    <MarketPrice {...drawn} />
  </Figure>
);

/** The same if set, otherwise nothing. */
export const PriceIfSet = (props: MarketPriceProps & { readonly name: string }) =>
  typeof props.value === 'string' && isSet(props.value) ? <PriceValue {...props} /> : null;

interface ValueProps extends Omit<NumProps, 'value'> {
  readonly name: string;
  readonly value: string | null;
}

export const Value = ({ name, value, ...drawn }: ValueProps) => (
  <Figure name={name}>
    <Num value={value} {...drawn} />
  </Figure>
);

/** The same if set, otherwise nothing. */
export const ValueIfSet = (props: ValueProps) =>
  props.value !== null && isSet(props.value) ? <Value {...props} /> : null;

/** Fees of the position so far. */
export function Costs({ position }: { readonly position: Position }) {
  const t = useText(contractText);
  const unit = quoteOf(position.symbol);
  return (
    <>
      <Value name={t('fees_paid')} value={position.trade_fee} form="cost" decimals={4} unit={unit} />
      <ValueIfSet
        name={t('overnight')}
        value={position.overnight_money}
        form="cost"
        decimals={4}
        unit={unit}
      />
    </>
  );
}
