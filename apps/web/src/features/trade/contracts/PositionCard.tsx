import { POSITION_STATUS } from '@karat/contract';
import type { ReactNode } from 'react';
import { amount, format } from '@karat/money';
import { returnOnMargin } from '@karat/rules';
import { ChevronDown, Pencil } from 'lucide-react';
import { colonOf, formatNumber } from '../../../lib/format.ts';
import { usePriceDecimals } from '../../../lib/markets.ts';
import { baseOf, quoteOf } from '../../../lib/symbol.ts';
import { useLocale, useText } from '../../../lib/text.ts';
import { Button, Countdown, cx, Fact, Figure, MarketPrice, Num } from '../../../ui/index.ts';
import { shownLiquidation } from './liquidation.ts';
import { GRID, Head, PriceValue, Value, isSet } from './PositionParts.tsx';
import { sideOf, positionValueOf, resultOf } from './use-positions.ts';
import type { Position, PositionResult } from './use-positions.ts';
import { contractText } from './text.ts';

/** Result after all fees and its return on the initial margin; unfolds into its parts. */
function Profit({
  result,
  on,
  unit,
}: {
  readonly result: PositionResult;
  readonly on: string;
  /** Currency in which the market settles. */
  readonly unit: string;
}) {
  const t = useText(contractText);
  const parts = [
    ['unrealised', result.unrealised],
    ['realised', result.realised],
    ['fees_paid', result.fees],
    ['overnight', result.overnight],
    ['closing_fee', result.closingFee],
  ] as const;
  return (
    <details className="group text-sm">
      <summary className="flex min-h-11 cursor-pointer list-none items-end justify-between gap-2 [&::-webkit-details-marker]:hidden">
        <span>
          <span className="flex items-center gap-1 text-xs text-muted">
            {t('net_pnl')}
            <ChevronDown className="size-3.5 group-open:rotate-180" aria-hidden="true" />
          </span>
          <Num
            value={format(result.net)}
            form="result"
            signed
            intent="auto"
            unit={unit}
            className="text-lg font-semibold"
          />
        </span>
        <span className="text-end">
          <span className="block text-xs text-muted">{t('roi')}</span>
          <Num
            value={format(returnOnMargin(result.net, amount(on)))}
            form="result"
            unit="%"
            signed
            intent="auto"
            className="text-lg font-semibold"
          />
        </span>
      </summary>
      <dl className="mt-1 flex flex-col gap-1 rounded-md bg-raised px-3 py-2 text-xs">
        {parts.map(([name, value]) => (
          <Fact key={name} name={t(name)}>
            <Num value={format(value)} form="result" decimals={4} signed intent="auto" unit={unit} />
          </Fact>
        ))}
      </dl>
    </details>
  );
}

/** Margin ratio from which the user is warned, and from which the colour is the danger's, in percent. */
const [WARNED_FROM, DANGER_FROM] = [40, 62.5];

/** Margin ratio as a bar: full where the position is closed out. */
function MarginBar({ ratio }: { readonly ratio: string | null }) {
  const t = useText(contractText);
  const value = ratio === null ? 0 : Math.min(100, Number(ratio));
  const ink = value >= DANGER_FROM ? 'bg-down' : value >= WARNED_FROM ? 'bg-gold' : 'bg-up';
  return (
    <div className="flex flex-col gap-1">
      <p className="flex items-center justify-between text-xs text-muted">
        {t('margin_ratio')}
        <Num
          value={ratio}
          form="fixed"
          unit="%"
          className={cx('font-semibold', value >= DANGER_FROM ? 'text-down-ink' : 'text-ink')}
        />
      </p>
      <div className="h-1.5 overflow-hidden rounded-full bg-raised" aria-hidden="true">
        <div className={cx('h-full rounded-full', ink)} style={{ width: `${Math.max(1, value)}%` }} />
      </div>
    </div>
  );
}

