import { POSITION_STATUS } from '@karat/contract';
import type { PositionSide } from '@karat/rules';
import { Suspense, lazy, useState } from 'react';
import { formatNumber } from '../../../lib/format.ts';
import { withLogin } from '../../../lib/navigation.ts';
import { useAction } from '../../../lib/query.ts';
import { useServerErrors } from '../../../lib/server-errors.ts';
import { useSession } from '../../../lib/session.ts';
import { useLocale, useText } from '../../../lib/text.ts';
import type { Translate } from '../../../lib/text.ts';
import { toast } from '../../../lib/toast.ts';
import { Button, FormError, cx } from '../../../ui/index.ts';
import { tickDecimals } from '../market.ts';
import { INVALIDATED } from './use-positions.ts';
import type { Deal } from './use-positions.ts';
import type en from './locales/en.ts';
import { problemText } from './problem-text.ts';
import { tradeText } from '../text.ts';
import { contractText } from './text.ts';
import {
  afterOrder,
  estimateOf,
  fieldsOf,
  fundedBy,
  lotsOf,
  normalise,
  withStopPrices,
  withoutLostCoupon,
} from './ticket-form.ts';
import type { Form, TicketProps } from './ticket-form.ts';
import { Settings, Size, Stops, Target } from './TicketFields.tsx';
import type { FieldName } from './TicketFields.tsx';
import { UseCoupon } from './TicketCoupon.tsx';
import { Costs, InsufficientMargin, StopPreview } from './TicketSummary.tsx';
import { problemOf, stopsProblem } from './ticket-problems.ts';
import type { Problem } from './ticket-problems.ts';

const Confirmation = lazy(() => import('./Confirmation.tsx'));

/** Why nothing can be opened now. */
const stateText = (t: Translate<typeof en>, { state }: Deal): string =>
  state === 'open' ? '' : t(`state_${state}`);

/** A button per side, or the login. */
function Sides({
  loggedIn,
  closed,
  busy,
  onAsk,
}: {
  readonly loggedIn: boolean;
  readonly closed: boolean;
  readonly busy: boolean;
  readonly onAsk: (side: PositionSide) => void;
}) {
  const t = useText(contractText);
  const trade = useText(tradeText);
  if (!loggedIn)
    return (
      <Button wide onClick={() => withLogin(() => undefined)}>
        {trade('login_to_trade')}
      </Button>
    );
  return (
    <div className="grid gap-2 wide:grid-cols-2">
      <Button variant="up" disabled={closed} busy={busy} onClick={() => onAsk('long')}>
        {t('buy_long')}
      </Button>
      <Button variant="down" disabled={closed} busy={busy} onClick={() => onAsk('short')}>
        {t('sell_short')}
      </Button>
    </div>
  );
}

/**
 * The problem to show: while typing only what no side accepts and what the margin does not cover; after a tap on a side all of
 * that side.
 */
function shownProblem(props: TicketProps, form: Form, tried: PositionSide | null): Problem | null {
  if (tried !== null) return problemOf(props, form, tried);
  const problem = problemOf(props, form, 'long');
  if (problem?.field === 'size' && problem.type !== 'enter') return problem;
  if (problem?.type === 'step') return problem;
  return stopsProblem(props, form);
}

interface ContractTicketProps extends TicketProps {
  /** What is entered; it outlives the ticket while a phone shows the chart. */
  readonly typed: Form;
  readonly onTyped: (change: (old: Form) => Form) => void;
  /** The account is being read: what depends on it stays unseen, because it would move under a finger. */
  readonly settling: boolean;
}

