import { Flag } from 'lucide-react';
import { useState } from 'react';
import type { NftReportReason } from '@karat/contract';
import { useFormState } from '../../lib/form-state.ts';
import { withLogin } from '../../lib/navigation.ts';
import { useAction } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { Button, Choice, Form, FormError, Sheet, TextArea } from '../../ui/index.ts';
import { nftText } from './text.ts';

const TEXT_MAX = 1_000;
const OF_WORK: readonly NftReportReason[] = ['rights', 'content', 'misleading', 'other'];
const OF_ORDER: readonly NftReportReason[] = ['payment', 'misleading', 'other'];

interface Subject {
  readonly code: string;
  /** An own order, if the problem is with it. */
  readonly order?: number;
}

function ReportForm({ code, order, onDone }: Subject & { readonly onDone: () => void }) {
  const t = useText(nftText);
  const reasons = order === undefined ? OF_WORK : OF_ORDER;
  const [reason, setReason] = useState<NftReportReason>(reasons[0] ?? 'other');
  const { form, check, at, action, error } = useFormState({ text: '' }, { nft_text_too_long: 'text' });
  const reporting = useAction('bind_box/report', {
    ...action,
    invalidates: ['bind_box/getMyReports'],
    onDone: () => {
      toast(t('report_sent'), 'good');
      onDone();
    },
  });
  const text = at('text');
  const isEmpty = form.text.trim() === '';
  const submit = (): void => {
    check();
    if (!isEmpty)
      reporting.mutate({ code, reason, text: form.text.trim(), ...(order === undefined ? {} : { order }) });
  };
  return (
    <Form className="gap-4 px-5 pb-5" onSubmit={submit}>
      <Choice
        label={t('report_why')}
        options={reasons.map((id) => ({ id, label: t(`report_${id}`) }))}
        value={reason}
        onChange={setReason}
      />
      <TextArea
        label={t('report_text')}
        maxLength={TEXT_MAX}
        value={text.value}
        onValue={text.onValue}
        error={text.errorFor(isEmpty ? t('report_empty') : null)}
      />
      <FormError text={error} />
      <Button type="submit" size="lg" wide busy={reporting.isPending}>
        {t('report_send')}
      </Button>
    </Form>
  );
}

/** A button that opens the report of a work or of an own order to the operators. */
export function Report(subject: Subject) {
  const t = useText(nftText);
  const [open, setOpen] = useState(false);
  const title = t(subject.order === undefined ? 'report_work' : 'report_order');
  return (
    <>
      <Button variant="quiet" size="sm" className="self-start" onClick={() => withLogin(() => setOpen(true))}>
        <Flag className="size-4" aria-hidden="true" />
        {title}
      </Button>
      <Sheet open={open} onClose={() => setOpen(false)} title={title}>
        <ReportForm {...subject} onDone={() => setOpen(false)} />
      </Sheet>
    </>
  );
}
