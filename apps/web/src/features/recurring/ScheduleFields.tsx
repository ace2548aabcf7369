import { useLocale, useText } from '../../lib/text.ts';
import { Picker, Tabs } from '../../ui/index.ts';
import { FREQUENCIES, HOURS, dayFor, daysOf, hourName, isClamped, weekdayName } from './schedule.ts';
import type { Frequency, Schedule } from './schedule.ts';
import { recurringText } from './text.ts';

/** How often, on which day and at which hour. */
export function ScheduleFields({
  schedule,
  onSchedule,
}: {
  readonly schedule: Schedule;
  readonly onSchedule: (schedule: Schedule) => void;
}) {
  const t = useText(recurringText);
  const locale = useLocale();
  const { frequency, day } = schedule;
  const isMonthly = frequency === 'monthly';
  const choose = (to: Frequency): void => onSchedule({ ...schedule, frequency: to, day: dayFor(to, day) });
  return (
    <div className="flex flex-col gap-3">
      <Tabs
        label={t('how_often')}
        variant="chips"
        items={FREQUENCIES.map((id) => ({ id, label: t(id) }))}
        value={frequency}
        onChange={choose}
      />
      <div className={frequency === 'daily' ? 'grid gap-3' : 'grid grid-cols-2 gap-3'}>
        {frequency !== 'daily' && (
          <Picker
            label={t(isMonthly ? 'day_of_month' : 'weekday')}
            title={t(isMonthly ? 'day_of_month' : 'weekday')}
            options={daysOf(frequency).map((one) => ({
              id: String(one),
              label: isMonthly ? String(one) : weekdayName(one, locale),
              ...(isClamped({ frequency, day: one }) ? { hint: t('or_last_day') } : {}),
            }))}
            value={String(day)}
            onChoose={(id) => onSchedule({ ...schedule, day: Number(id) })}
          />
        )}
        <Picker
          label={t('hour')}
          title={t('hour')}
          options={HOURS.map((hour) => ({ id: String(hour), label: hourName(hour, locale) }))}
          value={String(schedule.hour)}
          onChoose={(id) => onSchedule({ ...schedule, hour: Number(id) })}
        />
      </div>
      <p className="px-1 text-xs text-muted">
        {t('in_zone', { zone: schedule.time_zone })}
        {isClamped(schedule) && <> · {t('clamped', { day })}</>}
      </p>
    </div>
  );
}
