import { POSITION_STATUS } from '@karat/contract';
import { amount, format } from '@karat/money';
import { returnOnMargin } from '@karat/rules';
import type { ReactNode } from 'react';
import { formatTime } from '../../../lib/format.ts';
import { quoteOf } from '../../../lib/symbol.ts';
import { useLocale, useText } from '../../../lib/text.ts';
import { Badge, Figure } from '../../../ui/index.ts';
import { Costs, GRID, Head, PriceIfSet, PriceValue, Value, ValueIfSet } from './PositionParts.tsx';
import { closedResultOf } from './use-positions.ts';
import type { Position } from './use-positions.ts';
import { tradeText } from '../text.ts';
import { contractText } from './text.ts';

/** A pending order. */
export function PendingCard({
  position,
  children,
}: {
  readonly position: Position;
  readonly children: ReactNode;
}) {
  const t = useText(contractText);
  const trade = useText(tradeText);
  const locale = useLocale();
  const inQuote = { market: position.match_id, unit: quoteOf(position.symbol) };
  return (
    <article className="flex flex-col gap-2 py-3">
      <Head position={position} end={<Badge>{t('waiting')}</Badge>} />
      <dl className={GRID}>
        <PriceValue name={trade('limit_price')} value={position.target_price} {...inQuote} />
        <Value name={t('lots')} value={position.share} />
        <Figure name={t('leverage')}>{`${position.multiple}×`}</Figure>
        <PriceIfSet name={t('take_profit')} value={position.target_profit_price} {...inQuote} />
        <PriceIfSet name={t('stop_loss')} value={position.stop_loss_price} {...inQuote} />
      </dl>
      <div className="flex items-center gap-2">
        <p className="min-w-0 flex-1 text-xs text-muted">
          {t('ordered')} <span className="tnum">{formatTime(position.created_ms, locale)}</span>
        </p>
        {children}
      </div>
    </article>
  );
}

/** What a cancelled order was to open: it has no fill, result or fee. */
function CancelledFigures({ position }: { readonly position: Position }) {
  const t = useText(contractText);
  const trade = useText(tradeText);
  const inQuote = { market: position.match_id, unit: quoteOf(position.symbol) };
  return (
    <dl className={GRID}>
      <PriceValue name={trade('limit_price')} value={position.target_price} {...inQuote} />
      <Value name={t('lots')} value={position.origin_share} />
    </dl>
  );
}

/** Prices, result after fees and costs of a closed position. */
function ClosedFigures({ position }: { readonly position: Position }) {
  const t = useText(contractText);
  const unit = quoteOf(position.symbol);
  const inQuote = { market: position.match_id, unit };
  const net = closedResultOf(position);
  const roi = returnOnMargin(net, amount(position.origin_caution_money));
  return (
    <dl className={GRID}>
      <PriceValue name={t('open_price')} value={position.price} {...inQuote} />
      <PriceValue name={t('close_price')} value={position.close_price} {...inQuote} />
      <Value name={t('lots')} value={position.origin_share} />
      <Value name={t('net_pnl')} value={format(net)} form="result" signed intent="auto" unit={unit} />
      <Value name={t('roi')} value={format(roi)} form="result" signed intent="auto" unit="%" />
      <Costs position={position} />
      {position.coupon && (
        <Value name={t('coupon_back')} value={position.coupon.returned} form="fixed" unit={unit} />
      )}
      <ValueIfSet name={t('covered_loss')} value={position.insurance_money} form="fixed" unit={unit} />
    </dl>
  );
}

/** A closed position with its bill, or a cancelled order. */
export function EndedCard({
  position,
  children,
}: {
  readonly position: Position;
  readonly children?: ReactNode;
}) {
  const t = useText(contractText);
  const locale = useLocale();
  const cancelled = position.status === POSITION_STATUS.cancelled;
  return (
    <article className="flex flex-col gap-2 py-3">
      <Head
        position={position}
        end={
          <Badge intent={position.close_reason === 'liquidation' ? 'bad' : 'plain'}>
            {cancelled ? t('cancelled') : t(`reason_${position.close_reason ?? 'user'}`)}
          </Badge>
        }
      />
      {cancelled ? <CancelledFigures position={position} /> : <ClosedFigures position={position} />}
      <div className="flex min-h-11 items-center gap-2">
        <p className="min-w-0 flex-1 text-xs text-muted">
          {t('ended')}{' '}
          <span className="tnum">{formatTime(position.closed_ms ?? position.created_ms, locale)}</span>
        </p>
        {children}
      </div>
    </article>
  );
}
