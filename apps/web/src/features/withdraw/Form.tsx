import { WITHDRAWAL_TYPE } from '@karat/contract';
import { useState } from 'react';
import type { AllReplies } from '../../lib/calls.ts';
import { formatNumber } from '../../lib/format.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { useProblemText } from '../../ui/amount/index.ts';
import { AmountField, Button, Fact, Form, FormError, Callout, Num, Picker } from '../../ui/index.ts';
import { ConfirmSheet } from '../../ui/confirm/index.ts';
import { capOf } from './amounts.ts';
import type { Problem } from './amounts.ts';
import { Notes } from './Notes.tsx';
import { AddressField, CardField } from './Receiver.tsx';
import type { Target } from './Receiver.tsx';
import { withdrawText } from './text.ts';
import { KnownWallet, Wallet } from './Wallet.tsx';
import { useWithdrawal } from './use-withdrawal.ts';
import type { Type } from './use-withdrawal.ts';

type Info = AllReplies['wallet/get_info'];

function useTextOf(info: Info): (problem: Problem | null) => string | null {
  const t = useText(withdrawText);
  const locale = useLocale();
  const problemText = useProblemText(info.name);
  return (problem) =>
    problem?.type === 'over_limit'
      ? t('over_limit', { left: formatNumber(problem.left, { kind: 'full' }, locale), coin: info.name })
      : problemText(problem);
}

/** Fee, amount received and remaining limit. */
function Summary({ info, receive }: { readonly info: Info; readonly receive: string | undefined }) {
  const t = useText(withdrawText);
  const locale = useLocale();
  const plain = (value: string): string => formatNumber(value, { kind: 'full' }, locale);
  const cap = capOf(info);
  return (
    <dl className="flex flex-col gap-2 rounded-md bg-surface p-4 text-base">
      <Fact name={t('fee')}>
        <Num value={info.rate} unit={info.name} />
      </Fact>
      <Fact name={t('minimum')}>
        <Num value={info.min_number} unit={info.name} />
      </Fact>
      {info.limit.level > 0 && (
        <Fact name={t('limit_left')}>
          {t('of_cap', { left: plain(cap.left), cap: plain(cap.cap), coin: cap.coin })}
        </Fact>
      )}
      <Fact name={t('receives')} className="border-t border-line pt-2">
        <Num value={receive} unit={info.name} className="text-xl font-semibold" />
      </Fact>
    </dl>
  );
}

/** Amount field with the available balance. */
function Spent({
  info,
  text,
  onText,
  error,
}: {
  readonly info: Info;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly error: string | null;
}) {
  const t = useText(withdrawText);
  return (
    <AmountField
      label={t('amount')}
      value={text}
      onValue={onText}
      unit={info.name}
      hint={
        <>
          {t('available')} <Num value={info.change_balance} unit={info.name} />
        </>
      }
      error={error}
      all={{ label: t('all'), take: () => onText(info.change_balance) }}
    />
  );
}

/** Large amounts are delayed and can be cancelled meanwhile. */
function Delay({ info }: { readonly info: Info }) {
  const t = useText(withdrawText);
  const locale = useLocale();
  const from = formatNumber(info.delay_from ?? '0', { kind: 'full' }, locale);
  return <Callout>{t('delay_note', { from, coin: info.name, minutes: info.delay_minutes })}</Callout>;
}

/** Networks with their fees. */
function NetworkPicker({
  info,
  onNetwork,
}: {
  readonly info: Info;
  readonly onNetwork: (network: string) => void;
}) {
  const t = useText(withdrawText);
  return (
    <Picker
      label={t('network')}
      title={t('choose_network')}
      options={info.routes.map((route) => ({
        id: route.network,
        label: route.title,
        hint: (
          <>
            {t('fee')} <Num value={route.rate} unit={info.name} />
          </>
        ),
      }))}
      value={info.network}
      onChoose={onNetwork}
    />
  );
}

const NOBODY: Target = { value: '', name: '' };

/** The withdrawal form: receiver, amount, costs. Obstacles come first. */
export function WithdrawForm({
  info,
  currency,
  type,
  onNetwork,
}: {
  readonly info: Info;
  readonly currency: number;
  readonly type: Type;
  readonly onNetwork: (network: string) => void;
}) {
  const t = useText(withdrawText);
  const [target, setTarget] = useState(NOBODY);
  const out = useWithdrawal(info, { currency, type, target: target.value, targetName: target.name });
  const textOf = useTextOf(info);
  const choose = (chosen: Target): void => {
    setTarget(chosen);
    out.forget();
  };
  const blocked = info.limit.level === 0 || info.held_until_ms !== null || info.protected_until_ms !== null;
  return (
    <>
      <Form onSubmit={out.submit} className="gap-4">
        <Notes info={info} />
        {type === WITHDRAWAL_TYPE.address && (
          <NetworkPicker
            info={info}
            onNetwork={(network) => {
              // An address belongs to a network; the amount stays.
              choose(NOBODY);
              onNetwork(network);
            }}
          />
        )}
        {type === WITHDRAWAL_TYPE.address ? (
          <AddressField
            currency={currency}
            network={info.network}
            target={target}
            onTarget={choose}
            error={out.receiverError}
          />
        ) : (
          <CardField type={type} target={target} onTarget={choose} error={out.receiverError} />
        )}
        <Spent
          info={info}
          text={out.text}
          onText={out.setText}
          error={textOf(out.problem) ?? out.amountRefusal}
        />
        {out.isWalletAsked &&
          !out.known.isLoading &&
          (out.known.wallet === null ? (
            <Wallet form={out.form} at={out.at} />
          ) : (
            <KnownWallet wallet={out.known.wallet} change={out.known.change} />
          ))}
        <Summary info={info} receive={out.receive} />
        {out.isDelayed && <Delay info={info} />}
        <FormError text={out.error} />
        <Button type="submit" size="lg" wide disabled={blocked} busy={out.busy}>
          {t('withdraw')}
        </Button>
      </Form>
      <p className="text-center text-sm text-balance text-muted">{t('never_pay')}</p>
      <ConfirmSheet open={out.confirmation.open} />
    </>
  );
}
