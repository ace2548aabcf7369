import { useState } from 'react';
import type { FormEvent } from 'react';
import { go } from '../../lib/navigation.ts';
import { useAction } from '../../lib/query.ts';
import { NOBODY, PAYER_FIELDS, estimate, isNeeded, methodsFor, wholeAmount } from './offer.ts';
import type { Config, PayerField } from './offer.ts';

const DIGITS = /[^0-9]/g;

/** What the form holds, what it would come to, and the order. */
export function usePurchase(config: Config) {
  const [country, setCountry] = useState('');
  const [wantedCurrency, setCurrency] = useState('');
  const [wantedMethod, setMethod] = useState('');
  const [text, setText] = useState('');
  const [payer, setPayer] = useState(NOBODY);
  const [checked, setChecked] = useState(false);
  const place = config.countries.find(({ code }) => code === country);
  const codes = place?.currencies ?? [];
  const currency = codes.includes(wantedCurrency) ? wantedCurrency : (codes[0] ?? '');
  const sold = config.currencies.find(({ code }) => code === currency);
  const methods = methodsFor(config, currency);
  const method = methods.find((each) => each.method === wantedMethod) ?? methods[0];
  const amount = sold && wholeAmount(text, sold.min);
  const received = amount !== undefined && sold?.price ? estimate(amount, sold.price) : undefined;
  const missing = (field: PayerField): boolean =>
    isNeeded(field, method, country) && payer[field].trim() === '';
  const order = useAction('otc/order', {
    outdates: ['otc/orders'],
    onDone: ({ id }) => go.replace('/pages/otc/otc', { id }),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setChecked(true);
    if (!sold?.price || !method || amount === undefined || PAYER_FIELDS.some(missing)) return;
    const { tax_id, ...details } = payer;
    order.mutate({
      ...{ country, currency, method: method.method, amount, price: sold.price },
      ...{ ...details, ...(tax_id.trim() === '' ? {} : { tax_id }) },
    });
  };
  return {
    ...{ country, setCountry, codes, currency, setCurrency, sold, methods, method, setMethod },
    ...{ text, setText: (typed: string) => setText(typed.replaceAll(DIGITS, '')), received, payer, checked },
    ...{ submit, missing, supported: place?.supported === true },
    setDetail: (field: PayerField, value: string) => setPayer({ ...payer, [field]: value }),
    wrongAmount: checked && amount === undefined,
    busy: order.isPending,
  };
}

export type Purchase = ReturnType<typeof usePurchase>;
