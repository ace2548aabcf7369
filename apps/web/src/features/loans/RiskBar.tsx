import { useText } from '../../lib/text.ts';
import { Num } from '../../ui/index.ts';
import { cx } from '../../ui/cx.ts';
import { loansText } from './text.ts';

/** Percent at the left and right end of the bar. */
const FROM = 100;
const TO = 200;

interface RiskBarProps {
  /** Assets / debt in percent; null without a price. */
  readonly rate: string | null;
  readonly call: number;
  readonly liquidation: number;
}

const placeOf = (percent: number): number =>
  Math.min(100, Math.max(0, ((percent - FROM) / (TO - FROM)) * 100));

/** The risk rate between liquidation and safety; the words say what the colours say. */
export function RiskBar({ rate, call, liquidation }: RiskBarProps) {
  const t = useText(loansText);
  const percent = rate === null ? undefined : Number(rate);
  const state =
    percent === undefined ? 'unknown' : percent < liquidation ? 'bad' : percent < call ? 'low' : 'good';
  const ink = { unknown: 'text-muted', bad: 'text-down-ink', low: 'text-gold-ink', good: 'text-up-ink' }[
    state
  ];
  const fill = { unknown: 'bg-line', bad: 'bg-down', low: 'bg-gold', good: 'bg-up' }[state];
  return (
    <div>
      <div className="flex items-baseline justify-between gap-2">
        <span className="text-sm text-muted">{t('risk_rate')}</span>
        <span className={cx('text-xl font-semibold', ink)}>
          <Num value={rate} form="percent" />{' '}
          <span className="text-sm font-normal">{t(`risk_${state}`)}</span>
        </span>
      </div>
      <div
        role="meter"
        aria-label={t('risk_rate')}
        aria-valuemin={FROM}
        aria-valuemax={TO}
        aria-valuenow={percent === undefined ? FROM : Math.min(TO, Math.max(FROM, percent))}
        aria-valuetext={rate === null ? t('risk_unknown') : `${rate}%`}
        className="relative mt-2 h-2.5 rounded-full bg-raised"
      >
        <span
          className={cx('absolute inset-y-0 start-0 rounded-full transition-[width] duration-300', fill)}
          style={{ width: `${percent === undefined ? 0 : Math.max(3, placeOf(percent))}%` }}
        />
        {[liquidation, call].map((mark) => (
          <span
            key={mark}
            className="absolute -inset-y-0.5 w-0.5 bg-ink"
            style={{ insetInlineStart: `${placeOf(mark)}%` }}
            aria-hidden="true"
          />
        ))}
      </div>
      <div className="mt-1.5 flex flex-wrap justify-between gap-x-3 text-xs text-muted">
        <span>{t('mark_liquidation', { percent: liquidation })}</span>
        <span>{t('mark_call', { percent: call })}</span>
      </div>
    </div>
  );
}
