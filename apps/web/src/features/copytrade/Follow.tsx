import { useState } from 'react';
import type { ReactNode } from 'react';
import { USDT } from '../../lib/currencies.ts';
import { openDrafts } from '../../lib/drafts.ts';
import { go } from '../../lib/navigation.ts';
import { useIdParam } from '../../lib/params.ts';
import { useAction, useGet, usePost } from '../../lib/query.ts';
import { usePreferences } from '../../lib/preferences.ts';
import { useRefusal } from '../../lib/server-errors.ts';
import { useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import {
  AmountField,
  Button,
  Card,
  Choice,
  Folded,
  Form,
  FormError,
  Link,
  Loaded,
  Missing,
  Num,
  Page,
} from '../../ui/index.ts';
import type { TraderRow } from './Figures.tsx';
import {
  followForm,
  isLimit,
  isReady,
  isWrong,
  sentForm,
  sentSimulation,
  shareMultiple,
} from './follow-form.ts';
import type { Entry, FollowForm, Known } from './follow-form.ts';
import { Simulation } from './Simulation.tsx';
import { copytradeText } from './text.ts';

interface FormProps {
  readonly form: FollowForm;
  readonly onForm: (form: FollowForm) => void;
}

/** A number field of the form. */
function NumberEntry({
  entry,
  form,
  onForm,
  label,
  unit,
  hint,
}: FormProps & {
  readonly entry: Entry;
  readonly label: string;
  readonly unit?: string;
  readonly hint?: ReactNode;
}) {
  const t = useText(copytradeText);
  return (
    <AmountField
      label={label}
      value={form[entry]}
      onValue={(text) => onForm({ ...form, [entry]: text })}
      error={isWrong(form[entry]) ? t('wrong_amount') : null}
      hint={hint}
      placeholder={isLimit(entry) ? t('none') : ''}
      unit={unit}
    />
  );
}

/** One of the three questions. */
function Question({
  at,
  text,
  children,
}: {
  readonly at: number;
  readonly text: string;
  readonly children: ReactNode;
}) {
  return (
    <Card className="p-4">
      <section aria-label={text} className="flex flex-col gap-4">
        <h2 className="flex items-center gap-3 text-lg font-semibold">
          <span
            className="grid size-7 shrink-0 place-items-center rounded-full bg-gold-soft text-sm text-gold-ink"
            aria-hidden="true"
          >
            {at}
          </span>
          {text}
        </h2>
        {children}
      </section>
    </Card>
  );
}

/** What copies can use now; the maximum may be above it. */
function Available() {
  const t = useText(copytradeText);
  const wallets = usePost('wallet/list', {});
  const row = wallets.data?.lever_wallet.balance.find(({ currency }) => currency === USDT);
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <span>
        {t('sum_available')}{' '}
        <Num value={wallets.data ? (row?.lever_balance ?? '0') : null} form="fixed" unit="USDT" />
      </span>
      <Link
        to="/pages/fund/transfer"
        search={{ to: 'lever', currency: USDT }}
        className="-my-3 py-3 text-gold-ink underline"
      >
        {t('sum_transfer')}
      </Link>
    </span>
  );
}

const SUMS = ['100', '500', '1000'] as const;

function HowMuch(props: FormProps) {
  const t = useText(copytradeText);
  return (
    <Question at={1} text={t('q_sum')}>
      <NumberEntry
        {...props}
        entry="total_cap"
        label={t('sum')}
        unit="USDT"
        hint={
          <>
            {t('sum_hint')}
            <Available />
          </>
        }
      />
      <div className="flex gap-2 *:flex-1">
        {SUMS.map((sum) => (
          <Button
            key={sum}
            type="button"
            size="sm"
            variant="plain"
            onClick={() => props.onForm({ ...props.form, total_cap: sum })}
          >
            <Num value={sum} />
          </Button>
        ))}
      </div>
    </Question>
  );
}

function HowToSize({ capital, ...props }: FormProps & { readonly capital: string }) {
  const t = useText(copytradeText);
  const { form, onForm } = props;
  const multiple = shareMultiple(form, capital);
  return (
    <Question at={2} text={t('q_size')}>
      <div className="-mx-4">
        <Choice
          label={t('q_size')}
          options={[
            {
              id: 'share',
              label: t('by_share'),
              hint: multiple === undefined ? t('by_share_none') : t('by_share_hint', { multiple }),
            },
            { id: 'multiple', label: t('by_multiple'), hint: t('multiple_hint') },
            { id: 'lots', label: t('by_lots'), hint: t('lots_hint') },
          ]}
          value={form.sizing}
          onChange={(sizing) => onForm({ ...form, sizing })}
        />
      </div>
      {form.sizing !== 'share' && (
        <NumberEntry {...props} entry="number" label={t(form.sizing === 'lots' ? 'lots' : 'multiple')} />
      )}
    </Question>
  );
}

