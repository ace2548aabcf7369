import { useState } from 'react';
import { go } from '../../lib/navigation.ts';
import { invalidate, useAction } from '../../lib/query.ts';
import { useServerErrors } from '../../lib/server-errors.ts';
import { useSession } from '../../lib/session.ts';
import { storage } from '../../lib/storage.ts';
import { NOBODY, PAYER_FIELDS, estimate, isNeeded, offerIn, wholeAmount } from './offer.ts';
import type { Config, PayerField } from './offer.ts';

/** Stores the last country as the default. */
const COUNTRY_KEY = 'otc_country';
function keptCountry({ countries }: Config): string {
  const kept = storage.read(COUNTRY_KEY);
  return countries.some(({ code, supported }) => supported && code === kept) ? String(kept) : '';
}

const DIGITS = /[^0-9]/g;

/** State of the form: input, estimate and the call. */
export function usePurchase(config: Config) {
  const [country, choose] = useState(() => keptCountry(config));
  const setCountry = (code: string): void => {
    choose(code);
    storage.write(COUNTRY_KEY, code);
  };
  const [wantedCurrency, setCurrency] = useState('');
  const [wantedMethod, setMethod] = useState('');
  const [text, setText] = useState('');
  const user = useSession((state) => state.user);
  const [payer, setPayer] = useState({ ...NOBODY, email: user?.email ?? '' });
  const [checked, setChecked] = useState(false);
  const offer = offerIn(config, country, { currency: wantedCurrency, method: wantedMethod });
  const { currency, sold, method } = offer;
  const amount = sold && wholeAmount(text, sold.min);
  const received = amount !== undefined && sold?.price ? estimate(amount, sold.price) : undefined;
  const missing = (field: PayerField): boolean =>
    isNeeded(field, method, country) && payer[field].trim() === '';
  const serverErrors = useServerErrors({
    fiat_amount_whole: 'amount',
    amount_below_minimum: 'amount',
    fiat_over_limit: 'amount',
  });
  const order = useAction('otc/order', {
    quiet: true,
    onRefused: (error) => {
      // The order contains the displayed price; if it has changed, the current one replaces it.
      if (error.code === 'fiat_price_moved') void invalidate('otc/config');
      serverErrors.onRefused(error);
    },
    invalidates: ['otc/orders'],
    onSuccessNavigate: ({ id }) => go.replace('/pages/otc/otc', { id }),
  });
  const submit = (): void => {
    setChecked(true);
    if (!sold?.price || !method || amount === undefined || PAYER_FIELDS.some(missing)) return;
    const { tax_id, ...details } = payer;
    order.mutate({
      country,
      currency,
      method: method.method,
      amount,
      price: sold.price,
      ...details,
      ...(tax_id.trim() === '' ? {} : { tax_id }),
    });
  };
  const type = (typed: string): void => {
    setText(typed.replaceAll(DIGITS, ''));
    serverErrors.forget();
  };
  return {
    ...offer,
    country,
    setCountry,
    setCurrency,
    setMethod,
    text,
    setText: type,
    received,
    payer,
    checked,
    submit,
    missing,
    setDetail: (field: PayerField, value: string) => setPayer({ ...payer, [field]: value }),
    refusedAmount: serverErrors.errorOf('amount'),
    wrongAmount: checked && amount === undefined,
    busy: order.isPending,
  };
}

export type Purchase = ReturnType<typeof usePurchase>;
