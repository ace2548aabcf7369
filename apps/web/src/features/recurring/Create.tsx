import { amount, divDown, format, parseAmount } from '@karat/money';
import { useState } from 'react';
import { BALANCES } from '../../lib/balances.ts';
import { useMarkets } from '../../lib/markets.ts';
import { go, withLogin } from '../../lib/navigation.ts';
import { parseDecimal } from '../../lib/parse-decimal.ts';
import { useIdParam } from '../../lib/params.ts';
import { useAction, useGet, usePost } from '../../lib/query.ts';
import { useQuestion } from '../../lib/question.ts';
import type { QuestionDialog } from '../../lib/question.ts';
import { useSession } from '../../lib/session.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { useProblemText } from '../../ui/amount/index.ts';
import {
  AmountField,
  Button,
  Callout,
  CoinIcon,
  Dialog,
  Empty,
  Fact,
  Form,
  Loaded,
  Num,
  Page,
  Picker,
  SkeletonForm,
} from '../../ui/index.ts';
import { RECURRING_READS, dayFor, deviceZone, momentName } from './schedule.ts';
import type { Config, Market, Schedule } from './schedule.ts';
import { ScheduleFields } from './ScheduleFields.tsx';
import { ScheduleText } from './PlanRow.tsx';
import { Upcoming, useUpcoming } from './Upcoming.tsx';
import { problemOf } from './amount.ts';
import { recurringText } from './text.ts';

/** Hour that a new plan proposes. */
const FIRST_HOUR = 9;

/** What a plan does when it cannot buy, and what a stock waits for. */
function Rules({ config, market }: { readonly config: Config; readonly market: Market }) {
  const t = useText(recurringText);
  return (
    <Callout>
      <p>{t('how_bought', { slippage: config.slippage })}</p>
      <p className="mt-2">{t('when_not', { minutes: config.window_minutes })}</p>
      {market.kind === 'stock' && <p className="mt-2">{t('stocks_wait')}</p>}
    </Callout>
  );
}

function Confirmation({
  market,
  schedule,
  quote,
  dialog,
  busy,
  onConfirm,
}: {
  readonly market: Market;
  readonly schedule: Schedule;
  /** What each purchase spends. */
  readonly quote: string;
  readonly busy: boolean;
  readonly dialog: QuestionDialog;
  readonly onConfirm: () => void;
}) {
  const t = useText(recurringText);
  const locale = useLocale();
  const [first] = useUpcoming(market, schedule).data ?? [];
  return (
    <Dialog
      {...dialog}
      title={t('confirm_title', { coin: market.currency_name })}
      confirm={t('create')}
      busy={busy}
      onConfirm={onConfirm}
    >
      <dl className="flex flex-col gap-2 text-ink">
        <Fact name={t('each_time')}>
          <Num value={quote} unit={market.legal_name} />
        </Fact>
        <Fact name={t('how_often')}>
          <ScheduleText schedule={schedule} />
        </Fact>
        <Fact name={t('first')}>{first ? momentName(first.buy_ms, schedule.time_zone, locale) : '–'}</Fact>
      </dl>
      <p className="mt-3 rounded-md bg-gold-soft p-3 text-sm text-gold-ink">{t('worst')}</p>
    </Dialog>
  );
}

/** Balance of the quote currency and about what one purchase brings at the price of now. */
function useFigures(market: Market, quote: string | undefined) {
  const loggedIn = useSession((state) => state.token !== null);
  const wallets = usePost('wallet/list', {}, { enabled: loggedIn });
  const price = useMarkets().data?.find(({ id }) => id === market.match_id)?.now_price;
  const balance = wallets.data?.change_wallet.balance.find(({ currency }) => currency === market.legal_id);
  const isPriced = quote !== undefined && price !== undefined && amount(price) > 0n;
  return {
    available: balance?.change_balance,
    about: isPriced ? aboutOf(quote, price) : undefined,
  };
}

/** Quantity that a sum buys at a price, rounded down for display. */
const aboutOf = (quote: string, price: string): string => format(divDown(amount(quote), amount(price), 8));

