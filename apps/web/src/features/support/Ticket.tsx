import { Clock, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { formatTime } from '../../lib/format.ts';
import { useFormState } from '../../lib/form-state.ts';
import { newIdempotencyKey } from '../../lib/idempotency-key.ts';
import { go } from '../../lib/navigation.ts';
import { useAction } from '../../lib/query.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { Button, Callout, Form, FormError, IconButton, Page } from '../../ui/index.ts';
import { RecordPicker } from './RecordPicker.tsx';
import { ReferenceCard } from './ReferenceCard.tsx';
import { QuestionFields, isComplete } from './QuestionFields.tsx';
import type { Reference } from './log.ts';
import { supportText } from './text.ts';

/** The order or transaction that a ticket is about. */
function RecordField({
  record,
  onRecord,
}: {
  readonly record: Reference | null;
  readonly onRecord: (record: Reference | null) => void;
}) {
  const t = useText(supportText);
  const [choosing, setChoosing] = useState(false);
  return (
    <>
      {record ? (
        <div className="flex items-center gap-2">
          <div className="min-w-0 flex-1">
            <ReferenceCard reference={record} />
          </div>
          <IconButton label={t('detach')} onClick={() => onRecord(null)}>
            <X />
          </IconButton>
        </div>
      ) : (
        <Button variant="plain" onClick={() => setChoosing(true)}>
          {t('attach_record')}
        </Button>
      )}
      <RecordPicker
        open={choosing}
        onClose={() => setChoosing(false)}
        onChoose={(chosen) => {
          onRecord(chosen);
          setChoosing(false);
        }}
      />
    </>
  );
}

interface TicketProps {
  /** Customer service is closed, so the form stands in place of a chat. */
  readonly isClosed?: boolean;
  readonly opensMs?: number | null;
}

/** A message that is answered later. */
export function Ticket({ isClosed = false, opensMs = null }: TicketProps) {
  const t = useText(supportText);
  const locale = useLocale();
  const clientId = useRef(newIdempotencyKey());
  const [record, setRecord] = useState<Reference | null>(null);
  const { form, at, check, action, error } = useFormState({ subject: '', text: '' }, {});
  const open = useAction('support/ticket', {
    ...action,
    invalidates: ['support/conversations', 'support/conversation'],
    onDone: () => toast(t('ticket_sent'), 'good'),
    onSuccessNavigate: ({ conversation }) => go.replace('/pages/kf/kf', { id: conversation.id }),
  });
  const submit = (): void => {
    check();
    if (!isComplete(form)) return;
    open.mutate({
      client_id: clientId.current,
      subject: form.subject.trim(),
      text: form.text.trim(),
      ...(record ? { reference_kind: record.kind, reference_id: record.id } : {}),
    });
  };
  return (
    <Page title={t('ticket')} back="/pages/kefu/index">
      <Form onSubmit={submit}>
        {isClosed ? (
          <Callout intent="wait" icon={<Clock />}>
            {t('ticket_closed')}
            {opensMs !== null && ` ${t('opens', { time: formatTime(opensMs, locale) })}`}
          </Callout>
        ) : (
          <p className="text-sm text-muted">{t('ticket_text')}</p>
        )}
        <QuestionFields subject={at('subject')} text={at('text')} />
        <RecordField record={record} onRecord={setRecord} />
        <FormError text={error} />
        <Button type="submit" size="lg" wide busy={open.isPending || open.isSuccess}>
          {t('ticket_send')}
        </Button>
      </Form>
    </Page>
  );
}