function WhenToStop(props: FormProps) {
  const t = useText(copytradeText);
  return (
    <Question at={3} text={t('q_stop')}>
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        <NumberEntry {...props} entry="stop_loss" label={t('stop_loss')} unit="USDT" />
        <NumberEntry {...props} entry="take_profit" label={t('take_profit')} unit="USDT" />
      </div>
      <p className="text-sm text-muted">{t('stop_loss_hint')}</p>
      <Folded title={t('more_limits')}>
        <div className="grid grid-cols-1 gap-3 pt-1 text-base sm:grid-cols-2">
          <NumberEntry {...props} entry="order_cap" label={t('order_cap')} unit="USDT" />
          <NumberEntry {...props} entry="slippage" label={t('slippage')} unit="%" />
        </div>
      </Folded>
    </Question>
  );
}

/** Why there is nothing to simulate yet. */
const missing = (form: FollowForm) => {
  if (form.total_cap.trim() === '') return 'sim_needs_sum';
  return form.sizing === 'share' && !isWrong(form.total_cap) ? 'by_share_none' : 'wrong_amount';
};

/** Changed settings of a trader that were not sent: they outlast the way to a transfer. */
const followDrafts = openDrafts<FollowForm>();

function Settings({ trader, known }: { readonly trader: TraderRow; readonly known: Known }) {
  const t = useText(copytradeText);
  const lang = usePreferences((state) => state.language);
  const [form, setForm] = useState(() => followDrafts.of(trader.id) ?? followForm(known, trader.capital));
  const refusal = useRefusal();
  const follow = useAction('follow/follow', {
    ...refusal.action,
    invalidates: ['follow/my', 'follow/traderDetail', 'follow/traders'],
    onDone: () => {
      followDrafts.forget(trader.id);
      toast(t('followed', { name: trader.nickname }));
    },
    onSuccessNavigate: () => go.back('/pages/copytrade/copy'),
  });
  const { capital } = trader;
  const ready = isReady(form, capital);
  const onForm = (changed: FollowForm): void => {
    refusal.forget();
    followDrafts.set(trader.id, changed);
    setForm(changed);
  };
  const simulated = sentSimulation(trader.id, capital, form);
  return (
    <Form
      className="gap-3 wide:side-by-side"
      onSubmit={() => ready && follow.mutate(sentForm(trader.id, capital, form))}
    >
      <div className="flex flex-col gap-3">
        <HowMuch form={form} onForm={onForm} />
        <HowToSize form={form} onForm={onForm} capital={capital} />
        <WhenToStop form={form} onForm={onForm} />
      </div>
      <div className="flex flex-col gap-3">
        {simulated ? (
          <Simulation sent={simulated} />
        ) : (
          <Card className="p-4 text-sm text-muted">{t(missing(form))}</Card>
        )}
        <p className="text-sm text-muted">{t('follow_risk')}</p>
        <Link
          to={lang === 'zh' || lang === 'hk' ? '/pages/follow/agreement_zh' : '/pages/follow/agreement_en'}
          className="min-h-11 py-3 text-sm text-gold-ink underline"
        >
          {t('agreement')}
        </Link>
        <FormError text={refusal.text} />
        <Button type="submit" disabled={!ready} busy={follow.isPending || follow.isSuccess}>
          {t(known?.active ? 'save' : 'follow')}
        </Button>
      </div>
    </Form>
  );
}

/** Settings of copying a trader in three questions, with a simulation of the last 30 days. */
export default function Follow() {
  const t = useText(copytradeText);
  const id = useIdParam('id');
  return <Page title={t('settings')}>{id === undefined ? <Missing /> : <OfTrader id={id} />}</Page>;
}

function OfTrader({ id }: { readonly id: number }) {
  const t = useText(copytradeText);
  const trader = useGet('follow/traderDetail', { trader_user_id: id });
  const mine = useGet('follow/my', { limit: 100 });
  return (
    <Loaded query={trader}>
      {(shown) => (
        <>
          <Card className="mb-3 flex items-center gap-3 p-4">
            <span className="min-w-0 flex-1 text-lg font-medium wrap-anywhere">{shown.nickname}</span>
            <span className="text-sm text-muted">
              {t('share')} <Num value={shown.share_ratio} form="rate" />
            </span>
          </Card>
          <Loaded query={mine}>
            {({ data }) => (
              <Settings
                trader={shown}
                known={data.find((row) => row.trader_user_id === shown.id && row.active)}
              />
            )}
          </Loaded>
        </>
      )}
    </Loaded>
  );
}
