import { BALANCES } from '../../lib/balances.ts';
import { useAction } from '../../lib/query.ts';
import { useRefusal } from '../../lib/server-errors.ts';
import { useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { Button, FormError, Num, Sheet } from '../../ui/index.ts';
import type { FollowRow } from './follow-form.ts';
import { copytradeText } from './text.ts';

/** Ends copying a trader: open copies stay, or are closed now. */
export function StopSheet({ row, onClose }: { readonly row: FollowRow; readonly onClose: () => void }) {
  const t = useText(copytradeText);
  const refusal = useRefusal();
  const options = {
    ...refusal.action,
    invalidates: ['follow/my', 'follow/traders', 'follow/traderDetail', 'lever/dealall', ...BALANCES],
    onDone: () => {
      toast(t('stopped'));
      onClose();
    },
  } as const;
  const keep = useAction('follow/cancel', options);
  const stop = useAction('follow/stop', options);
  const isBusy = keep.isPending || stop.isPending;
  return (
    <Sheet open title={t('stop_title', { name: row.nickname })} onClose={onClose}>
      <div className="flex flex-col gap-3 px-5 pb-6 text-base">
        {row.open_copies > 0 && (
          <>
            <p className="text-muted">
              {t('stop_close_hint', { count: row.open_copies })}{' '}
              <Num value={row.unrealised} form="result" decimals={2} signed intent="auto" unit="USDT" />
            </p>
            <Button
              variant="danger"
              busy={stop.isPending}
              disabled={isBusy}
              onClick={() => stop.mutate({ follow_id: row.id })}
            >
              {t('stop_close')}
            </Button>
          </>
        )}
        {row.active && (
          <>
            <p className="text-muted">{t('unfollow_hint')}</p>
            <Button
              variant="plain"
              busy={keep.isPending}
              disabled={isBusy}
              onClick={() => keep.mutate({ follow_user_id: row.trader_user_id })}
            >
              {t(row.open_copies > 0 ? 'stop_keep' : 'unfollow')}
            </Button>
          </>
        )}
        <FormError text={refusal.text} />
      </div>
    </Sheet>
  );
}
