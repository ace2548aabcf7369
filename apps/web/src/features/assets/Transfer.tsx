import { ArrowUpDown, History } from 'lucide-react';
import { useState } from 'react';
import { amount, format } from '@karat/money';
import { spendingProblem } from '../../lib/amount-problem.ts';
import type { AllReplies } from '../../lib/calls.ts';
import { BALANCES } from '../../lib/balances.ts';
import { USDT } from '../../lib/currencies.ts';
import { useFormState } from '../../lib/form-state.ts';
import { goBackLater } from '../../lib/navigation.ts';
import { useIdParam, useParam } from '../../lib/params.ts';
import { useAction, useGet, usePost } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { useWide } from '../../lib/wide.ts';
import {
  Button,
  CoinIcon,
  Form,
  Link,
  LinkIcon,
  IconButton,
  Loaded,
  Num,
  Page,
  Picker,
  SkeletonForm,
  FormError,
} from '../../ui/index.ts';
import { ACCOUNTS, balancesOf } from './balances.ts';
import type { Account } from './balances.ts';
import { SpentField } from './SpentField.tsx';
import { assetsText } from './text.ts';
import { RecentTransfers } from './TransferHistory.tsx';

const accountParam = (text: string | undefined): Account | undefined =>
  ACCOUNTS.find((account) => account === text);

/** The two accounts of a transfer, never the same. */
interface Ends {
  readonly from: Account;
  readonly to: Account;
}

/** Choosing the other account swaps the two. */
function chosen(ends: Ends, end: keyof Ends, account: Account): Ends {
  const other = end === 'from' ? 'to' : 'from';
  return ends[other] === account ? { from: ends.to, to: ends.from } : { ...ends, [end]: account };
}

/**
 * Accounts requested by the address: a transfer to the contract account comes from the exchange account, and the other
 * way round.
 */
function firstEnds(from: Account | undefined, to: Account | undefined): Ends {
  const source = from ?? (to === 'change' ? 'lever' : 'change');
  const target = to ?? (source === 'change' ? 'lever' : 'change');
  return source === target ? { from: 'change', to: 'lever' } : { from: source, to: target };
}

function AccountPickers({
  ends,
  onChange,
}: {
  readonly ends: Ends;
  readonly onChange: (ends: Ends) => void;
}) {
  const t = useText(assetsText);
  const options = ACCOUNTS.map((id) => ({ id, label: t(id) }));
  const picker = (end: keyof Ends) => (
    <Picker
      label={t(end)}
      title={t('choose_account')}
      options={options}
      value={ends[end]}
      onChoose={(account) => onChange(chosen(ends, end, account))}
    />
  );
  return (
    <div className="flex items-center gap-2">
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        {picker('from')}
        {picker('to')}
      </div>
      <IconButton label={t('swap')} onClick={() => onChange({ from: ends.to, to: ends.from })}>
        <ArrowUpDown />
      </IconButton>
    </div>
  );
}

/** State of the form and its request. */
function useTransfer(wallets: AllReplies['wallet/list']) {
  const t = useText(assetsText);
  const requested = accountParam(useParam('to'));
  const [ends, setEnds] = useState(firstEnds(accountParam(useParam('from')), requested));
  const [wanted, setWanted] = useState(useIdParam('currency') ?? USDT);
  const { form, at, check, checked, action, error } = useFormState(
    { amount: '' },
    { insufficient_balance: 'amount', amount_too_precise: 'amount' },
    { number: 'amount' },
  );
  const text = form.amount;
  const setText = at('amount').onValue;
  const currencies = useGet('currency/list', {}, { freshMs: Infinity });
  const transfer = useAction('wallet/change', {
    ...action,
    invalidates: ['wallet/hzhistory', ...BALANCES],
    onDone: () => {
      toast(t('transferred'), 'good');
      setText('');
      check(false);
    },
    // Who came from a ticket for the money that it lacks continues there.
    onSuccessNavigate: () => {
      if (requested !== undefined) goBackLater('/pages/fund/assets');
    },
  });
  const receiving = new Set(balancesOf(wallets, ends.to).map((balance) => balance.currency));
  const common = balancesOf(wallets, ends.from).filter((balance) => receiving.has(balance.currency));
  const balance = common.find((one) => one.currency === wanted) ?? common[0];
  const available = balance?.available ?? amount('0');
  const decimals = currencies.data?.find((one) => one.id === balance?.currency)?.decimals ?? 0;
  const problem = spendingProblem(text, decimals, available);
  const submit = (): void => {
    check();
    if (problem || !balance) return;
    transfer.mutate({
      currency_id: balance.currency,
      number: text,
      from_field: ends.from,
      to_field: ends.to,
    });
  };
  return {
    ends,
    setEnds,
    common,
    balance,
    available,
    text,
    setText,
    submit,
    choose: setWanted,
    problem: checked ? problem : null,
    refusal: at('amount').errorFor(null),
    error,
    busy: transfer.isPending,
  };
}

function TransferForm({ wallets }: { readonly wallets: AllReplies['wallet/list'] }) {
  const t = useText(assetsText);
  const transfer = useTransfer(wallets);
  const { balance, available } = transfer;
  return (
    <Form onSubmit={transfer.submit} className="flex-1 gap-5">
      <AccountPickers ends={transfer.ends} onChange={transfer.setEnds} />
      {balance ? (
        <>
          <Picker
            label={t('currency')}
            title={t('choose_currency')}
            icon={<CoinIcon name={balance.name} size={28} />}
            options={transfer.common.map((one) => ({
              id: String(one.currency),
              label: one.name,
              value: <Num value={format(one.available)} />,
            }))}
            value={String(balance.currency)}
            onChoose={(id) => transfer.choose(Number(id))}
          />
          <SpentField
            label={t('amount')}
            value={transfer.text}
            onValue={transfer.setText}
            unit={balance.name}
            hint={
              <>
                {t('available')} <Num value={format(available)} unit={balance.name} />
              </>
            }
            problem={transfer.problem}
            refusal={transfer.refusal}
            onAll={() => transfer.setText(format(available))}
          />
        </>
      ) : (
        <p className="rounded-md bg-raised p-4 text-base text-muted">{t('no_common')}</p>
      )}
      <p className="text-sm text-muted">{t('transfer_free')}</p>
      <Link
        to="/pages/fund/fundTransfer"
        search={{ view: 'send' }}
        className="inline-flex min-h-11 items-center justify-center text-base font-medium text-gold-ink"
      >
        {t('send')}
      </Link>
      <FormError text={transfer.error} />
      <Button type="submit" size="lg" wide busy={transfer.busy} disabled={!balance} className="mt-auto">
        {t('transfer')}
      </Button>
    </Form>
  );
}

/** Moves money between the user's accounts. */
export default function Transfer() {
  const t = useText(assetsText);
  const wallets = usePost('wallet/list', {});
  const wide = useWide();
  return (
    <Page
      title={t('transfer')}
      back="/pages/fund/assets"
      right={
        <LinkIcon to="/pages/fund/transfer_history" label={t('transfer_history')}>
          <History />
        </LinkIcon>
      }
    >
      <div className="flex flex-1 flex-col wide:side-by-side wide:gap-6">
        <Loaded query={wallets} skeleton={<SkeletonForm fields={4} />}>
          {(data) => <TransferForm wallets={data} />}
        </Loaded>
        {wide && <RecentTransfers />}
      </div>
    </Page>
  );
}
