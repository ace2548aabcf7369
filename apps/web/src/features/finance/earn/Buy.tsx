import { amount, format } from '@karat/money';
import { useState } from 'react';
import { BALANCES } from '../../../lib/balances.ts';
import { formatDate, formatNumber } from '../../../lib/format.ts';
import { go, withLogin } from '../../../lib/navigation.ts';
import { useNow } from '../../../lib/now.ts';
import { parseDecimal } from '../../../lib/parse-decimal.ts';
import { useIdParam } from '../../../lib/params.ts';
import { useAction, useGet, usePost } from '../../../lib/query.ts';
import { useQuestion } from '../../../lib/question.ts';
import { useSession } from '../../../lib/session.ts';
import { useLocale, useText } from '../../../lib/text.ts';
import { toast } from '../../../lib/toast.ts';
import { useProblemText } from '../../../ui/amount/index.ts';
import {
  AmountField,
  Badge,
  Button,
  Callout,
  Card,
  CoinIcon,
  Empty,
  Fact,
  Form,
  Link,
  Loaded,
  Num,
  Page,
  SkeletonForm,
  Switch,
  cx,
} from '../../../ui/index.ts';
import { Confirmation } from './Confirmation.tsx';
import { EARN_READS, annualRate, largestOf, projectionOf } from './offer.ts';
import type { Offer } from './offer.ts';
import { Capacity, OfferState, Term } from './OfferCard.tsx';
import { ProjectionFacts } from './ProjectionFacts.tsx';
import { readAmount } from './subscription.ts';
import { earnText } from './text.ts';

/** The product: coin, term, rate, capacity while it is open. */
function Head({ offer }: { readonly offer: Offer }) {
  const t = useText(earnText);
  const isOpen = offer.state === 'open';
  return (
    <Card className="p-4">
      <div className="flex items-center gap-3">
        <CoinIcon name={offer.currency_name} size={44} />
        <div className="min-w-0 flex-1">
          <h2 className="flex flex-wrap items-center gap-x-2 gap-y-1 text-lg font-semibold">
            {offer.currency_name}
            <Badge>{t(offer.category)}</Badge>
            {offer.vip_only && <Badge intent="gold">{t('vip')}</Badge>}
          </h2>
          <p className="text-sm text-muted">
            <Term day={offer.day} />
          </p>
        </div>
        <p className="text-end">
          <Num
            value={annualRate(offer.interest_rate)}
            form="percent"
            className={cx('text-xl font-semibold', isOpen ? 'text-up-ink' : 'text-muted')}
          />
          <span className="block text-xs text-muted">{t('apr')}</span>
        </p>
      </div>
      {isOpen && (
        <div className="mt-3">
          <Capacity offer={offer} />
        </div>
      )}
    </Card>
  );
}

/** Terms of the product that hold for an order bought now. */
function Terms({ offer }: { readonly offer: Offer }) {
  const t = useText(earnText);
  const locale = useLocale();
  const unit = offer.currency_name;
  const number = (text: string): string => formatNumber(text, { kind: 'full' }, locale);
  return (
    <Card className="p-4">
      <h2 className="mb-2 text-sm text-muted">{t('terms')}</h2>
      <dl className="flex flex-col gap-2 text-base">
        <Fact name={t('daily_rate')}>{formatNumber(offer.interest_rate, { kind: 'rate' }, locale)}</Fact>
        <Fact name={t('early')}>
          {offer.day === 0 ? t('any_time') : t('early_cost', { percent: number(offer.penalty_ratio) })}
        </Fact>
        <Fact name={t('limits')}>
          {number(offer.save_min)} / {number(offer.save_max)} {unit}
        </Fact>
        {offer.closes_ms !== null && <Fact name={t('closes')}>{formatDate(offer.closes_ms, locale)}</Fact>}
      </dl>
    </Card>
  );
}

