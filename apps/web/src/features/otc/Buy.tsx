import { History } from 'lucide-react';
import { formatDate, formatNumber } from '../../lib/format.ts';
import { useGet } from '../../lib/query.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { useWide } from '../../lib/wide.ts';
import {
  Badge,
  Button,
  Callout,
  Choice,
  AmountField,
  Field,
  Form,
  FormError,
  Link,
  LinkIcon,
  Loaded,
  Num,
  Page,
  SkeletonForm,
  Tabs,
} from '../../ui/index.ts';
import { CountryField } from './CountryField.tsx';
import { PAYER_FIELDS, isNeeded, verifiedOf } from './offer.ts';
import type { Config, PayerField, Sold, Verified } from './offer.ts';
import { RecentPurchases } from './Orders.tsx';
import { otcText } from './text.ts';
import { usePurchase } from './use-purchase.ts';
import type { Purchase } from './use-purchase.ts';

const AUTOCOMPLETE: Readonly<Record<PayerField, string>> = {
  full_name: 'name',
  email: 'email',
  phone: 'tel',
  tax_id: 'off',
};
const KEYBOARD: Readonly<Record<PayerField, 'text' | 'email' | 'tel'>> = {
  full_name: 'text',
  email: 'email',
  phone: 'tel',
  tax_id: 'text',
};

/** Source of the price. */
function PriceNote({ sold }: { readonly sold: Sold }) {
  const t = useText(otcText);
  const locale = useLocale();
  if (sold.price === null) return <p className="text-sm text-bad-ink">{t('no_price')}</p>;
  const date = sold.rate_ms === null ? '' : formatDate(sold.rate_ms, locale);
  const percent = formatNumber(sold.spread, { kind: 'full' }, locale);
  return (
    <div className="flex flex-col gap-1 text-sm text-muted">
      <p className="flex justify-between gap-4">
        <span>{t('price')}</span>
        <span className="text-ink">
          1 USDT = <Num value={sold.price} unit={sold.code} />
        </span>
      </p>
      <p>
        {sold.spread === '0'
          ? t('one_to_one')
          : t(sold.simulated ? 'spread_simulated' : 'spread', { percent, date })}
      </p>
      <p>{t('locked')}</p>
    </div>
  );
}

function AmountPart({ purchase, sold }: { readonly purchase: Purchase; readonly sold: Sold }) {
  const t = useText(otcText);
  const locale = useLocale();
  const min = `${formatNumber(sold.min, { kind: 'full' }, locale)} ${sold.code}`;
  return (
    <section className="flex flex-col gap-4 rounded-lg bg-surface p-4">
      {purchase.codes.length > 1 && (
        <Tabs
          label={t('currency')}
          variant="block"
          items={purchase.codes.map((id) => ({ id, label: id }))}
          value={purchase.currency}
          onChange={purchase.setCurrency}
        />
      )}
      <AmountField
        label={t('amount')}
        value={purchase.text}
        onValue={purchase.setText}
        error={purchase.amountError(purchase.isAmountWrong ? t('enter_whole', { min }) : null)}
        hint={t('min_hint', { min })}
        unit={sold.code}
      />
      <p className="flex items-baseline justify-between gap-4">
        <span className="text-sm text-muted">{t('receive')}</span>
        <span className="text-xl font-semibold">
          <Num value={purchase.received} unit="USDT" />
        </span>
      </p>
      <PriceNote sold={sold} />
    </section>
  );
}

function MethodPart({ purchase }: { readonly purchase: Purchase }) {
  const t = useText(otcText);
  const { methods, method } = purchase;
  if (!method) return <p className="rounded-md bg-raised p-4 text-base text-muted">{t('no_method')}</p>;
  return (
    <section>
      <h2 className="mb-2 px-1 text-sm text-muted">{t('method')}</h2>
      <Choice
        label={t('method')}
        options={methods.map((each) => ({
          id: each.method,
          label: t(each.method),
          hint: t(each.method === 'swift' ? 'swift_hint' : 'at_once'),
          ...(each.simulated ? { value: <Badge intent="info">{t('simulated')}</Badge> } : {}),
        }))}
        value={method.method}
        onChange={purchase.setMethod}
      />
    </section>
  );
}