/** A stop of the position: a tap edits it. */
function Stop({
  name,
  value,
  market,
  unit,
  onEdit,
}: {
  readonly name: string;
  readonly value: string;
  readonly market: number;
  readonly unit: string;
  readonly onEdit: () => void;
}) {
  const t = useText(contractText);
  const locale = useLocale();
  return (
    <Figure name={name}>
      <button
        type="button"
        onClick={onEdit}
        aria-label={`${name}${colonOf(locale)}${isSet(value) ? `${formatNumber(value, { kind: 'full' }, locale)} ${unit}` : t('not_set')}. ${t('edit')}`}
        className="-my-3 inline-flex min-h-11 max-w-full items-center gap-1 text-start"
      >
        <MarketPrice market={market} value={isSet(value) ? value : null} unit={unit} />
        <Pencil className="size-3 text-gold-ink" aria-hidden="true" />
      </button>
    </Figure>
  );
}

/** Figures of an open position; an unset stop keeps its place. */
function OpenFigures({
  position,
  mark,
  onStops,
}: {
  readonly position: Position;
  readonly mark: string;
  readonly onStops: () => void;
}) {
  const t = useText(contractText);
  const unit = quoteOf(position.symbol);
  const inQuote = { market: position.match_id, unit };
  const decimals = usePriceDecimals(position.match_id);
  return (
    <dl className={GRID}>
      <Value name={t('size')} value={position.number} unit={baseOf(position.symbol)} />
      <PriceValue name={t('open_price')} value={position.price} {...inQuote} />
      <PriceValue name={t('mark')} value={mark} {...inQuote} flash />
      <Value name={t('margin')} value={position.caution_money} form="cost" unit={unit} />
      <PriceValue name={t('liquidation')} value={shownLiquidation(position, decimals)} {...inQuote} />
      <Value name={t('lots')} value={position.share} />
      <Stop name={t('take_profit')} value={position.target_profit_price} {...inQuote} onEdit={onStops} />
      <Stop name={t('stop_loss')} value={position.stop_loss_price} {...inQuote} onEdit={onStops} />
    </dl>
  );
}

/** What the coupon means for the result, and when the position closes by itself. */
function CouponNote({ endsMs }: { readonly endsMs: number }) {
  const t = useText(contractText);
  return (
    <p className="rounded-md bg-gold-soft px-3 py-2 text-xs text-gold-ink">
      {t('coupon_note')} <Countdown untilMs={endsMs} />
    </p>
  );
}

/** An open position with live prices. */
export function OpenCard({
  position,
  index,
  ratio,
  onStops,
  onClose,
  icons,
  children,
}: {
  readonly position: Position;
  readonly index: string | undefined;
  /** Live margin ratio of the account or of its own margin. */
  readonly ratio: string | null;
  readonly onStops: () => void;
  readonly onClose: () => void;
  /** Beside the button that closes it. */
  readonly icons: ReactNode;
  /** Buttons of equal width below its figures. */
  readonly children: ReactNode;
}) {
  const t = useText(contractText);
  const { mark } = positionValueOf(position, index);
  const result = resultOf(position, index);
  return (
    <article className="flex flex-col gap-2 py-3" aria-label={`${t(sideOf(position))} ${position.symbol}`}>
      <Head
        position={position}
        end={
          position.status === POSITION_STATUS.closing ? null : (
            <div className="-my-1 flex shrink-0 items-center">
              {icons}
              <Button variant="plain" size="sm" onClick={onClose} className="ms-1">
                {t('close')}
              </Button>
            </div>
          )
        }
      />
      <Profit result={result} on={position.origin_caution_money} unit={quoteOf(position.symbol)} />
      {position.coupon && <CouponNote endsMs={position.coupon.ends_ms} />}
      <MarginBar ratio={ratio} />
      <OpenFigures position={position} mark={mark} onStops={onStops} />
      {position.status === POSITION_STATUS.closing ? (
        <p role="status" className="text-xs text-gold-ink">
          {t('closing_note')}
        </p>
      ) : (
        <div className="flex gap-2 *:min-w-0 *:flex-1 *:px-1">{children}</div>
      )}
    </article>
  );
}