/** Switches the daily subscription of the idle balance. */
function AutoSwitch({ offer }: { readonly offer: Offer }) {
  const t = useText(earnText);
  const change = useAction('lh/deposit/auto', { invalidates: ['lh/deposit/product', 'lh/deposit/config'] });
  if (offer.auto === null || offer.state !== 'open') return null;
  const on = change.isPending ? change.variables.enabled === true : offer.auto;
  return (
    <Card>
      <Switch
        label={t('auto')}
        hint={t('auto_hint', { currency: offer.currency_name })}
        on={on}
        onSwitch={(enabled) => change.mutate({ config_id: offer.id, enabled })}
      />
    </Card>
  );
}

/** The amount, what it brings, and the purchase. */
function Subscribe({ offer }: { readonly offer: Offer }) {
  const t = useText(earnText);
  const locale = useLocale();
  const loggedIn = useSession((state) => state.token !== null);
  const wallets = usePost('wallet/list', {}, { enabled: loggedIn });
  const [text, setText] = useState('');
  const [checked, setChecked] = useState(false);
  const question = useQuestion();
  const now = useNow();
  const unit = offer.currency_name;
  const balance = wallets.data?.change_wallet.balance.find(({ currency }) => currency === offer.currency_id);
  const available = balance && amount(balance.change_balance);
  const { value, problem } = readAmount(parseDecimal(text, locale), offer, available);
  const problemText = useProblemText(unit);
  const buy = useAction('lh/deposit', {
    ...question.action,
    invalidates: [...EARN_READS, ...BALANCES],
    onDone: () => toast(t('done'), 'good'),
    onSuccessNavigate: ({ id }) => go.replace('/pages/lockming/detail', { id }),
  });
  const shown = projectionOf(offer, value ?? amount(offer.save_min), now);
  return (
    <Form
      className="gap-4"
      onSubmit={() => {
        setChecked(true);
        if (problem === null) withLogin(question.ask);
      }}
    >
      <AmountField
        label={t('amount')}
        value={text}
        onValue={setText}
        unit={unit}
        error={checked || problem?.type !== 'enter_amount' ? problemText(problem) : null}
        hint={
          loggedIn ? (
            <span className="flex flex-wrap items-center gap-x-2">
              <span>
                {t('available')} <Num value={balance?.change_balance ?? '0'} unit={unit} />
              </span>
              <Link to="/pages/fund/transfer" search={{ to: 'change' }} className="text-gold-ink underline">
                {t('transfer')}
              </Link>
            </span>
          ) : undefined
        }
        {...(available === undefined
          ? {}
          : { all: { label: t('max'), take: () => setText(format(largestOf(offer, available))) } })}
      />
      <ProjectionFacts offer={offer} projection={shown} isExample={value === undefined} />
      <Button type="submit" size="lg" wide>
        {t(loggedIn ? 'subscribe' : 'login_first')}
      </Button>
      <Confirmation
        offer={offer}
        principal={value ?? amount('0')}
        projection={shown}
        dialog={question.dialog}
        busy={buy.isPending}
        onConfirm={() => buy.mutate({ config_id: offer.id, amount: format(value ?? amount('0')) })}
      />
    </Form>
  );
}

function OfOffer({ id }: { readonly id: number }) {
  const t = useText(earnText);
  const offer = useGet('lh/deposit/product', { id });
  return (
    <Loaded query={offer} skeleton={<SkeletonForm />}>
      {(shown) => (
        <div className="flex flex-col gap-4 wide:side-by-side">
          <div className="flex flex-col gap-4">
            <Head offer={shown} />
            {shown.state === 'open' ? (
              <Subscribe offer={shown} />
            ) : (
              <Callout intent="wait">
                <OfferState offer={shown} />
                <Link to="/pages/lockming/lockming" className="mt-2 block font-medium underline">
                  {t('see_offers')}
                </Link>
              </Callout>
            )}
          </div>
          <div className="flex flex-col gap-4">
            <AutoSwitch offer={shown} />
            <Terms offer={shown} />
            <Callout>{t('source')}</Callout>
          </div>
        </div>
      )}
    </Loaded>
  );
}

/** A product: its terms, the amount typed once, and everything that will arrive, when and where. */
export default function Buy() {
  const t = useText(earnText);
  const id = useIdParam('id');
  return (
    <Page title={t('subscribe')} back="/pages/lockming/lockming">
      {id === undefined ? <Empty text={t('unknown')} next="back" /> : <OfOffer id={id} />}
    </Page>
  );
}
