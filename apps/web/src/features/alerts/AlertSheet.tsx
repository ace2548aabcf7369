import { useMarkets } from '../../lib/markets.ts';
import { useAction } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import { Button, Sheet } from '../../ui/index.ts';
import { AlertForm } from './AlertForm.tsx';
import { ALERT_READS } from './alert.ts';
import type { Alert } from './alert.ts';
import { useTargetText } from './target-text.ts';
import { alertsText } from './text.ts';

/** Edits, pauses or deletes an alert. */
export function AlertSheet({ alert, onClose }: { readonly alert: Alert; readonly onClose: () => void }) {
  const t = useText(alertsText);
  const targetText = useTargetText();
  const market = useMarkets().data?.find(({ id }) => id === alert.match_id);
  const options = { invalidates: ALERT_READS, onDone: onClose } as const;
  const pause = useAction('alert/pause', options);
  const resume = useAction('alert/resume', options);
  const remove = useAction('alert/remove', options);
  const { id } = alert;
  return (
    <Sheet open title={targetText(alert)} onClose={onClose}>
      <div className="flex flex-col gap-4 px-5 pb-6">
        {market && <AlertForm market={market} alert={alert} onDone={onClose} />}
        <div className="flex gap-3 *:flex-1">
          {alert.state === 'active' ? (
            <Button variant="plain" busy={pause.isPending} onClick={() => pause.mutate({ id })}>
              {t('pause')}
            </Button>
          ) : (
            <Button variant="plain" busy={resume.isPending} onClick={() => resume.mutate({ id })}>
              {t('resume')}
            </Button>
          )}
          <Button variant="plain" busy={remove.isPending} onClick={() => remove.mutate({ id })}>
            {t('delete')}
          </Button>
        </div>
      </div>
    </Sheet>
  );
}
