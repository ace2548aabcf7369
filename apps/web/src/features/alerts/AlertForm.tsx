import type { AlertKind, AlertRepeat } from '@karat/contract';
import { parseAmount } from '@karat/money';
import { useState } from 'react';
import { decimalsOf, useLivePrice } from '../../lib/markets.ts';
import type { Quotation } from '../../lib/markets.ts';
import { useAction } from '../../lib/query.ts';
import { useFormState } from '../../lib/form-state.ts';
import { useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { AmountField, Button, Form, FormError, Num, Picker, Tabs } from '../../ui/index.ts';
import { ALERT_READS, KINDS, REPEATS } from './alert.ts';
import type { Alert } from './alert.ts';
import { alertsText } from './text.ts';

const byRepeat = (id: string): AlertRepeat => REPEATS.find((minutes) => String(minutes) === id) ?? 0;

/** The price of now, against which the target is chosen. */
function PriceNow({ market }: { readonly market: Quotation }) {
  const t = useText(alertsText);
  const live = useLivePrice(market);
  return (
    <>
      {t('now')} <Num value={live.now_price} form="fixed" decimals={decimalsOf(market.tick)} />{' '}
      {market.legal_name}
    </>
  );
}

interface AlertFormProps {
  readonly market: Quotation;
  /** The alert to edit; a new one without it. */
  readonly alert?: Alert;
  /** Price that a new alert begins with. */
  readonly target?: string | undefined;
  readonly onDone: () => void;
}

function useAlertForm({ market, alert, target: first = '', onDone }: AlertFormProps) {
  const t = useText(alertsText);
  const [kind, setKind] = useState<AlertKind>(alert?.kind ?? 'price');
  const [repeat, setRepeat] = useState<AlertRepeat>(alert?.repeat_minutes ?? 0);
  const { action, at, check, error, forget } = useFormState(
    { target: alert?.target ?? first },
    { alert_target: 'target', alert_decimals: 'target', alert_exists: 'target' },
  );
  const options = {
    ...action,
    invalidates: ALERT_READS,
    onDone: () => {
      toast(t('saved'), 'good');
      onDone();
    },
  } as const;
  const create = useAction('alert/create', options);
  const edit = useAction('alert/edit', options);
  const target = at('target');
  const isEmpty = (parseAmount(target.value) ?? 0n) === 0n;
  return {
    kind,
    chooseKind: (id: AlertKind): void => {
      setKind(id);
      if (id !== kind) target.onValue('');
      forget();
    },
    repeat,
    setRepeat,
    target,
    problem: isEmpty ? t('enter') : null,
    error,
    isSending: create.isPending || edit.isPending,
    submit: (): void => {
      check();
      if (isEmpty) return;
      const terms = { kind, target: target.value, repeat_minutes: repeat };
      if (alert) edit.mutate({ id: alert.id, ...terms });
      else create.mutate({ match_id: market.id, ...terms });
    },
  };
}

/** What an alert watches and how often it notifies. */
export function AlertForm(props: AlertFormProps) {
  const t = useText(alertsText);
  const { market, alert } = props;
  const form = useAlertForm(props);
  const isPrice = form.kind === 'price';
  return (
    <Form className="gap-4" onSubmit={form.submit}>
      <Tabs
        variant="chips"
        label={t('kind')}
        items={KINDS.map((id) => ({ id, label: t(id) }))}
        value={form.kind}
        onChange={form.chooseKind}
      />
      <AmountField
        label={t(isPrice ? 'target_price' : 'target_change')}
        value={form.target.value}
        onValue={form.target.onValue}
        unit={isPrice ? market.legal_name : '%'}
        hint={isPrice ? <PriceNow market={market} /> : t('change_hint')}
        error={form.target.errorFor(form.problem)}
      />
      <Picker
        label={t('repeat')}
        title={t('repeat')}
        options={REPEATS.map((minutes) => ({ id: String(minutes), label: t(`repeat_${minutes}`) }))}
        value={String(form.repeat)}
        onChoose={(id) => form.setRepeat(byRepeat(id))}
      />
      <FormError text={form.error} />
      <Button type="submit" size="lg" wide busy={form.isSending}>
        {t(alert ? 'save' : 'create')}
      </Button>
    </Form>
  );
}
