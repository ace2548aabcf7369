import { useRef } from 'react';
import { percentSign } from '../lib/format.ts';
import { useLocale } from '../lib/text.ts';
import { cx } from './cx.ts';

/** Drawn without the space that French sets before a percent sign: it would push the last two labels together. */
const MARKS = [0, 25, 50, 75, 100] as const;
/** Half of the thumb: the marks lie where the thumb stands. */
const AT = (percent: number): string => `calc(${percent}% + ${(0.5 - percent / 100) * 18}px)`;

/** A tapped or dragged value near a mark is the mark. Keys move by steps: they would never leave a mark. */
const snapped = (percent: number): number => MARKS.find((mark) => Math.abs(mark - percent) <= 2) ?? percent;

interface SliderProps {
  readonly label: string;
  /** Percent, 0 to 100. */
  readonly value: number;
  readonly onChange: (percent: number) => void;
  readonly step?: number;
  readonly disabled?: boolean;
}

/** A percentage on a slider with a mark at each quarter: the native input lies invisibly over the drawn one. */
export function Slider({ label, value, onChange, step = 1, disabled = false }: SliderProps) {
  const locale = useLocale();
  const byKey = useRef(false);
  return (
    <div
      role="group"
      aria-disabled={disabled}
      className={cx('relative h-[calc(28px+1rem)]', disabled && 'opacity-45')}
    >
      <input
        type="range"
        aria-label={label}
        aria-valuetext={`${value}${percentSign(locale)}`}
        min={0}
        max={100}
        step={step}
        value={value}
        disabled={disabled}
        onKeyDown={() => (byKey.current = true)}
        onPointerDown={() => (byKey.current = false)}
        onChange={({ target }) =>
          onChange(byKey.current ? Number(target.value) : snapped(Number(target.value)))
        }
        className="peer absolute inset-0 z-10 m-0 size-full cursor-pointer touch-pan-y opacity-0 disabled:cursor-not-allowed"
      />
      <div
        aria-hidden="true"
        className="absolute inset-x-0 top-1 h-4.5 rounded-full outline-offset-2 outline-gold-ink peer-focus-visible:outline-2"
      >
        <div className="absolute inset-x-[9px] top-1/2 h-1 -translate-y-1/2 overflow-hidden rounded-full bg-line">
          <div className="h-full bg-gold" style={{ width: `${value}%` }} />
        </div>
        {MARKS.map((mark) => (
          <span
            key={mark}
            style={{ left: AT(mark) }}
            className={cx(
              'absolute top-1/2 size-2 -translate-1/2 rounded-full border-2',
              mark <= value ? 'border-gold bg-gold' : 'border-line bg-bg',
            )}
          />
        ))}
        <span
          style={{ left: AT(value) }}
          className="absolute top-1/2 size-4.5 -translate-1/2 rounded-full border-2 border-gold bg-surface shadow-sm"
        />
      </div>
      <div
        className="@container absolute inset-x-0 bottom-0 h-[1rem] text-xs text-muted tnum"
        aria-hidden="true"
      >
        {MARKS.map((mark) => (
          <span
            key={mark}
            style={mark === 0 || mark === 100 ? undefined : { left: AT(mark) }}
            className={cx(
              'absolute',
              mark === 100 && 'right-0',
              mark > 0 && mark < 100 && '-translate-x-1/2',
              // Of five labels a short slider has room for three.
              (mark === 25 || mark === 75) && 'hidden @min-[11.5rem]:inline',
              mark === value && mark > 0 && 'font-semibold text-gold-ink',
            )}
          >
            {mark}%
          </span>
        ))}
      </div>
    </div>
  );
}
