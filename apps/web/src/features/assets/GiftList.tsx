import { Gift as GiftIcon } from 'lucide-react';
import { useState } from 'react';
import type { RowOf } from '../../lib/calls.ts';
import { BALANCES } from '../../lib/balances.ts';
import { formatNumber, formatTime } from '../../lib/format.ts';
import { useAction, usePages } from '../../lib/query.ts';
import { useRefusal } from '../../lib/server-errors.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { Badge, Button, Dialog, Empty, List, ListRow, LoadedPages } from '../../ui/index.ts';
import { assetsText } from './text.ts';

type Gift = RowOf<'gift/list'>;

const INTENTS = { open: 'info', claimed: 'good', cancelled: 'plain', expired: 'plain' } as const;

/** Asks before a gift is cancelled. */
function Cancel({ gift, close }: { readonly gift: Gift; readonly close: () => void }) {
  const t = useText(assetsText);
  const locale = useLocale();
  const refusal = useRefusal();
  const cancel = useAction('gift/cancel', {
    ...refusal.action,
    invalidates: ['gift/list', 'wallet/send_limits', ...BALANCES],
    onDone: () => {
      close();
      toast(t('gift_cancelled'), 'good');
    },
  });
  return (
    <Dialog
      open
      onClose={close}
      title={t('gift_cancel_ask')}
      confirm={t('gift_cancel')}
      cancels
      busy={cancel.isPending}
      error={refusal.text}
      onConfirm={() => cancel.mutate({ id: gift.id })}
    >
      {t('gift_cancel_text', {
        amount: formatNumber(gift.number, { kind: 'full' }, locale),
        coin: gift.currency_name,
      })}
    </Dialog>
  );
}

function GiftRow({
  gift,
  direction,
  onCancel,
}: {
  readonly gift: Gift;
  readonly direction: 'in' | 'out';
  readonly onCancel: () => void;
}) {
  const t = useText(assetsText);
  const locale = useLocale();
  const { nickname, note } = gift;
  const other = nickname === '' ? undefined : t(direction === 'in' ? 'gift_from' : 'gift_to', { nickname });
  const hint = [other, note].filter((text) => text !== undefined && text !== '').join(' · ');
  return (
    <ListRow
      title={`${formatNumber(gift.number, { kind: 'full' }, locale)} ${gift.currency_name}`}
      {...(hint === '' ? {} : { hint })}
      meta={
        gift.ended_ms === null
          ? t('gift_until', { time: formatTime(gift.expires_ms, locale) })
          : formatTime(gift.ended_ms, locale)
      }
      end={
        <span className="flex items-center gap-2">
          <Badge intent={INTENTS[gift.state]}>{t(`gift_state_${gift.state}`)}</Badge>
          {direction === 'out' && gift.state === 'open' && (
            <Button size="sm" variant="plain" onClick={onCancel}>
              {t('gift_cancel')}
            </Button>
          )}
        </span>
      }
      wraps
    />
  );
}

/** Gifts that the user created (`out`) or claimed (`in`), newest first. */
export function GiftList({ direction }: { readonly direction: 'in' | 'out' }) {
  const t = useText(assetsText);
  const gifts = usePages('get', 'gift/list', { direction });
  const [asked, setAsked] = useState<Gift | null>(null);
  return (
    <>
      <LoadedPages
        query={gifts}
        empty={<Empty icon={<GiftIcon />} text={t(`gift_none_${direction}`)} next="beside" />}
      >
        {(rows) => (
          <List ground="card">
            {rows.map((gift) => (
              <GiftRow key={gift.id} gift={gift} direction={direction} onCancel={() => setAsked(gift)} />
            ))}
          </List>
        )}
      </LoadedPages>
      {asked && <Cancel gift={asked} close={() => setAsked(null)} />}
    </>
  );
}
