import type { ReactNode } from 'react';
import { amount } from '@karat/money';
import { formatTime } from '../../../lib/format.ts';
import { useLocale, useText } from '../../../lib/text.ts';
import { Badge, cx, Num } from '../../../ui/index.ts';
import { Figure } from './Lines.tsx';
import { sideOf, worthOf } from './live.ts';
import type { Position } from './live.ts';
import { returnOn } from './sums.ts';
import { contractText } from './text.ts';

const GRID = 'grid grid-cols-3 gap-x-3 gap-y-2 wide:grid-cols-6';
const isSet = (text: string): boolean => text !== '0';

function Head({ position, end }: { readonly position: Position; readonly end: ReactNode }) {
  const t = useText(contractText);
  return (
    <div className="flex items-start justify-between gap-2">
      <p className="flex flex-wrap items-center gap-x-2 text-base">
        <span className={cx('font-semibold', position.type === 1 ? 'text-up-ink' : 'text-down-ink')}>
          {t(sideOf(position))}
        </span>
        <span className="font-semibold">{position.symbol}</span>
        <span className="text-xs text-muted">{`${t(position.margin_mode)} · ${position.multiple}×`}</span>
        {position.order_type === 2 && <Badge tone="gold">{t('copied')}</Badge>}
      </p>
      {end}
    </div>
  );
}

/** Unrealised profit, and its return on the margin. */
function Profit({ of, on }: { readonly of: string; readonly on: string }) {
  return (
    <span className="text-end">
      <Num value={of} form="fixed" signed tone="auto" className="block text-lg font-semibold" />
      <Num
        value={returnOn(amount(of), amount(on))}
        form="fixed"
        unit="%"
        signed
        tone="auto"
        className="text-xs"
      />
    </span>
  );
}

/** The numbers of an open position. */
function OpenFigures({
  position,
  mark,
  rate,
}: {
  readonly position: Position;
  readonly mark: ReturnType<typeof worthOf>['mark'];
  readonly rate: string | null;
}) {
  const t = useText(contractText);
  return (
    <dl className={GRID}>
      <Figure name={t('open_price')}>
        <Num value={position.price} />
      </Figure>
      <Figure name={t('mark')}>
        <Num value={mark} flash />
      </Figure>
      <Figure name={t('liquidation')}>
        <Num value={position.liquidation_price} />
      </Figure>
      <Figure name={t('lots')}>
        <Num value={position.share} />
      </Figure>
      <Figure name={t('margin')}>
        <Num value={position.caution_money} form="fixed" />
      </Figure>
      <Figure name={t('risk_rate')}>
        <Num
          value={rate}
          form="fixed"
          unit="%"
          tone={rate !== null && Number(rate) <= 80 ? 'down' : 'plain'}
        />
      </Figure>
      <Figure name={t('take_profit')}>
        {isSet(position.target_profit_price) ? <Num value={position.target_profit_price} /> : '–'}
      </Figure>
      <Figure name={t('stop_loss')}>
        {isSet(position.stop_loss_price) ? <Num value={position.stop_loss_price} /> : '–'}
      </Figure>
      <Figure name={t('fees_paid')}>
        <Num value={position.trade_fee} form="fixed" decimals={4} />
      </Figure>
      {isSet(position.overnight_money) && (
        <Figure name={t('overnight')}>
          <Num value={position.overnight_money} form="fixed" decimals={4} />
        </Figure>
      )}
    </dl>
  );
}

/** An open position, live. */
export function OpenCard({
  position,
  index,
  rate,
  children,
}: {
  readonly position: Position;
  readonly index: string | undefined;
  /** Live risk rate of what it stands in. */
  readonly rate: string | null;
  readonly children: ReactNode;
}) {
  const t = useText(contractText);
  const { mark, profit } = worthOf(position, index);
  return (
    <article className="flex flex-col gap-2 py-3" aria-label={`${t(sideOf(position))} ${position.symbol}`}>
      <Head position={position} end={<Profit of={profit} on={position.caution_money} />} />
      <OpenFigures position={position} mark={mark} rate={rate} />
      {position.status === 2 ? (
        <p role="status" className="text-xs text-gold-ink">
          {t('closing_note')}
        </p>
      ) : (
        <div className="flex flex-wrap justify-end gap-2">{children}</div>
      )}
    </article>
  );
}

/** A waiting order. */
export function PendingCard({
  position,
  children,
}: {
  readonly position: Position;
  readonly children: ReactNode;
}) {
  const t = useText(contractText);
  const locale = useLocale();
  return (
    <article className="flex flex-col gap-2 py-3">
      <Head position={position} end={<Badge>{t('waiting')}</Badge>} />
      <dl className={GRID}>
        <Figure name={t('limit_price')}>
          <Num value={position.target_price} />
        </Figure>
        <Figure name={t('lots')}>
          <Num value={position.share} />
        </Figure>
        <Figure name={t('leverage')}>{`${position.multiple}×`}</Figure>
        {isSet(position.target_profit_price) && (
          <Figure name={t('take_profit')}>
            <Num value={position.target_profit_price} />
          </Figure>
        )}
        {isSet(position.stop_loss_price) && (
          <Figure name={t('stop_loss')}>
            <Num value={position.stop_loss_price} />
          </Figure>
        )}
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

/** A position that has ended, with its bill. */
export function EndedCard({
  position,
  children,
}: {
  readonly position: Position;
  readonly children?: ReactNode;
}) {
  const t = useText(contractText);
  const locale = useLocale();
  const cancelled = position.status === 4;
  return (
    <article className="flex flex-col gap-2 py-3">
      <Head
        position={position}
        end={
          <Badge tone={position.close_reason === 'liquidation' ? 'bad' : 'plain'}>
            {cancelled ? t('cancelled') : t(`reason_${position.close_reason ?? 'user'}`)}
          </Badge>
        }
      />
      <dl className={GRID}>
        <Figure name={t('open_price')}>
          <Num value={cancelled ? position.target_price : position.price} />
        </Figure>
        <Figure name={t('close_price')}>
          <Num value={position.close_price} />
        </Figure>
        <Figure name={t('lots')}>
          <Num value={position.origin_share} />
        </Figure>
        <Figure name={t('profit')}>
          <Num value={position.fact_profits} form="fixed" signed tone="auto" />
        </Figure>
        <Figure name={t('fees_paid')}>
          <Num value={position.trade_fee} form="fixed" decimals={4} />
        </Figure>
        {isSet(position.overnight_money) && (
          <Figure name={t('overnight')}>
            <Num value={position.overnight_money} form="fixed" decimals={4} />
          </Figure>
        )}
        {isSet(position.insurance_money) && (
          <Figure name={t('fund_paid')}>
            <Num value={position.insurance_money} form="fixed" />
          </Figure>
        )}
      </dl>
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
