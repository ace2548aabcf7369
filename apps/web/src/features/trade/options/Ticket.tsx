import { FLAG, OPTION_DIRECTION } from '@karat/contract';
import type { NumberOf } from '@karat/contract';
import { ArrowDown, ArrowUp, Plus, SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import type { AllReplies } from '../../../lib/calls.ts';
import { formatNumber } from '../../../lib/format.ts';
import type { Quotation } from '../../../lib/markets.ts';
import { go, withLogin } from '../../../lib/navigation.ts';
import { useAction, useGet } from '../../../lib/query.ts';
import { useServerErrors } from '../../../lib/server-errors.ts';
import { useSession } from '../../../lib/session.ts';
import { toast } from '../../../lib/toast.ts';
import { useLocale, useText } from '../../../lib/text.ts';
import {
  Button,
  cx,
  Fact,
  Figure,
  FormError,
  Link,
  Loaded,
  Num,
  Select,
  Skeleton,
} from '../../../ui/index.ts';
import { riskText } from '../../../ui/risk/index.ts';
import { tradeText } from '../text.ts';
import { NumberField } from '../ticket/NumberField.tsx';
import { Durations } from './Durations.tsx';
import { payoutEstimateOf, problemOf, stakeRange } from './form.ts';
import type { Duration, Payable } from './form.ts';
import { onOptionEvent, invalidateOptions } from './use-own-options.ts';
import { optionsText } from './text.ts';

type OwnRecord = AllReplies['microtrade/record'];
const QUICK = ['10', '50', '100', '500'] as const;

/** What a win pays back, what can be lost, and the balance after. */
function Outlook({
  stake,
  duration,
  payable,
  record,
}: {
  readonly stake: string;
  readonly duration: Duration;
  readonly payable: Payable;
  readonly record: OwnRecord | undefined;
}) {
  const t = useText(optionsText);
  const outlook = payoutEstimateOf(stake, duration, payable);
  const { name } = payable;
  return (
    <dl className="grid grid-cols-3 gap-2 text-sm">
      <Figure name={t('win_pays')}>
        <Num value={outlook?.pays} unit={name} className="font-semibold text-up-ink" />
      </Figure>
      <Figure name={t('can_lose')}>
        <Num value={outlook ? stake : null} unit={name} className="text-down-ink" />
      </Figure>
      <Figure name={t('balance_after')}>
        <Num value={record ? outlook?.left : null} unit={name} />
      </Figure>
    </dl>
  );
}

/** The break-even win rate beside the user's own. */
function WinRates({
  duration,
  record,
}: {
  readonly duration: Duration;
  readonly record: OwnRecord | undefined;
}) {
  const t = useText(optionsText);
  return (
    <dl className="flex flex-col gap-1.5 text-sm">
      <Fact name={t('break_even')}>
        <Num value={duration.break_even} unit="%" />
      </Fact>
      <Fact name={t('record')}>
        {record?.win_rate === undefined || record.win_rate === null ? (
          <span className="text-muted">{t('record_none')}</span>
        ) : (
          <>
            {t('record_line', { wins: record.wins, losses: record.losses })} ·{' '}
            <Num value={record.win_rate} unit="%" />
          </>
        )}
      </Fact>
    </dl>
  );
}

/** The stake with its currency, quick amounts and a link to transfer. */
function Stake({
  stake,
  onStake,
  payable,
  payables,
  onCurrency,
  error,
}: {
  readonly stake: string;
  readonly onStake: (text: string) => void;
  readonly payable: Payable;
  readonly payables: readonly Payable[];
  readonly onCurrency: (id: number) => void;
  readonly error: string | undefined;
}) {
  const t = useText(optionsText);
  const trade = useText(tradeText);
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <NumberField label={t('stake')} unit={payable.name} value={stake} onText={onStake} error={error} />
        </div>
        {payables.length > 1 && (
          <Select
            label={t('pay_with')}
            options={payables.map((row) => ({ id: String(row.id), label: row.name }))}
            value={String(payable.id)}
            onChange={(id) => onCurrency(Number(id))}
            className="min-h-[50px]! w-24!"
          />
        )}
      </div>
      <div className="flex gap-2">
        {QUICK.map((text) => (
          <button
            key={text}
            type="button"
            onClick={() => onStake(text)}
            aria-pressed={text === stake}
            className={cx(
              'min-h-11 flex-1 rounded-full border text-sm tnum',
              text === stake ? 'border-gold-ink bg-gold-soft text-gold-ink' : 'border-line bg-surface',
            )}
          >
            {text}
          </button>
        ))}
      </div>
      <div className="flex items-center justify-between text-xs">
        <span className="text-muted">{trade('available')}</span>
        <span className="flex items-center">
          <Num value={payable.user_wallet.micro_balance} unit={payable.name} />
          <Link
            to="/pages/fund/transfer"
            search={{ to: 'micro', currency: payable.id }}
            aria-label={trade('top_up')}
            className="-my-3 -me-3 grid size-11 place-items-center text-gold-ink"
          >
            <Plus className="size-4" />
          </Link>
        </span>
      </div>
    </div>
  );
}

/** The two buttons; above them any obstacles. */
function Sides({
  wrong,
  onTake,
  busy,
}: {
  readonly wrong: boolean;
  readonly onTake: (type: NumberOf<typeof OPTION_DIRECTION>) => void;
  readonly busy: boolean;
}) {
  const t = useText(optionsText);
  return (
    <div className="grid grid-cols-2 gap-2">
      <Button variant="up" size="lg" busy={busy} disabled={wrong} onClick={() => onTake(OPTION_DIRECTION.up)}>
        <ArrowUp className="size-5" aria-hidden="true" />
        {t('up')}
      </Button>
      <Button
        variant="down"
        size="lg"
        busy={busy}
        disabled={wrong}
        onClick={() => onTake(OPTION_DIRECTION.down)}
      >
        <ArrowDown className="size-5" aria-hidden="true" />
        {t('down')}
      </Button>
    </div>
  );
}