/** The amount of each purchase, with about what it brings. */
function PurchaseAmount({
  market,
  text,
  onText,
  error,
  quote,
}: {
  readonly market: Market;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly error: string | null;
  readonly quote: string | undefined;
}) {
  const t = useText(recurringText);
  const { available, about } = useFigures(market, quote);
  return (
    <AmountField
      label={t('each_time')}
      value={text}
      onValue={onText}
      unit={market.legal_name}
      error={error}
      hint={
        <>
          {about !== undefined && (
            <span className="block">
              {t('about')} <Num value={about} unit={market.currency_name} />
            </span>
          )}
          {available !== undefined && (
            <span className="block">
              {t('available')} <Num value={available} unit={market.legal_name} />
            </span>
          )}
        </>
      }
    />
  );
}

const firstSchedule = (): Schedule => ({
  frequency: 'weekly',
  day: dayFor('weekly', new Date().getDay() || 7),
  hour: FIRST_HOUR,
  time_zone: deviceZone(),
});

function PlanForm({ config, market }: { readonly config: Config; readonly market: Market }) {
  const t = useText(recurringText);
  const locale = useLocale();
  const loggedIn = useSession((state) => state.token !== null);
  const [text, setText] = useState('');
  const [checked, setChecked] = useState(false);
  const question = useQuestion();
  const [schedule, setSchedule] = useState(firstSchedule);
  const problemText = useProblemText(market.legal_name);
  const value = parseAmount(parseDecimal(text, locale));
  const problem = problemOf(value, market);
  const quote = value === undefined || problem !== null ? undefined : format(value);
  const creating = useAction('recurring/create', {
    ...question.action,
    invalidates: [...RECURRING_READS, ...BALANCES],
    onDone: () => toast(t('created'), 'good'),
    onSuccessNavigate: ({ id }) => go.replace('/pages/recurring/detail', { id }),
  });
  const submit = (): void => {
    setChecked(true);
    if (problem === null) withLogin(question.ask);
  };
  return (
    <Form className="gap-4" onSubmit={submit}>
      <PurchaseAmount
        market={market}
        text={text}
        onText={setText}
        error={checked || problem?.type !== 'enter_amount' ? problemText(problem) : null}
        quote={quote}
      />
      <ScheduleFields schedule={schedule} onSchedule={setSchedule} />
      <Upcoming market={market} schedule={schedule} />
      <Button type="submit" size="lg" wide>
        {t(loggedIn ? 'create' : 'login_first')}
      </Button>
      <Rules config={config} market={market} />
      {question.dialog.open && quote !== undefined && (
        <Confirmation
          market={market}
          schedule={schedule}
          quote={quote}
          busy={creating.isPending}
          dialog={question.dialog}
          onConfirm={() => creating.mutate({ match_id: market.match_id, quote_amount: quote, ...schedule })}
        />
      )}
    </Form>
  );
}

/** The market of the address, or the first one, with a choice of others. */
function Choices({ config }: { readonly config: Config }) {
  const t = useText(recurringText);
  const id = useIdParam('id');
  const { markets } = config;
  const market = markets.find(({ match_id }) => match_id === id) ?? markets[0];
  if (!market) return <Empty text={t('no_markets')} next="market" />;
  return (
    <div className="flex flex-col gap-4">
      <Picker
        label={t('what')}
        title={t('what')}
        icon={<CoinIcon name={market.currency_name} size={32} />}
        options={markets.map((one) => ({
          id: String(one.match_id),
          label: one.currency_name,
          hint: one.symbol,
        }))}
        value={String(market.match_id)}
        onChoose={(chosen) => go.replace('/pages/recurring/create', { id: chosen })}
      />
      <PlanForm key={market.match_id} config={config} market={market} />
    </div>
  );
}

/** A new plan on one screen: what is bought, for how much, and when. */
export default function Create() {
  const t = useText(recurringText);
  const config = useGet('recurring/config', {}, { freshMs: Infinity });
  return (
    <Page title={t('new_plan')} back="/pages/recurring/recurring">
      <Loaded query={config} skeleton={<SkeletonForm />}>
        {(shown) => <Choices config={shown} />}
      </Loaded>
    </Page>
  );
}
