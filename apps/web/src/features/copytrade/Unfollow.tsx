import { useState } from 'react';
import { BALANCES } from '../../lib/balances.ts';
import { useAction } from '../../lib/query.ts';
import { useRefusal } from '../../lib/server-errors.ts';
import { useText } from '../../lib/text.ts';
import { Button, Dialog } from '../../ui/index.ts';
import { copytradeText } from './text.ts';

/** Ends copying a trader after a confirmation that explains the effect on open copies. */
export function Unfollow({ trader }: { readonly trader: number }) {
  const t = useText(copytradeText);
  const [asking, setAsking] = useState(false);
  const refusal = useRefusal();
  const close = (): void => {
    refusal.forget();
    setAsking(false);
  };
  const cancel = useAction('follow/cancel', {
    ...refusal.action,
    invalidates: ['follow/my', 'follow/index', 'follow/traderDetail', ...BALANCES],
    onDone: close,
  });
  return (
    <>
      <Button variant="plain" onClick={() => setAsking(true)}>
        {t('unfollow')}
      </Button>
      <Dialog
        open={asking}
        onClose={close}
        title={t('unfollow')}
        confirm={t('unfollow')}
        busy={cancel.isPending}
        error={refusal.text}
        onConfirm={() => cancel.mutate({ follow_user_id: trader })}
      >
        {t('unfollow_hint')}
      </Dialog>
    </>
  );
}
