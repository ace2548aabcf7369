import { useState } from 'react';
import type { ReactNode } from 'react';
import type { AllReplies } from '../../lib/calls.ts';
import { formatNumber, formatTime } from '../../lib/format.ts';
import { useIdParam } from '../../lib/params.ts';
import { useAction, useGet } from '../../lib/query.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { Badge, Button, Dialog, Empty, Loaded, Num, Page, cx } from '../../ui/index.ts';
import { withdrawText } from './text.ts';

type Withdrawal = AllReplies['withdrawal/detail'];

const EVERY_MS = 3_000;
const TONES = { 1: 'gold', 2: 'good', 3: 'bad', 4: 'info' } as const;
const toneOf = (status: number) => TONES[status as keyof typeof TONES] ?? 'plain';

function Line({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="shrink-0 text-muted">{name}</dt>
      <dd className="min-w-0 text-end wrap-anywhere">{children}</dd>
    </div>
  );
}

function Facts({ row }: { readonly row: Withdrawal }) {
  const t = useText(withdrawText);
  return (
    <dl className="flex flex-col gap-2 rounded-lg bg-surface p-4 text-base">
      <Line name={t('receives')}>
        <Num value={row.receive} unit={row.currency_name} />
      </Line>
      <Line name={t('fee')}>
        <Num value={row.rate} unit={row.currency_name} />
      </Line>
      <Line name={t('receiver')}>{row.address}</Line>
      {row.type === 0 && <Line name={t('network')}>{row.network}</Line>}
      {row.txid !== '' && <Line name={t('transaction')}>{row.txid}</Line>}
      {row.state === 'broadcast' && row.confirmations_needed > 0 && (
        <Line name={t('confirmations')}>
          {t('n_of', { n: row.confirmations, needed: row.confirmations_needed })}
        </Line>
      )}
      {row.reason_text !== '' && <Line name={t('reason')}>{row.reason_text}</Line>}
    </dl>
  );
}

/** Every step that it took, the last one marked. */
function Steps({ row }: { readonly row: Withdrawal }) {
  const t = useText(withdrawText);
  const locale = useLocale();
  return (
    <section aria-label={t('steps')} className="rounded-lg bg-surface p-4">
      <h2 className="mb-3 text-sm text-muted">{t('steps')}</h2>
      <ol className="flex flex-col gap-4 border-s-2 border-line ps-4">
        {row.steps.map((step, place) => (
          <li key={`${step.at_ms} ${step.state}`} className="relative">
            <span
              aria-hidden="true"
              className={cx(
                'absolute -start-[23px] top-1 size-3 rounded-full',
                place === row.steps.length - 1 ? 'bg-gold' : 'bg-faint',
              )}
            />
            <span className="block text-base font-medium">{t(`state_${step.state}`)}</span>
            <span className="block text-xs text-muted">{formatTime(step.at_ms, locale)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function TakeBack({ row }: { readonly row: Withdrawal }) {
  const t = useText(withdrawText);
  const locale = useLocale();
  const [asking, setAsking] = useState(false);
  const cancel = useAction('withdrawal/cancel', {
    outdates: ['withdrawal/detail', 'user/withdraw/list', 'wallet/list', 'wallet/get_info'],
    onDone: () => {
      setAsking(false);
      toast(t('taken_back'), 'good');
    },
    onRefused: () => setAsking(false),
  });
  return (
    <>
      <Button look="danger" size="lg" wide onClick={() => setAsking(true)}>
        {t('take_back')}
      </Button>
      <Dialog
        open={asking}
        title={t('take_back')}
        confirm={t('take_back')}
        look="danger"
        busy={cancel.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => cancel.mutate({ id: row.id })}
      >
        {t('take_back_text', {
          amount: formatNumber(row.number, { kind: 'full' }, locale),
          coin: row.currency_name,
        })}
      </Dialog>
    </>
  );
}

function Shown({ row }: { readonly row: Withdrawal }) {
  const t = useText(withdrawText);
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-col items-center gap-2 py-4">
        <Num value={row.number} unit={row.currency_name} className="text-2xl font-semibold" />
        <Badge tone={toneOf(row.status)}>{t(`state_${row.state}`)}</Badge>
      </div>
      {row.waits !== null && (
        <p className="rounded-md bg-info-soft p-3 text-sm text-info-ink">{t(`waits_${row.waits}`)}</p>
      )}
      <Facts row={row} />
      <Steps row={row} />
      {row.may_cancel && <TakeBack row={row} />}
      <p className="text-center text-sm text-muted">{t('never_pay')}</p>
    </div>
  );
}

/** One withdrawal: where it stands and what became of it. */
export default function Detail() {
  const t = useText(withdrawText);
  const id = useIdParam('id');
  return (
    <Page title={t('details')} back="/pages/fund/receive_withdraw_record">
      {id === undefined ? <Empty /> : <OfWithdrawal id={id} />}
    </Page>
  );
}

function OfWithdrawal({ id }: { readonly id: number }) {
  const row = useGet('withdrawal/detail', { id }, { everyMs: EVERY_MS });
  return <Loaded of={row}>{(data) => <Shown row={data} />}</Loaded>;
}
