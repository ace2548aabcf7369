import { useAction } from '../../lib/query.ts';
import { useQuestion } from '../../lib/question.ts';
import { useRefusal } from '../../lib/server-errors.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { Button, Dialog, FormError } from '../../ui/index.ts';
import { RECURRING_READS, momentName } from './schedule.ts';
import type { Plan } from './schedule.ts';
import { recurringText } from './text.ts';

const OPTIONS = { invalidates: RECURRING_READS, awaitRefetch: true } as const;

/** Skip, pause or resume, and end. */
export function PlanActions({ plan }: { readonly plan: Plan }) {
  const t = useText(recurringText);
  const locale = useLocale();
  const skipping = useQuestion();
  const ending = useQuestion();
  const refusal = useRefusal();
  const options = { ...OPTIONS, ...refusal.action };
  const pause = useAction('recurring/pause', { ...options, onDone: () => toast(t('paused_toast')) });
  const resume = useAction('recurring/resume', {
    ...options,
    onDone: () => toast(t('resumed_toast'), 'good'),
  });
  const skip = useAction('recurring/skip', { ...OPTIONS, ...skipping.action, onDone: skipping.close });
  const end = useAction('recurring/end', { ...OPTIONS, ...ending.action, onDone: ending.close });
  const { id, next } = plan;
  if (plan.state === 'ended' || next === null) return null;
  return (
    <div className="flex flex-col gap-3">
      {plan.state === 'active' ? (
        <div className="grid grid-cols-2 gap-3">
          <Button variant="plain" onClick={skipping.ask}>
            {t('skip')}
          </Button>
          <Button variant="plain" busy={pause.isPending} onClick={() => pause.mutate({ id })}>
            {t('pause')}
          </Button>
        </div>
      ) : (
        <Button wide size="lg" busy={resume.isPending} onClick={() => resume.mutate({ id })}>
          {t('resume')}
        </Button>
      )}
      <FormError text={refusal.text} />
      <Button variant="quiet" onClick={ending.ask}>
        {t('end')}
      </Button>
      <Dialog
        {...skipping.dialog}
        title={t('skip')}
        confirm={t('skip')}
        busy={skip.isPending}
        onConfirm={() => skip.mutate({ id, date: next.date })}
      >
        {t('skip_text', { date: momentName(next.buy_ms, plan.time_zone, locale) })}
      </Dialog>
      <Dialog
        {...ending.dialog}
        title={t('end')}
        confirm={t('end')}
        variant="danger"
        busy={end.isPending}
        onConfirm={() => end.mutate({ id })}
      >
        {t('end_text', { coin: plan.currency_name })}
      </Dialog>
    </div>
  );
}
