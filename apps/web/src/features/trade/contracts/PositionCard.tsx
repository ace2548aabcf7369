import { POSITION_ORIGIN, POSITION_SIDE, POSITION_STATUS } from '@karat/contract';
import type { ReactNode } from 'react';
import { amount, format } from '@karat/money';
import { returnOnMargin } from '@karat/rules';
import { formatTime } from '../../../lib/format.ts';
import { useLocale, useText } from '../../../lib/text.ts';
import { Badge, cx, Figure, Num } from '../../../ui/index.ts';
import type { NumProps } from '../../../ui/index.ts';
import { sideOf, positionValueOf } from './use-positions.ts';
import type { Position } from './use-positions.ts';
import { contractText } from './text.ts';

const GRID = 'grid grid-cols-3 gap-x-3 gap-y-2 text-sm wide:grid-cols-6';
/** Risk rate in percent at which the user is warned. */
const WARNED_FROM = 80;
const isSet = (text: string): boolean => text !== '0';

function Head({ position, end }: { readonly position: Position; readonly end: ReactNode }) {
  const t = useText(contractText);
  return (
    <div className="flex items-start justify-between gap-2">
      <p className="flex flex-wrap items-center gap-x-2 text-base">
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
      </p>
      {end}
    </div>
  );
}

/** Unrealised PnL, and its return on the margin. */
function Profit({ value, on }: { readonly value: string; readonly on: string }) {
  return (
    <span className="text-end">
      <Num value={value} form="fixed" signed intent="auto" className="block text-lg font-semibold" />
      <Num
        value={format(returnOnMargin(amount(value), amount(on)))}
        form="fixed"
        unit="%"
        signed
        intent="auto"
        className="text-xs"
      />
    </span>
  );
}

interface ValueProps extends Omit<NumProps, 'value'> {
  readonly name: string;
  readonly value: string | null;
}

const Value = ({ name, value, ...drawn }: ValueProps) => (
  <Figure name={name}>
    <Num value={value} {...drawn} />
  </Figure>
);

/** The same if set, otherwise nothing. */
const ValueIfSet = (props: ValueProps) =>
  props.value !== null && isSet(props.value) ? <Value {...props} /> : null;

/** Fees of the position so far. */
function Costs({ position }: { readonly position: Position }) {
  const t = useText(contractText);
  return (
    <>
      <Value name={t('fees_paid')} value={position.trade_fee} form="fixed" decimals={4} />
      <ValueIfSet name={t('overnight')} value={position.overnight_money} form="fixed" decimals={4} />
    </>
  );
}

/** Figures of an open position; an unset stop keeps its place. */
function OpenFigures({
  position,
  mark,
  rate,
}: {
  readonly position: Position;
  readonly mark: ReturnType<typeof positionValueOf>['mark'];
  readonly rate: string | null;
}) {
  const t = useText(contractText);
  const setOrNull = (text: string): string | null => (isSet(text) ? text : null);
  return (
    <dl className={GRID}>
      <Value name={t('open_price')} value={position.price} />
      <Value name={t('mark')} value={mark} flash />
      <Value name={t('liquidation')} value={position.liquidation_price} />
      <Value name={t('lots')} value={position.share} />
      <Value name={t('margin')} value={position.caution_money} form="fixed" />
      <Value
        name={t('risk_rate')}
        value={rate}
        form="fixed"
        unit="%"
        intent={rate !== null && Number(rate) <= WARNED_FROM ? 'down' : 'plain'}
      />
      <Value name={t('take_profit')} value={setOrNull(position.target_profit_price)} />
      <Value name={t('stop_loss')} value={setOrNull(position.stop_loss_price)} />
      <Costs position={position} />
    </dl>
  );
}

/** An open position with live prices. */
export function OpenCard({
  position,
  index,
  rate,
  children,
}: {
  readonly position: Position;
  readonly index: string | undefined;
  /** Live risk rate of the account or of its own margin. */
  readonly rate: string | null;
  readonly children: ReactNode;
}) {
  const t = useText(contractText);
  const { mark, profit } = positionValueOf(position, index);
  return (
    <article className="flex flex-col gap-2 py-3" aria-label={`${t(sideOf(position))} ${position.symbol}`}>
      <Head position={position} end={<Profit value={profit} on={position.caution_money} />} />
      <OpenFigures position={position} mark={mark} rate={rate} />
      {position.status === POSITION_STATUS.closing ? (
        <p role="status" className="text-xs text-gold-ink">
          {t('closing_note')}
        </p>
      ) : (
        <div className="flex flex-wrap justify-end gap-2">{children}</div>
      )}
    </article>
  );
}

/** A pending order. */
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
        <Value name={t('limit_price')} value={position.target_price} />
        <Value name={t('lots')} value={position.share} />
        <Figure name={t('leverage')}>{`${position.multiple}×`}</Figure>
        <ValueIfSet name={t('take_profit')} value={position.target_profit_price} />
        <ValueIfSet name={t('stop_loss')} value={position.stop_loss_price} />
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

/** A closed position with its bill. */
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
      <dl className={GRID}>
        <Value name={t('open_price')} value={cancelled ? position.target_price : position.price} />
        <Value name={t('close_price')} value={position.close_price} />
        <Value name={t('lots')} value={position.origin_share} />
        <Value name={t('profit')} value={position.fact_profits} form="fixed" signed intent="auto" />
        <Costs position={position} />
        <ValueIfSet name={t('fund_paid')} value={position.insurance_money} form="fixed" />
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
