import { useState } from 'react';
import { decimalInputText, isPlainDecimal, parseDecimal } from '../lib/parse-decimal.ts';
import { useLocale } from '../lib/text.ts';

interface AmountInput {
  readonly text: string;
  readonly onText: (text: string) => void;
}

/**
 * State of every input of money, prices and lots: the form holds plain decimal text, the input shows what the user typed with
 * the separators of the language. A value that the form itself sets replaces the typed text.
 */
export function useAmountInput(value: string, onValue: (plain: string) => void): AmountInput {
  const locale = useLocale();
  const [typed, setTyped] = useState({ text: '', plain: '' });
  // A form that keeps only valid amounts holds none while the typed text is not one.
  const current =
    typed.plain === value || (value === '' && typed.text !== '' && !isPlainDecimal(typed.plain));
  return {
    text: current ? typed.text : decimalInputText(value, locale),
    onText: (text) => {
      const plain = parseDecimal(text, locale);
      setTyped({ text, plain });
      onValue(plain);
    },
  };
}
