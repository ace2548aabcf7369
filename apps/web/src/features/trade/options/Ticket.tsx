import { FLAG, OPTION_DIRECTION } from '@karat/contract';
import type { NumberOf } from '@karat/contract';
import { ArrowDown, ArrowUp, SlidersHorizontal } from 'lucide-react';
import type { AllReplies } from '../../../lib/calls.ts';
import type { Quotation } from '../../../lib/markets.ts';
import { go, withLogin } from '../../../lib/navigation.ts';
import { useGet } from '../../../lib/query.ts';
import { useSession } from '../../../lib/session.ts';
import { useText } from '../../../lib/text.ts';
import { Button, Fact, Figure, FormError, Link, Loaded, Num, Skeleton } from '../../../ui/index.ts';
import { riskText } from '../../../ui/risk/index.ts';
import { tradeText } from '../text.ts';
import { InsufficientFunds } from '../ticket/InsufficientFunds.tsx';
import { Durations } from './Durations.tsx';
import { payoutEstimateOf } from './form.ts';
import type { Duration, Payable } from './form.ts';
import { Stake } from './Stake.tsx';
import { optionsText } from './text.ts';
import { useTicketForm } from './use-ticket-form.ts';

type OwnRecord = AllReplies['microtrade/record'];

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
  const trade = useText(tradeText);
  const outlook = payoutEstimateOf(stake, duration, payable);
  const { name } = payable;
  return (
    // As wide as their figures: a balance with all its decimals stays on one line.
    <dl className="grid grid-cols-[auto_auto_auto] justify-between gap-3 text-sm">
      <Figure name={t('win_pays')}>
        <Num value={outlook?.pays} unit={name} className="font-semibold text-up-ink" />
      </Figure>
      <Figure name={trade('max_loss')}>
        <Num value={outlook ? stake : null} unit={name} className="text-down-ink" />
      </Figure>
      <Figure name={trade('balance_after')}>
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
  missing,
}: Pick<FormProps, 'record' | 'paused'> & {
  readonly take: (type: NumberOf<typeof OPTION_DIRECTION>) => void;
  readonly busy: boolean;
  /** Currency whose balance is below the stake. */
  readonly missing: number | undefined;
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
      {missing !== undefined && !off && <InsufficientFunds text={t('short')} to="micro" currency={missing} />}
      <Sides wrong={paused || off} onTake={take} busy={busy} />
      {off && <p className="text-sm text-bad-ink">{t('region_off')}</p>}
    </>
  );
}

function Form({ market, durations, payables, record, paused }: FormProps) {
  const t = useText(optionsText);
  const risk = useText(riskText);
  const loggedIn = useSession((state) => state.token !== null);
  const form = useTicketForm(market, durations, payables);
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
      <Actions
        record={record}
        paused={paused}
        take={form.take}
        busy={form.busy}
        missing={form.isShort ? payable.id : undefined}
      />
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
