import { useEffect, useRef, useState } from 'react';
import { useText } from '../../lib/text.ts';
import { Button } from '../Button.tsx';
import { Field } from '../Field.tsx';
import { accountText } from './text.ts';

/** Minimum time between two codes. */
const AGAIN_AFTER_S = 60;

interface CodeFieldProps {
  /** Label, where more than one code is requested. */
  readonly label?: string;
  readonly value: string;
  readonly onValue: (code: string) => void;
  readonly error: string | null;
  /** Sends a code and returns whether it was sent. */
  readonly send: () => Promise<boolean>;
  /** Text below the field once a code was sent. */
  readonly sentHint: string;
}

/** Six digits, and the button that sends a code, with its countdown. */
export function CodeField({ label, value, onValue, error, send, sentHint }: CodeFieldProps) {
  const t = useText(accountText);
  const [left, setLeft] = useState(0);
  const [sent, setSent] = useState(false);
  const [sending, setSending] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (left === 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1_000);
    return () => clearTimeout(timer);
  }, [left]);
  const order = async (): Promise<void> => {
    setSending(true);
    const done = await send();
    setSending(false);
    if (!done) return;
    setSent(true);
    setLeft(AGAIN_AFTER_S);
    field.current?.focus();
  };
  return (
    <Field
      ref={field}
      label={label ?? t('code')}
      value={value}
      onValue={(text) => onValue(text.replace(/\D/g, '').slice(0, 6))}
      error={error}
      hint={sent ? sentHint : undefined}
      inputMode="numeric"
      autoComplete="one-time-code"
      placeholder="••••••"
      className="tnum"
      suffix={
        <Button
          variant="quiet"
          size="sm"
          className="tnum"
          disabled={left > 0}
          busy={sending}
          onClick={() => void order()}
        >
          {left > 0 ? t('code_again', { seconds: left }) : t('code_send')}
        </Button>
      }
    />
  );
}
