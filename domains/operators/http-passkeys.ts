import type { Contract } from '@karat/contract';
import type { Handlers } from '@karat/platform/http';
import type { LoginDeps } from './login.ts';
import { passkeyStore } from './passkey-store.ts';
import type { PasskeyRow } from './passkey-store.ts';
import {
  passkeyChallenge,
  passkeyLoginOptions,
  passkeyOptions,
  registerPasskey,
  removePasskey,
} from './passkeys.ts';

const passkeyView = ({ id, name, createdMs, usedMs, synced }: PasskeyRow) => ({
  id,
  name,
  created_ms: createdMs,
  used_ms: usedMs,
  synced,
});

type PasskeyCalls = Pick<
  Contract['operators'],
  | 'console/passkey/login_options'
  | 'console/passkeys'
  | 'console/passkey/challenge'
  | 'console/passkey/options'
  | 'console/passkey/add'
  | 'console/passkey/remove'
>;

/** Calls of operators about their own passkeys. */
export const passkeyHandlers = (deps: LoginDeps): Handlers<PasskeyCalls> => ({
  'console/passkey/login_options': ({ request }) => passkeyLoginOptions(deps, request),
  'console/passkeys': async ({ caller }) =>
    (await passkeyStore.passkeysOf(deps.ctx.db, caller.operatorId)).map(passkeyView),
  'console/passkey/challenge': ({ caller, request }) => passkeyChallenge(deps, caller, request),
  'console/passkey/options': ({ input, caller, request }) => passkeyOptions(deps, caller, input, request),
  'console/passkey/add': async ({ input, caller, request }) =>
    passkeyView(await registerPasskey(deps, caller, input, request)),
  'console/passkey/remove': async ({ input, caller, request }) => {
    await removePasskey(deps, caller, input, request);
    return 'ok' as const;
  },
});
