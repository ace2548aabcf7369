import { useState } from 'react';
import { useFormState } from '../../lib/form-state.ts';
import { go } from '../../lib/navigation.ts';
import { invalidate, useAction } from '../../lib/query.ts';
import { useRegion } from '../../lib/region.ts';
import { useSession } from '../../lib/session.ts';
import { storage } from '../../lib/storage.ts';
import { NOBODY, PAYER_FIELDS, estimate, isNeeded, namePartsOf, offerIn, wholeAmount } from './offer.ts';
import type { Config, PayerField, Verified } from './offer.ts';

/** Stores the last country as the default. */
const COUNTRY_KEY = 'otc_country';
/** The last country of a purchase, else the chosen region, if purchases are offered there. */
function keptCountry({ countries }: Config, region: string | null): string {
  const offered = (wanted: unknown) => countries.find(({ code, supported }) => supported && code === wanted);
  return (offered(storage.read(COUNTRY_KEY)) ?? offered(region))?.code ?? '';
}

const DIGITS = /[^0-9]/g;

/** State of the form: input, estimate and the call. */
export function usePurchase(config: Config, verified: Verified) {
  const region = useRegion();
  const [country, choose] = useState(() => keptCountry(config, region));
  const setCountry = (code: string): void => {
    choose(code);
    storage.write(COUNTRY_KEY, code);
  };
  const [wantedCurrency, setCurrency] = useState('');
  const [wantedMethod, setMethod] = useState('');
  const user = useSession((state) => state.user);
  const { form, at, check, action, error } = useFormState(
    { amount: '', ...NOBODY, full_name: verified.name, email: user?.email ?? '' },
    { fiat_amount_whole: 'amount', amount_below_minimum: 'amount', fiat_over_limit: 'amount' },
    { first_name: 'full_name', last_name: 'full_name' },
  );
  const { amount: text, ...payer } = form;
  const offer = offerIn(config, country, { currency: wantedCurrency, method: wantedMethod });
  const { currency, sold, method } = offer;
  const amount = sold && wholeAmount(text, sold.min);
  const received = amount !== undefined && sold?.price ? estimate(amount, sold.price) : undefined;
  const missing = (field: PayerField): boolean =>
    isNeeded(field, method, country) && payer[field].trim() === '';
  const order = useAction('otc/order', {
    quiet: true,
    onRefused: (refusal) => {
      // The order contains the displayed price; if it has changed, the current one replaces it.
      if (refusal.code === 'fiat_price_moved') void invalidate('otc/config');
      action.onRefused(refusal);
    },
    invalidates: ['otc/orders'],
    onSuccessNavigate: ({ id }) => go.replace('/pages/otc/otc', { id }),
  });
  const submit = (): void => {
    check();
    if (!sold?.price || !method || amount === undefined || PAYER_FIELDS.some(missing)) return;
    const { tax_id, ...details } = payer;
    order.mutate({
      country,
      currency,
      method: method.method,
      amount,
      price: sold.price,
      ...namePartsOf(details.full_name),
      ...details,
      ...(tax_id.trim() === '' ? {} : { tax_id }),
    });
  };
  return {
    ...offer,
    country,
    setCountry,
    setCurrency,
    setMethod,
    text,
    setText: (typed: string) => at('amount').onValue(typed.replaceAll(DIGITS, '')),
    amountError: at('amount').errorFor,
    received,
    isAmountWrong: amount === undefined,
    detail: at,
    submit,
    missing,
    error,
    busy: order.isPending,
  };
}

export type Purchase = ReturnType<typeof usePurchase>;
