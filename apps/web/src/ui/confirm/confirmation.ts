import { useRef, useState } from 'react';
import { CallError } from '../../lib/envelope.ts';
import { newIdempotencyKey } from '../../lib/idempotency-key.ts';

/** What a person gives to confirm a step; `code` where they have an authenticator. */
export interface ConfirmationProof {
  readonly pay_password: string;
  readonly code?: string;
  /** The warning of a first payment was shown and accepted. */
  readonly first_payment_ok?: true;
}

/** What is to be confirmed. */
export interface ConfirmationRequest<Reply> {
  /** What will happen, `Withdraw 0.5 BTC`. */
  readonly title: string;
  /** What the person should see once more: label and value. */
  readonly lines?: readonly (readonly [label: string, value: string])[] | undefined;
  /** Shows the warning of a first payment, which has to be accepted. */
  readonly isFirstPayment?: boolean | undefined;
  /** Sends it: `(given, key) => api.post('wallet/out', {...form, ...given}, {quiet: true, key})`. */
  readonly run: (given: ConfirmationProof, key: string) => Promise<Reply>;
}

/** A question that is open. */
export interface OpenConfirmation {
  readonly title: string;
  readonly lines: ConfirmationRequest<unknown>['lines'];
  readonly isFirstPayment: boolean;
  /** Sends it; the answer ends the question. */
  readonly send: (given: ConfirmationProof, key: string) => Promise<void>;
  /** The person changed their mind; without effect while what was confirmed is on its way. */
  readonly cancelled: () => void;
}

/** Refusals that another try in the sheet may mend; every other one is told there too, and ends with closing it. */
export const isProofError = (code: string): boolean =>
  ['pay_password_wrong', 'code_wrong', 'code_required', 'too_many_attempts', 'pay_password_unset'].includes(
    code,
  );

/**
 * Confirming a payment: `const confirmation = useConfirmation()`, then `await confirmation.ask({title, lines, run})`, which
 * answers the reply, or undefined when the person changed their mind. Show `<ConfirmSheet {...confirmation} />` on the
 * screen. Refusals are shown in the sheet; a person without a pay password is led to set one.
 */
export function useConfirmation() {
  const [open, setOpen] = useState<OpenConfirmation | null>(null);
  const ask = <Reply>({
    title,
    lines,
    isFirstPayment = false,
    run,
  }: ConfirmationRequest<Reply>): Promise<Reply | undefined> =>
    new Promise((resolve) => {
      let underway = false;
      const end = (reply?: Reply): void => {
        setOpen(null);
        resolve(reply);
      };
      const send = async (given: ConfirmationProof, key: string): Promise<void> => {
        underway = true;
        try {
          end(await run(given, key));
        } finally {
          underway = false;
        }
      };
      setOpen({ title, lines, isFirstPayment, send, cancelled: () => !underway && end() });
    });
  return { open, ask };
}

/** Sends what was confirmed; what got no answer is sent again with the same key, so that money moves once. */
export function useConfirmationSend(open: OpenConfirmation) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<CallError | null>(null);
  const key = useRef<string | null>(null);
  const send = async (given: ConfirmationProof): Promise<void> => {
    setBusy(true);
    setError(null);
    key.current ??= newIdempotencyKey();
    try {
      await open.send(given, key.current);
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure;
      if (failure.kind !== 'network') key.current = null;
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  return { busy, error, send };
}
