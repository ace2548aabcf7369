import { useLocale, useText } from '../../lib/text.ts';
import { Badge, CoinIcon, ListRow, Num, RowEnd } from '../../ui/index.ts';
import { hourName, momentName, weekdayName } from './schedule.ts';
import type { Plan, Schedule } from './schedule.ts';
import { recurringText } from './text.ts';

/** A schedule in words: `Every Monday, 09:00`. */
export function ScheduleText({ schedule }: { readonly schedule: Schedule }) {
  const t = useText(recurringText);
  const locale = useLocale();
  const { frequency, day } = schedule;
  const hour = hourName(schedule.hour, locale);
  switch (frequency) {
    case 'daily':
      return t('every_day', { hour });
    case 'weekly':
      return t('every_week', { day: weekdayName(day, locale), hour });
    case 'biweekly':
      return t('every_two_weeks', { day: weekdayName(day, locale), hour });
    case 'monthly':
      return t('every_month', { day, hour });
  }
}

/** Whether a plan buys; nothing for an active one. */
export function PlanState({ plan }: { readonly plan: Plan }) {
  const t = useText(recurringText);
  switch (plan.state) {
    case 'active':
      return plan.waiting === null ? null : <Badge intent="info">{t('waiting')}</Badge>;
    case 'paused':
      return <Badge intent="gold">{t('paused')}</Badge>;
    case 'ended':
      return <Badge>{t('ended')}</Badge>;
  }
}

/** An own plan in a list: what it buys, when, and what it has bought. */
export function PlanRow({ plan }: { readonly plan: Plan }) {
  const t = useText(recurringText);
  const locale = useLocale();
  return (
    <ListRow
      to="/pages/recurring/detail"
      search={{ id: plan.id }}
      icon={<CoinIcon name={plan.currency_name} size={36} />}
      wraps
      title={
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {plan.currency_name}
          <PlanState plan={plan} />
        </span>
      }
      hint={<ScheduleText schedule={plan} />}
      meta={
        plan.state === 'active' &&
        plan.next !== null &&
        t('next_on', { date: momentName(plan.next.buy_ms, plan.time_zone, locale) })
      }
      end={
        <RowEnd hint={<Num value={plan.received} unit={plan.currency_name} />}>
          <Num value={plan.quote_amount} unit={plan.legal_name} />
        </RowEnd>
      }
    />
  );
}