function PayerPart({ purchase }: { readonly purchase: Purchase }) {
  const t = useText(otcText);
  return (
    <section className="flex flex-col gap-4 rounded-lg bg-surface p-4">
      <div>
        <h2 className="text-lg font-semibold">{t('payer')}</h2>
        <p className="text-sm text-muted">{t('payer_hint')}</p>
      </div>
      {PAYER_FIELDS.map((field) => {
        const { value, onValue, errorFor } = purchase.detail(field);
        return (
          <Field
            key={field}
            label={
              isNeeded(field, purchase.method, purchase.country) ? t(field) : `${t(field)} (${t('optional')})`
            }
            value={value}
            onValue={onValue}
            type={KEYBOARD[field]}
            autoComplete={AUTOCOMPLETE[field]}
            maxLength={field === 'full_name' ? 120 : field === 'email' ? 254 : 60}
            error={errorFor(purchase.missing(field) ? t('required') : null)}
          />
        );
      })}
    </section>
  );
}

/** The limit of the own level and those of the levels above. */
function Limits({ config, verified }: { readonly config: Config; readonly verified: Verified }) {
  const t = useText(otcText);
  const locale = useLocale();
  return (
    <ul className="text-sm text-muted">
      {config.limits
        .filter(({ level }) => level >= verified.level)
        .map(({ level, max }) => (
          <li key={level}>
            {t(level === verified.level ? 'own_limit' : 'limit', {
              level,
              max: formatNumber(max, { kind: 'full' }, locale),
            })}
          </li>
        ))}
    </ul>
  );
}

/** Said before the form is filled in: an order is refused without it. */
function VerifyFirst() {
  const t = useText(otcText);
  return (
    <Callout
      intent="wait"
      action={
        <Link to="/pages/setting/real" className="mt-2 inline-block font-semibold underline">
          {t('verify')}
        </Link>
      }
    >
      {t('verified_only')}
    </Callout>
  );
}

/** Steps of a purchase, for new users. */
function How() {
  const t = useText(otcText);
  return (
    <section className="rounded-lg bg-surface p-5">
      <h2 className="mb-4 text-lg font-semibold">{t('how')}</h2>
      <ol className="flex flex-col gap-4">
        {([t('how_1'), t('how_2'), t('how_3')] as const).map((text, place) => (
          <li key={text} className="flex items-center gap-4 text-base">
            <span
              aria-hidden="true"
              className="grid size-9 shrink-0 place-items-center rounded-full bg-gold-soft font-semibold text-gold-ink tnum"
            >
              {place + 1}
            </span>
            {text}
          </li>
        ))}
      </ol>
    </section>
  );
}

function PurchaseForm({ config, verified }: { readonly config: Config; readonly verified: Verified }) {
  const t = useText(otcText);
  const purchase = usePurchase(config, verified);
  const { sold, supported } = purchase;
  const wide = useWide();
  return (
    <div className="flex flex-1 flex-col wide:side-by-side wide:gap-6">
      <Form onSubmit={purchase.submit} className="flex-1 gap-5">
        {verified.level === 0 && <VerifyFirst />}
        <CountryField config={config} country={purchase.country} onChoose={purchase.setCountry} />
        {supported && sold && (
          <>
            <AmountPart purchase={purchase} sold={sold} />
            <MethodPart purchase={purchase} />
            <PayerPart purchase={purchase} />
          </>
        )}
        {!wide && purchase.country === '' && <How />}
        {!wide && <Limits config={config} verified={verified} />}
        <FormError text={purchase.error} />
        <Button
          type="submit"
          size="lg"
          wide
          busy={purchase.busy}
          disabled={verified.level === 0 || !supported || !sold?.price || !purchase.method}
          className="mt-auto"
        >
          {t('place')}
        </Button>
      </Form>
      {wide && (
        <div className="flex flex-col gap-5">
          <RecentPurchases />
          <How />
          <div className="px-1">
            <Limits config={config} verified={verified} />
          </div>
        </div>
      )}
    </div>
  );
}

/** Buys USDT: country, currency and amount, method, payer. */
export function Buy() {
  const t = useText(otcText);
  const config = useGet('otc/config', {});
  const real = useGet('real/state', {});
  return (
    <Page
      title={t('buy')}
      back="/pages/fund/assets"
      right={
        <LinkIcon to="/pages/otc/otc" search={{ view: 'orders' }} label={t('orders')}>
          <History />
        </LinkIcon>
      }
    >
      <Loaded query={config} skeleton={<SkeletonForm />}>
        {(offer) => (
          <Loaded query={real} skeleton={<SkeletonForm />}>
            {(state) => <PurchaseForm config={offer} verified={verifiedOf(state)} />}
          </Loaded>
        )}
      </Loaded>
    </Page>
  );
}
