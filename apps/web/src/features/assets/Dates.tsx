import { DAY_MS } from '@karat/rules';
import { today } from '../../lib/calendar.ts';
import { useNow } from '../../lib/now.ts';
import { useText } from '../../lib/text.ts';
import { DateField } from '../../ui/index.ts';
import { Choose } from './Choose.tsx';
import { assetsText } from './text.ts';

const PRESETS = [1, 7, 30, 90] as const;

interface Range {
  /** `yyyy-mm-dd`, days in the user's time zone; empty means no limit. */
  readonly from: string;
  readonly to: string;
}

/** The first and the last day of a range: neither after today, nor the wrong way round. */
export function DateRange({
  from,
  to,
  onChange,
}: Range & {
  readonly onChange: (range: Range) => void;
}) {
  const t = useText(assetsText);
  const last = today(useNow());
  return (
    <div className="grid grid-cols-2 gap-3">
      <DateField
        label={t('filter_from')}
        value={from}
        max={to === '' ? last : to}
        onValue={(day) => onChange({ from: day, to })}
      />
      <DateField
        label={t('filter_to')}
        value={to}
        min={from === '' ? undefined : from}
        max={last}
        onValue={(day) => onChange({ from, to: day })}
      />
    </div>
  );
}

/** A range of days: the last days, or any. */
export function Dates({
  from,
  to,
  onChange,
}: Range & {
  readonly onChange: (range: Range) => void;
}) {
  const t = useText(assetsText);
  const now = useNow();
  const startOf = (days: number): string => today(now - (days - 1) * DAY_MS);
  const preset = to === '' ? PRESETS.find((days) => startOf(days) === from) : undefined;
  return (
    <div className="flex flex-col gap-3">
      <Choose
        label={t('period')}
        options={PRESETS.map((days) => ({ id: String(days), label: t('last_days', { days }) }))}
        value={preset === undefined ? (from === '' && to === '' ? '' : 'own') : String(preset)}
        onChoose={(days) => onChange({ from: days === '' ? '' : startOf(Number(days)), to: '' })}
      />
      <DateRange from={from} to={to} onChange={onChange} />
    </div>
  );
}
