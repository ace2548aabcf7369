import { useRef, useState } from 'react';
import { CallError } from '../../lib/envelope.ts';
import { newIdempotencyKey } from '../../lib/idempotency-key.ts';

/** Input that confirms a step; `code` with an authenticator. */
export interface ConfirmationProof {
  readonly pay_password: string;
  readonly code?: string;
  /** The warning of a first payment was accepted. */
  readonly first_payment_ok?: true;
}

/** A step to confirm. */
export interface ConfirmationRequest<Reply> {
  /** What will happen, `Withdraw 0.5 BTC`. */
  readonly title: string;
  /** Facts to show again: label and value. */
  readonly lines?: readonly (readonly [label: string, value: string])[] | undefined;
  /** Shows the warning of a first payment, which must be accepted. */
  readonly isFirstPayment?: boolean | undefined;
  /** Whether a field of the form behind the sheet shows a refusal: the sheet closes, and `onRefused` gets it. */
  readonly isOfForm?: (refusal: CallError) => boolean;
  readonly onRefused?: (refusal: CallError) => void;
  /** Sends it: `(given, key) => api.post('wallet/out', {...form, ...given}, {quiet: true, key})`. */
  readonly run: (given: ConfirmationProof, key: string) => Promise<Reply>;
}

/** An open confirmation. */
export interface OpenConfirmation {
  readonly title: string;
  readonly lines: ConfirmationRequest<unknown>['lines'];
  readonly isFirstPayment: boolean;
  /** Sends it; success resolves the confirmation. */
  readonly send: (given: ConfirmationProof, key: string) => Promise<void>;
  /** Cancels; ignored while the request is pending. */
  readonly cancelled: () => void;
}

/** Refusals that another attempt in the sheet can resolve; after any other one the sheet can only be closed. */
export const isProofError = (code: string): boolean =>
  ['pay_password_wrong', 'code_wrong', 'code_required', 'too_many_attempts', 'pay_password_unset'].includes(
    code,
  );

/**
 * Confirms a payment: `const confirmation = useConfirmation()`, then `await confirmation.ask({title, lines, run})`,
 * which returns the reply, or undefined when the user cancelled. Render `<ConfirmSheet {...confirmation} />` on the
 * screen. Refusals are shown in the sheet; a user without a pay password is sent to set one.
 */
export function useConfirmation() {
  const [open, setOpen] = useState<OpenConfirmation | null>(null);
  const ask = <Reply>({
    title,
    lines,
    isFirstPayment = false,
    isOfForm = () => false,
    onRefused,
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
        } catch (error) {
          if (!(error instanceof CallError) || !isOfForm(error)) throw error;
          end();
          onRefused?.(error);
        } finally {
          underway = false;
        }
      };
      setOpen({ title, lines, isFirstPayment, send, cancelled: () => !underway && end() });
    });
  return { open, ask };
}

/** Sends the confirmed request; a retry after a lost answer uses the same idempotency key, so that money moves once. */
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
