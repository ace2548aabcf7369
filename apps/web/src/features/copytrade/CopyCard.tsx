import { POSITION_SIDE } from '@karat/contract';
import { BALANCES } from '../../lib/balances.ts';
import type { ReplyOf } from '../../lib/calls.ts';
import { useAction } from '../../lib/query.ts';
import { useQuestion } from '../../lib/question.ts';
import { quoteOf } from '../../lib/symbol.ts';
import { useText } from '../../lib/text.ts';
import { Badge, Button, Dialog, MarketPrice, Num, ReceiptLink } from '../../ui/index.ts';
import { copytradeText } from './text.ts';

type Copied = ReplyOf<'lever/dealall'>['order']['data'][number];

const CHANGED = ['lever/dealall', 'follow/my', ...BALANCES] as const;

/** An open copied position: close it before the trader does, or take it over; each after a confirmation. */
export function CopyCard({ row }: { readonly row: Copied }) {
  const t = useText(copytradeText);
  const closing = useQuestion();
  const keeping = useQuestion();
  const close = useAction('lever/close', { ...closing.action, invalidates: CHANGED, onDone: closing.close });
  const keep = useAction('follow/selfHolding', {
    ...keeping.action,
    invalidates: CHANGED,
    onDone: keeping.close,
  });
  const profit = <Num value={row.profits} form="result" decimals={2} signed intent="auto" unit="USDT" />;
  return (
    <li className="rounded-lg bg-surface p-4">
      <div className="flex items-center gap-2">
        <span className="text-lg font-medium">{row.symbol}</span>
        <Badge intent={row.type === POSITION_SIDE.long ? 'good' : 'bad'}>
          {t(row.type === POSITION_SIDE.long ? 'long' : 'short')} {row.multiple}×
        </Badge>
        <span className="ms-auto font-medium">{profit}</span>
      </div>
      <p className="mt-1 text-xs text-muted">
        <MarketPrice market={row.match_id} value={row.price} /> →{' '}
        <MarketPrice market={row.match_id} value={row.update_price} unit={quoteOf(row.symbol)} /> ·{' '}
        {t('margin')} <Num value={row.caution_money} form="cost" decimals={2} unit="USDT" />
      </p>
      <div className="mt-3 flex gap-3 [&>button]:flex-1">
        <ReceiptLink kind="contract" subject={String(row.id)} variant="icon" />
        <Button variant="plain" onClick={keeping.ask}>
          {t('keep')}
        </Button>
        <Button variant="plain" onClick={closing.ask}>
          {t('close')}
        </Button>
      </div>
      <Dialog
        {...closing.dialog}
        title={t('close_title')}
        confirm={t('close')}
        busy={close.isPending}
        onConfirm={() => close.mutate({ id: row.id })}
      >
        {t('close_hint')} {profit}
      </Dialog>
      <Dialog
        {...keeping.dialog}
        title={t('keep_title')}
        confirm={t('keep')}
        busy={keep.isPending}
        onConfirm={() => keep.mutate({ transaction_id: row.id })}
      >
        {t('keep_hint')}
      </Dialog>
    </li>
  );
}