/** The form, its problem, and the refusal of the server at its field. */
function useContractTicket({ typed, onTyped, ...own }: ContractTicketProps) {
  const t = useText(contractText);
  const trade = useText(tradeText);
  const locale = useLocale();
  const wanted = withoutLostCoupon(typed, own.deal);
  const props = fundedBy(own, wanted);
  const form = normalise(wanted, props.deal);
  const [tried, setTried] = useState<PositionSide | null>(null);
  const refused = useServerErrors<FieldName>({
    byCode: {
      target_price_invalid: 'target',
      lots_invalid: 'size',
      trial_face: 'size',
      user_limit: 'size',
      exposure_full: 'size',
      stop_side_wrong: 'stopLoss',
    },
    byName: () => undefined,
  });
  const set = (change: Partial<Form>): void => {
    setTried(null);
    refused.forget();
    onTyped((old) => ({ ...old, ...change }));
  };
  const problem = shownProblem(props, form, tried);
  const format = (value: string): string => formatNumber(value, { kind: 'full' }, locale);
  const errorAt = (field: FieldName): string | undefined =>
    problem?.field === field && problem.type !== 'insufficient'
      ? problemText(problem, { t, trade }, format)
      : (refused.errorOf(field) ?? undefined);
  return { props, form, set, setTried, problem, errorAt, refused };
}

/** Opens positions: order type, size, costs, and a button per side. */
export function ContractTicket(own: ContractTicketProps) {
  const t = useText(contractText);
  const loggedIn = useSession((state) => state.token !== null);
  const { props, form, set, setTried, problem, errorAt, refused } = useContractTicket(own);
  const { market, deal } = props;
  const locale = useLocale();
  const [asking, setAsking] = useState<PositionSide | null>(null);
  const submit = useAction('lever/submit', {
    quiet: true,
    invalidates: [...INVALIDATED, 'coupon/list'],
    onRefused: refused.onRefused,
    onDone: (position) => {
      const price = formatNumber(position.price, { kind: 'tick', decimals: tickDecimals(market) }, locale);
      const filled = {
        amount: formatNumber(position.number, { kind: 'full' }, locale),
        coin: market.currency_name,
        price,
      };
      if (position.status === POSITION_STATUS.pending) toast(t('order_waits'), 'good');
      else toast(t('opened', { ...filled, quote: market.legal_name }), 'good');
      set(afterOrder(form));
    },
  });
  const ask = (side: PositionSide): void => {
    refused.forget();
    if (problemOf(props, form, side)) setTried(side);
    else setAsking(side);
  };
  const confirm = (side: PositionSide): void => {
    const lots = lotsOf(props, form);
    if (lots !== undefined) submit.mutate(fieldsOf(withStopPrices(props, form, side), market, side, lots));
    setAsking(null);
  };
  // Outside of its exchange's hours only limit orders are possible.
  const waits = deal?.state === 'closed' && form.kind === 'limit';
  const closed = deal !== undefined && deal.state !== 'open' && !waits;
  const part = { form, set, errorAt, market };
  return (
    <section aria-label={t('ticket')} className="flex flex-col gap-2">
      <Settings {...props} form={form} set={set} />
      <Target {...part} />
      <Size {...props} {...part} />
      <Stops {...part} />
      <StopPreview {...props} form={form} />
      <div className={cx('flex flex-col gap-2', own.settling && 'invisible')}>
        <UseCoupon deal={deal} form={form} set={set} />
        {loggedIn && <Costs {...props} form={form} estimate={estimateOf(props, form, 'long')} />}
        {problem?.type === 'insufficient' && loggedIn && <InsufficientMargin {...part} />}
        {(closed || waits) && (
          <p role="status" className="rounded-md bg-gold-soft px-3 py-2 text-xs text-gold-ink">
            {stateText(t, deal)}
          </p>
        )}
        <FormError text={errorAt('market') ?? refused.error} />
        <Sides loggedIn={loggedIn} closed={closed} busy={submit.isPending} onAsk={ask} />
      </div>
      {asking !== null && (
        <Suspense>
          <Confirmation
            {...props}
            asking={asking}
            estimate={estimateOf(props, form, asking)}
            form={withStopPrices(props, form, asking)}
            onClose={() => setAsking(null)}
            onConfirm={confirm}
          />
        </Suspense>
      )}
    </section>
  );
}
