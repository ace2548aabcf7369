import { useState } from 'react';
import type { Code } from '@karat/contract';
import { api } from '../../lib/api.ts';
import type { ReplyOf } from '../../lib/calls.ts';
import { useFormState } from '../../lib/form-state.ts';
import type { CallError } from '../../lib/envelope.ts';
import { passkeysWork, signWithPasskey } from '../../lib/passkey.ts';
import { useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { codeProblem } from './rules.ts';
import { accountText } from './text.ts';

/** A second factor: a code of the authenticator, one sent to a contact, or a passkey. */
export type ProofWay = 'totp' | 'code' | 'passkey';

/** The fields of the call. */
export interface SentProof {
  readonly password?: string;
  readonly old_code?: string;
  readonly totp?: string;
  readonly credential?: string;
}

/** Maps refusal codes to fields. */
const REFUSED = {
  password_wrong: 'password',
  password_required: 'password',
  old_code_wrong: 'old',
  proof_required: 'old',
  totp_wrong: 'totp',
  code_required: 'totp',
} as const satisfies Partial<Record<Code, string>>;

type State = Pick<
  ReplyOf<'safe/state'>,
  'totp' | 'passkeys' | 'email' | 'phone' | 'email_recovers_ms' | 'phone_recovers_ms'
>;

/** Second factors of an account that work on this device. */
export const factorsOf = (state: Pick<State, 'totp' | 'passkeys'>): ProofWay[] => [
  ...(state.totp ? (['totp'] as const) : []),
  ...(state.passkeys > 0 && passkeysWork() ? (['passkey'] as const) : []),
];

/** All ways to prove the owner; a recently linked contact is not one. */
export function proofsOf(state: State): ProofWay[] {
  const hasContact =
    (state.email !== null && state.email_recovers_ms === null) ||
    (state.phone !== null && state.phone_recovers_ms === null);
  return [...factorsOf(state), ...(hasContact ? (['code'] as const) : [])];
}

interface ProofOptions {
  readonly ways: readonly ProofWay[];
  /** The login password is required as well. */
  readonly withPassword: boolean;
  /** Which challenge a passkey signs: that of the session or of a login. */
  readonly challenge?: 'safe/passkey/challenge' | 'user/passkey/options';
}

/** State of an owner proof: input, errors, and the fields of the call. */
export function useOwnerProof({ ways, withPassword, challenge = 'safe/passkey/challenge' }: ProofOptions) {
  const t = useText(accountText);
  const { form, check, at, action, error, shows } = useFormState(
    { password: '', old: '', totp: '' },
    REFUSED,
    { old_code: 'old' },
  );
  const [chosen, choose] = useState<ProofWay | null>(null);
  const way = chosen !== null && ways.includes(chosen) ? chosen : ways[0];
  const wrong = {
    password: withPassword && form.password === '',
    old: way === 'code' ? codeProblem(form.old) : null,
    totp: way === 'totp' && form.totp.trim() === '',
  };
  const sign = async (): Promise<string | undefined> => {
    const options = await api.post(challenge, {}).catch(() => undefined);
    if (options === undefined) return undefined;
    const credential = await signWithPasskey(options);
    if (credential === undefined) toast(t('passkey_none'));
    return credential;
  };
  return {
    ways,
    way,
    choose,
    withPassword,
    at,
    wrong,
    /** Shows errors and returns whether the form is valid. */
    check: (): boolean => {
      check();
      return !wrong.password && !wrong.old && !wrong.totp;
    },
    /** Returns the proof for the call; a passkey signs now. Undefined when the user or the device declined. */
    collect: async (): Promise<SentProof | undefined> => {
      const password = withPassword ? { password: form.password } : {};
      if (way === 'code') return { ...password, old_code: form.old };
      if (way === 'totp') return { ...password, totp: form.totp.trim() };
      if (way === undefined) return password;
      const credential = await sign();
      return credential === undefined ? undefined : { ...password, credential };
    },
    /** Refusal that belongs to no field, where the proof is the whole form. */
    error,
    onRefused: action.onRefused,
    /** Shows a refusal at its field and returns whether there is one here. */
    refused: (refusal: CallError): boolean => {
      const isOurs = shows(refusal);
      if (isOurs) action.onRefused(refusal);
      return isOurs;
    },
  };
}

export type OwnerProofForm = ReturnType<typeof useOwnerProof>;
