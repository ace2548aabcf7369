import { useState } from 'react';
import type { ReactNode } from 'react';
import { useFormState } from '../../lib/form-state.ts';
import { formatTime } from '../../lib/format.ts';
import { useAction } from '../../lib/query.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { Badge, Button, Card, Form, FormError, Sheet, TextArea } from '../../ui/index.ts';
import type { Dispute, RoundDetail } from './round.ts';
import { gamesText } from './text.ts';

const REASON_MAX = 1_000;
const REASON_MIN = 10;
const INTENTS = { open: 'info', accepted: 'good', rejected: 'bad' } as const;

/** An own dispute with its state and the reply of the operators. */
export function DisputeCard({
  dispute,
  children,
}: {
  readonly dispute: Dispute;
  readonly children?: ReactNode;
}) {
  const t = useText(gamesText);
  const locale = useLocale();
  return (
    <Card className="flex flex-col gap-2 p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="text-xs text-muted">{formatTime(dispute.created_ms, locale)}</span>
        <Badge intent={INTENTS[dispute.state]}>{t(`dispute_${dispute.state}`)}</Badge>
      </div>
      {children}
      <p className="text-base whitespace-pre-line wrap-anywhere">{dispute.reason}</p>
      {dispute.answer !== null && (
        <p className="rounded-md bg-raised p-3 text-base whitespace-pre-line wrap-anywhere">
          <span className="mb-1 block text-xs text-muted">{t('reply')}</span>
          {dispute.answer}
        </p>
      )}
    </Card>
  );
}

function DisputeForm({ id, onDone }: { readonly id: number; readonly onDone: () => void }) {
  const t = useText(gamesText);
  const { form, check, at, action, error } = useFormState({ reason: '' }, {});
  const disputing = useAction('game/dispute', {
    ...action,
    invalidates: ['game/round', 'game/index', 'game/disputes'],
    onDone: () => {
      toast(t('dispute_sent'), 'good');
      onDone();
    },
  });
  const reason = form.reason.trim();
  const problem = reason.length < REASON_MIN ? t('reason_short', { count: REASON_MIN }) : null;
  const field = at('reason');
  return (
    <Form
      className="gap-4 px-5 pb-5"
      onSubmit={() => {
        check();
        if (problem === null) disputing.mutate({ id, reason });
      }}
    >
      <p className="text-sm text-muted">{t('dispute_lead')}</p>
      <TextArea
        label={t('dispute_reason')}
        value={field.value}
        onValue={field.onValue}
        maxLength={REASON_MAX}
        error={field.errorFor(problem)}
      />
      <FormError text={error} />
      <Button type="submit" size="lg" wide busy={disputing.isPending}>
        {t('send_dispute')}
      </Button>
    </Form>
  );
}

/** The own dispute, or the way to one within the dispute window; nothing where neither exists. */
export function DisputePart({ round }: { readonly round: RoundDetail }) {
  const t = useText(gamesText);
  const [open, setOpen] = useState(false);
  const { allowed, open: count, own } = round.dispute;
  const isShown = allowed || own !== null || count > 0;
  if (!isShown) return null;
  return (
    <section className="flex flex-col gap-3">
      <h3 className="px-1 text-lg font-semibold">{t('disputes')}</h3>
      {count > 0 && <p className="px-1 text-sm text-muted">{t('open_disputes', { count })}</p>}
      {own !== null && <DisputeCard dispute={own} />}
      {allowed && (
        <>
          <p className="px-1 text-sm text-muted">{t('dispute_offer')}</p>
          <Button variant="plain" onClick={() => setOpen(true)}>
            {t('dispute_answer')}
          </Button>
        </>
      )}
      <Sheet open={open} onClose={() => setOpen(false)} title={t('dispute_answer')}>
        <DisputeForm id={round.id} onDone={() => setOpen(false)} />
      </Sheet>
    </section>
  );
}