/** Input of the form, checked against the current terms. */
function useForm(market: Quotation, durations: readonly Duration[], payables: readonly Payable[]) {
  const t = useText(optionsText);
  const locale = useLocale();
  const [seconds, setSeconds] = useState(durations[0]?.seconds ?? 0);
  const [currency, setCurrency] = useState(payables[0]?.id ?? 0);
  const [stake, setStake] = useState('100');
  const [tried, setTried] = useState(false);
  const refused = useServerErrors<'stake'>({
    byCode: { insufficient_balance: 'stake' },
    byName: (name) => (name === 'number' ? 'stake' : undefined),
  });
  const submit = useAction('microtrade/submit', {
    quiet: true,
    onRefused: refused.onRefused,
    onDone: (order) => {
      onOptionEvent(order);
      invalidateOptions();
      toast(t('taken'));
    },
  });
  const duration = durations.find((row) => row.seconds === seconds) ?? durations[0];
  const payable = payables.find((row) => row.id === currency) ?? payables[0];
  if (!duration || !payable) return undefined;
  const problem = problemOf(stake, duration, payable);
  const shown = problem === 'between' || tried ? problem : undefined;
  const { min, max } = stakeRange(duration, payable);
  const shownAmount = (value: string): string => formatNumber(value, { kind: 'full' }, locale);
  const range = { min: shownAmount(min), max: shownAmount(max), currency: payable.name };
  const take = (type: NumberOf<typeof OPTION_DIRECTION>): void => {
    setTried(true);
    refused.forget();
    if (problem) return;
    const chosen = { match_id: market.id, currency_id: payable.id, type, seconds: duration.seconds };
    submit.mutate({ ...chosen, number: stake });
  };
  const own = shown && (shown === 'between' ? t('between', range) : t(shown));
  const error = own ?? refused.errorOf('stake') ?? undefined;
  const change = (text: string): void => {
    refused.forget();
    setStake(text);
  };
  return {
    duration,
    payable,
    stake,
    error,
    refused: refused.error,
    take,
    setSeconds,
    setCurrency,
    setStake: change,
    busy: submit.isPending,
  };
}

interface FormProps {
  readonly market: Quotation;
  readonly durations: readonly Duration[];
  readonly payables: readonly Payable[];
  readonly record: OwnRecord | undefined;
  readonly paused: boolean;
}

/** The buttons, or the required step before them. */
function Actions({
  record,
  paused,
  take,
  busy,
}: Pick<FormProps, 'record' | 'paused'> & {
  readonly take: (type: NumberOf<typeof OPTION_DIRECTION>) => void;
  readonly busy: boolean;
}) {
  const t = useText(optionsText);
  const trade = useText(tradeText);
  const risk = useText(riskText);
  const loggedIn = useSession((state) => state.token !== null);
  if (!loggedIn) {
    return (
      <Button wide onClick={() => withLogin(() => undefined)}>
        {trade('login_to_trade')}
      </Button>
    );
  }
  if (record && !record.quiz_passed) {
    return (
      <Button wide onClick={() => go.push('/pages/transaction/seconds_quiz')}>
        {risk('take_quiz')}
      </Button>
    );
  }
  const off = record?.region_allowed === false;
  return (
    <>
      <Sides wrong={paused || off} onTake={take} busy={busy} />
      {off && <p className="text-sm text-bad-ink">{t('region_off')}</p>}
    </>
  );
}

function Form({ market, durations, payables, record, paused }: FormProps) {
  const t = useText(optionsText);
  const risk = useText(riskText);
  const loggedIn = useSession((state) => state.token !== null);
  const form = useForm(market, durations, payables);
  if (!form) return null;
  const { duration, payable, stake, error } = form;
  return (
    <section aria-label={t('options')} className="flex flex-col gap-2">
      <Durations rows={durations} value={duration.seconds} onChoose={form.setSeconds} />
      <Stake
        stake={stake}
        onStake={form.setStake}
        payable={payable}
        payables={payables}
        onCurrency={form.setCurrency}
        error={error}
      />
      <Outlook stake={stake} duration={duration} payable={payable} record={record} />
      <FormError text={form.refused} />
      <Actions record={record} paused={paused} take={form.take} busy={form.busy} />
      <WinRates duration={duration} record={record} />
      <p className="text-xs text-muted">{t('rule_note')}</p>
      {loggedIn && (
        <Link
          to="/pages/transaction/seconds_limits"
          className="inline-flex min-h-11 items-center gap-2 text-sm text-gold-ink"
        >
          <SlidersHorizontal className="size-4" aria-hidden="true" />
          {risk('limits')}
        </Link>
      )}
    </section>
  );
}

/** Takes options: duration, stake, estimate, direction. */
export function OptionTicket({ market, paused }: { readonly market: Quotation; readonly paused: boolean }) {
  const loggedIn = useSession((state) => state.token !== null);
  const durations = useGet('microtrade/seconds', {});
  const payables = useGet('microtrade/payable_currencies', {}, { everyMs: 30_000 });
  const record = useGet('microtrade/record', {}, { enabled: loggedIn });
  return (
    <Loaded query={durations} skeleton={<Skeleton className="h-80" />}>
      {(rows) => (
        <Loaded query={payables} skeleton={<Skeleton className="h-80" />}>
          {(currencies) => (
            <Form
              market={market}
              durations={rows.filter((row) => row.status === FLAG.yes)}
              payables={currencies}
              record={record.data}
              paused={paused}
            />
          )}
        </Loaded>
      )}
    </Loaded>
  );
}
