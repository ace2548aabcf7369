import { OPTION_DIRECTION } from '@karat/contract';
import { format, max, minus, price } from '@karat/money';
import type { ReactNode } from 'react';
import { useText } from '../../../lib/text.ts';
import { cx, Num } from '../../../ui/index.ts';
import { countdown } from './form.ts';
import { useIndexTicks } from './index-ticks.ts';
import { HEIGHT, WIDTH, frameOf, pathOf, xOf, yOf } from './line-geometry.ts';
import type { Frame } from './line-geometry.ts';
import { remaining } from './own-options-store.ts';
import type { KnownOption } from './own-options-store.ts';
import { useRunningTime } from './use-own-options.ts';
import { optionsText } from './text.ts';

const RING = 2 * Math.PI * 15;

/** Remaining time of an option as a ring that empties. */
function Countdown({ left, seconds }: { readonly left: number; readonly seconds: number }) {
  const t = useText(optionsText);
  return (
    <span className="relative grid size-12 place-items-center rounded-full bg-bg/80">
      <svg viewBox="0 0 36 36" className="absolute inset-0 size-full -rotate-90" aria-hidden="true">
        <circle cx="18" cy="18" r="15" fill="none" className="stroke-line" strokeWidth="3" />
        <circle
          cx="18"
          cy="18"
          r="15"
          fill="none"
          className="stroke-gold"
          strokeWidth="3"
          strokeLinecap="round"
          strokeDasharray={`${(RING * left) / (seconds * 1000)} ${RING}`}
        />
      </svg>
      <span className="relative text-xs font-semibold tnum" role="timer" aria-label={t('time_left')}>
        {countdown(left)}
      </span>
    </span>
  );
}

/** Whether an option would win now, and by how much. */
function Lead({ option, index }: { readonly option: KnownOption; readonly index: string | null }) {
  const t = useText(optionsText);
  const { open_price: entry, type } = option.order;
  if (entry === null || index === null) return <span className="text-muted">{t('waiting_entry')}</span>;
  const [now, from] = [price(index), price(entry)];
  const distance = now > from ? minus(now, from) : minus(from, now);
  if (now === from) return <span className="text-muted">{t('level')}</span>;
  const wins = now > from === (type === OPTION_DIRECTION.up);
  return (
    <span className={cx('font-semibold', wins ? 'text-up-ink' : 'text-down-ink')}>
      {t(wins ? 'winning_by' : 'losing_by')} <Num value={format(max(distance, price('0')))} />
    </span>
  );
}

/** Entry and expiry of an option as lines. */
function Levels({ option, frame }: { readonly option: KnownOption; readonly frame: Frame }) {
  const { open_price: entry, open_ms: opened, type, handled_ms: expiry } = option.order;
  const ink = type === OPTION_DIRECTION.up ? 'stroke-up' : 'stroke-down';
  const fill = type === OPTION_DIRECTION.up ? 'fill-up' : 'fill-down';
  const end = xOf(frame, expiry);
  return (
    <>
      <line x1={end} x2={end} y1="0" y2={HEIGHT} className="stroke-gold" strokeDasharray="3 3" />
      {entry !== null && (
        <>
          <line
            x1="0"
            x2={WIDTH}
            y1={yOf(frame, Number(entry))}
            y2={yOf(frame, Number(entry))}
            className={ink}
            strokeDasharray="5 4"
          />
          <circle
            cx={xOf(frame, opened ?? frame.from)}
            cy={yOf(frame, Number(entry))}
            r="4"
            className={fill}
          />
        </>
      )}
    </>
  );
}

/** A short text at a place of the drawing. */
const Tag = ({
  x,
  y,
  children,
}: {
  readonly x: number;
  readonly y: number;
  readonly children: ReactNode;
}) => (
  <span
    style={{ left: `${(x / WIDTH) * 100}%`, top: `${(y / HEIGHT) * 100}%` }}
    className="absolute -translate-y-[115%] rounded-sm bg-bg/80 px-1 text-xs text-muted tnum"
  >
    {children}
  </span>
);

/** The option of the market that expires first. */
const nextOf = (options: readonly KnownOption[]): KnownOption | undefined =>
  options.toSorted((a, b) => a.order.handled_ms - b.order.handled_ms)[0];

/** The index by seconds. While an option is open: its entry, its expiry, the time left and whether it wins. */
export function IndexChart({
  matchId,
  label,
  index,
  options,
}: {
  readonly matchId: number;
  readonly label: string;
  readonly index: string | null;
  /** Open options of the market. */
  readonly options: readonly KnownOption[];
}) {
  const t = useText(optionsText);
  const ticks = useIndexTicks(matchId);
  const option = nextOf(options);
  const clock = useRunningTime(option !== undefined);
  const last = ticks.at(-1);
  // The times of ticks and options are the server's.
  const now = option ? option.order.handled_ms - remaining(option, clock) : (last?.at ?? clock);
  const order = option?.order;
  const frame = frameOf(
    ticks,
    now,
    order && {
      openedAt: order.open_ms,
      expiresAt: order.handled_ms,
      entry: order.open_price === null ? null : Number(order.open_price),
    },
  );
  const line = pathOf(ticks, frame);
  return (
    <div className="relative h-48 overflow-hidden wide:h-full wide:min-h-100">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
        className="absolute inset-0 size-full *:[vector-effect:non-scaling-stroke]"
      >
        {option && <Levels option={option} frame={frame} />}
        <path d={line} fill="none" className="stroke-gold-ink" strokeWidth="1.5" strokeLinejoin="round" />
      </svg>
      {last && (
        <span
          aria-hidden="true"
          style={{
            left: `${(xOf(frame, last.at) / WIDTH) * 100}%`,
            top: `${(yOf(frame, last.price) / HEIGHT) * 100}%`,
          }}
          className="absolute size-2.5 -translate-1/2 rounded-full bg-gold ring-4 ring-gold/25"
        />
      )}
      {option && order?.open_price !== null && order !== undefined && (
        <Tag x={0} y={yOf(frame, Number(order.open_price))}>
          {t('entry')} <Num value={order.open_price} />
        </Tag>
      )}
      {option && order && (
        <div className="absolute inset-x-0 top-0 flex items-start justify-between gap-2">
          <p className="rounded-md bg-bg/80 px-2 py-1 text-sm" aria-live="off">
            <Lead option={option} index={index} />
          </p>
          <Countdown left={remaining(option, clock)} seconds={order.seconds} />
        </div>
      )}
    </div>
  );
}
