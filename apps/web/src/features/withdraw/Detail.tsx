import { WITHDRAWAL_TYPE } from '@karat/contract';
import { ExternalLink, Hourglass } from 'lucide-react';
import type { AllReplies } from '../../lib/calls.ts';
import { BALANCES } from '../../lib/balances.ts';
import { formatNumber, formatTime } from '../../lib/format.ts';
import { networkName } from '../../lib/networks.ts';
import { useIdParam } from '../../lib/params.ts';
import { useQuestion } from '../../lib/question.ts';
import { useAction, useGet } from '../../lib/query.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import {
  Button,
  Callout,
  CopyFact,
  Dialog,
  Fact,
  FormError,
  List,
  Loaded,
  Missing,
  Num,
  Page,
  Steps,
} from '../../ui/index.ts';
import { WithdrawalState, withdrawalsText } from '../../ui/withdrawals/index.ts';
import { withdrawText } from './text.ts';

type Withdrawal = AllReplies['withdrawal/detail'];

const EVERY_MS = 3_000;

/** The next step, or the outcome. */
const NEXT = {
  requested: 'next_review',
  approved: 'next_way',
  signing: 'next_way',
  signed: 'next_way',
  broadcast: 'next_way',
  exported: 'next_way',
  confirmed: 'next_done',
  rejected: 'next_back',
  failed: 'next_back',
  cancelled: 'next_back',
} as const satisfies Record<Withdrawal['state'], string>;

/** The transaction in a public block explorer. */
function ExplorerLink({ address }: { readonly address: string }) {
  const t = useText(withdrawText);
  return (
    <a
      href={address}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-flex min-h-11 items-center gap-2 px-4 text-sm font-medium text-gold-ink underline underline-offset-2"
    >
      <ExternalLink className="size-4 shrink-0" aria-hidden="true" />
      {t('open_explorer', { host: new URL(address).hostname })}
    </a>
  );
}

function Facts({ row }: { readonly row: Withdrawal }) {
  const t = useText(withdrawText);
  return (
    <List as="div" ground="flush">
      <dl className="flex flex-col gap-2 p-4 text-base">
        <Fact name={t('receives')}>
          <Num value={row.receive} unit={row.currency_name} />
        </Fact>
        <Fact name={t('fee')}>
          <Num value={row.rate} unit={row.currency_name} />
        </Fact>
        {row.type === WITHDRAWAL_TYPE.address ? (
          <Fact name={t('network')}>{networkName(row.network)}</Fact>
        ) : (
          <Fact name={t('receiver')}>{row.address}</Fact>
        )}
        {row.state === 'broadcast' && row.confirmations_needed > 0 && (
          <Fact name={t('confirmations')}>
            {t('n_of', { n: row.confirmations, needed: row.confirmations_needed })}
          </Fact>
        )}
        {row.reason_text !== '' && <Fact name={t('reason')}>{row.reason_text}</Fact>}
      </dl>
      {row.type === WITHDRAWAL_TYPE.address && <CopyFact name={t('receiver')} value={row.address} />}
      {row.txid !== '' && <CopyFact name={t('transaction')} value={row.txid} />}
      {typeof row.explorer === 'string' && <ExplorerLink address={row.explorer} />}
    </List>
  );
}

function TakeBack({ row }: { readonly row: Withdrawal }) {
  const t = useText(withdrawText);
  const locale = useLocale();
  const question = useQuestion();
  const cancel = useAction('withdrawal/cancel', {
    ...question.action,
    invalidates: ['withdrawal/detail', 'user/withdraw/list', ...BALANCES],
    onDone: () => {
      question.close();
      toast(t('taken_back'), 'good');
    },
  });
  return (
    <>
      <FormError text={question.dialog.open ? null : question.dialog.error} />
      <Button
        variant="danger"
        size="lg"
        wide
        busy={cancel.isPending}
        onClick={() => (row.release_ms === null ? question.ask() : cancel.mutate({ id: row.id }))}
      >
        {t('take_back')}
      </Button>
      <Dialog
        {...question.dialog}
        title={t('take_back')}
        confirm={t('take_back')}
        cancels
        variant="danger"
        busy={cancel.isPending}
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

/** What an approved withdrawal waits for; before that its state says that it is reviewed. */
const waitsOf = ({ state, waits }: Withdrawal): Withdrawal['waits'] => (state === 'requested' ? null : waits);

function Shown({ row }: { readonly row: Withdrawal }) {
  const t = useText(withdrawText);
  const states = useText(withdrawalsText);
  const locale = useLocale();
  const waits = waitsOf(row);
  return (
    <div className="flex flex-col gap-4 wide:side-by-side wide:gap-6">
      <div className="flex flex-col gap-4">
        <div className="flex flex-col items-center gap-2 py-4 text-center">
          <Num value={row.number} unit={row.currency_name} className="text-2xl font-semibold" />
          <WithdrawalState state={row.state} />
          {waits === null && (
            <p className="max-w-[320px] text-sm text-balance text-muted">{t(NEXT[row.state])}</p>
          )}
        </div>
        {row.release_ms !== null && (
          <Callout intent="wait" icon={<Hourglass />}>
            {t('delayed', { time: formatTime(row.release_ms, locale) })}
          </Callout>
        )}
        {waits !== null && waits !== 'delay' && <Callout intent="wait">{t(`waits_${waits}`)}</Callout>}
        <Facts row={row} />
      </div>
      <div className="flex flex-col gap-4">
        <Steps
          title={t('steps')}
          steps={row.steps.map(({ state, at_ms }) => ({ name: states(state), at_ms }))}
        />
        {row.may_cancel && <TakeBack row={row} />}
        <p className="text-center text-sm text-balance text-muted">{t('never_pay')}</p>
      </div>
    </div>
  );
}

/** One withdrawal with its state and timeline. */
export default function Detail() {
  const t = useText(withdrawText);
  const id = useIdParam('id');
  return (
    <Page title={t('details')} back="/pages/fund/receive_withdraw_record">
      {id === undefined ? <Missing /> : <OfWithdrawal id={id} />}
    </Page>
  );
}

function OfWithdrawal({ id }: { readonly id: number }) {
  const row = useGet('withdrawal/detail', { id }, { everyMs: EVERY_MS });
  return <Loaded query={row}>{(data) => <Shown row={data} />}</Loaded>;
}
