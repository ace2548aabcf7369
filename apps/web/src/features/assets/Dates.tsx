import { DAY_MS } from '@karat/rules';
import { useNow } from '../../lib/now.ts';
import { useText } from '../../lib/text.ts';
import { Field } from '../../ui/index.ts';
import { Choose } from './Choose.tsx';
import { assetsText } from './text.ts';

const PRESETS = [1, 7, 30, 90] as const;

interface Range {
  /** `yyyy-mm-dd`, days in the user's time zone; empty means no limit. */
  readonly from: string;
  readonly to: string;
}

const dayOf = (ms: number): string => new Date(ms).toLocaleDateString('en-CA');

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
  const startOf = (days: number): string => dayOf(now - (days - 1) * DAY_MS);
  const preset = to === '' ? PRESETS.find((days) => startOf(days) === from) : undefined;
  return (
    <div className="flex flex-col gap-3">
      <Choose
        label={t('period')}
        options={PRESETS.map((days) => ({ id: String(days), label: t('last_days', { days }) }))}
        value={preset === undefined ? (from === '' && to === '' ? '' : 'own') : String(preset)}
        onChoose={(days) => onChange({ from: days === '' ? '' : startOf(Number(days)), to: '' })}
      />
      <div className="grid grid-cols-2 gap-3">
        <Field
          type="date"
          label={t('filter_from')}
          value={from}
          onValue={(value) => onChange({ from: value, to })}
        />
        <Field
          type="date"
          label={t('filter_to')}
          value={to}
          onValue={(value) => onChange({ from, to: value })}
        />
      </div>
    </div>
  );
}
