import { useState } from 'react';
import { useParam } from '../../lib/params.ts';
import { useAction } from '../../lib/query.ts';
import { useRefusal } from '../../lib/server-errors.ts';
import { useText } from '../../lib/text.ts';
import { Button, Link, FormError } from '../../ui/index.ts';
import { Frame } from './Frame.tsx';
import { authText } from './text.ts';

/** Target of the link in mails to former contacts: opening it changes nothing, its button freezes the account. */
export default function NotMe() {
  const t = useText(authText);
  const token = useParam('token') ?? '-';
  const [isFrozen, setFrozen] = useState(false);
  const refusal = useRefusal();
  const report = useAction('user/contact/report', { ...refusal.action, onDone: () => setFrozen(true) });
  if (isFrozen) {
    return (
      <Frame
        name={t('report')}
        title={t('report_done')}
        text={t('report_next')}
        onSubmit={() => undefined}
        below={
          <Link
            to="/pages/common/unfreeze"
            className="mt-6 flex min-h-11 w-fit items-center text-base font-semibold text-gold-ink"
          >
            {t('unfreeze')}
          </Link>
        }
      >
        {null}
      </Frame>
    );
  }
  return (
    <Frame
      name={t('report')}
      title={t('report')}
      text={t('report_text')}
      onSubmit={() => report.mutate({ token })}
    >
      <FormError text={refusal.text} />
      <Button type="submit" variant="danger" size="lg" wide busy={report.isPending}>
        {t('report_submit')}
      </Button>
    </Frame>
  );
}
