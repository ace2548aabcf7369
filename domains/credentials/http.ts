import { wireTime } from '@karat/contract';
import type { Contract } from '@karat/contract';
import type { Handlers } from '@karat/platform/http';
import { createApiKey, removeApiKey } from './api-keys.ts';
import { apiKeysOf } from './api-key-store.ts';
import type { ApiKeyRow } from './api-key-store.ts';
import { confirmTotp, removeTotp, renewBackupCodes, setupTotp } from './authenticator.ts';
import { freezeByReport, freezeOwn } from './freeze.ts';
import { consoleHandlers } from './operator.ts';
import type { ResolvedDeps } from './deps.ts';
import { passkeyStore } from './passkey-store.ts';
import type { PasskeyRow } from './passkey-store.ts';
import * as passkeys from './passkeys.ts';
import { changePayPassword, resetPayPassword, setPayPassword } from './pay-password.ts';
import { securityOf } from './state.ts';

const wireOrNone = (ms: number | null): string | null => (ms === null ? null : wireTime(ms));

const passkeyView = (row: PasskeyRow) => ({
  id: row.id,
  name: row.name,
  created_at: wireTime(row.createdMs),
  created_ms: row.createdMs,
  used_at: wireOrNone(row.usedMs),
  used_ms: row.usedMs,
  synced: row.synced,
});

const apiKeyView = ({ limits }: ResolvedDeps, row: ApiKeyRow) => ({
  id: row.id,
  label: row.label,
  key: row.key,
  trade: row.trade,
  withdraw: row.withdraw,
  networks: [...row.networks],
  created_at: wireTime(row.createdMs),
  created_ms: row.createdMs,
  used_at: wireOrNone(row.usedMs),
  used_ms: row.usedMs,
  used_from: row.usedFrom,
  withdraw_from_ms: row.withdraw ? row.createdMs + limits.holdMs : null,
});

const done = async (work: Promise<void>): Promise<'ok'> => {
  await work;
  return 'ok';
};

/** Handlers of the contract's credentials group. */
export const credentialsHandlers = (deps: ResolvedDeps): Handlers<Contract['credentials']> => ({
  ...consoleHandlers(deps),
  'safe/state': async ({ caller }) => (await securityOf(deps, caller.userId)).state,
  'safe/pay_password': ({ input, caller, request }) =>
    done(setPayPassword(deps, caller.userId, input, request)),
  'safe/pay_password/change': ({ input, caller }) => done(changePayPassword(deps, caller.userId, input)),
  'safe/pay_password/reset': ({ input, caller, request }) =>
    done(resetPayPassword(deps, caller.userId, input, request)),
  async 'safe/totp/setup'({ input, caller, request }) {
    const { secret, uri, expiresMs } = await setupTotp(deps, caller.userId, input, request);
    return { secret, uri, expires_at: wireTime(expiresMs), expires_ms: expiresMs };
  },
  'safe/totp/confirm': async ({ input, caller }) => ({
    backup_codes: await confirmTotp(deps, caller.userId, input.code),
  }),
  'safe/totp/remove': ({ input, caller }) => done(removeTotp(deps, caller.userId, input)),
  'safe/totp/backup_codes': async ({ input, caller }) => ({
    backup_codes: await renewBackupCodes(deps, caller.userId, input),
  }),
  'safe/passkeys': async ({ caller }) =>
    (await passkeyStore.passkeysOf(deps.ctx.db, caller.userId)).map(passkeyView),
  'safe/passkey/options': ({ input, caller, request }) =>
    passkeys.registrationOptions(deps, caller.userId, input, request),
  'safe/passkey/challenge': ({ caller, request }) => passkeys.proofOptions(deps, caller.userId, request),
  'safe/passkey/add': async ({ input, caller, request }) =>
    passkeyView(await passkeys.addPasskey(deps, caller.userId, input, request)),
  'safe/passkey/rename': ({ input, caller }) =>
    done(passkeys.renamePasskey(deps, caller.userId, input.id, input.name)),
  'safe/passkey/remove': ({ input, caller, request }) =>
    done(passkeys.removePasskey(deps, caller.userId, input, request)),
  'user/passkey/options': ({ request }) => passkeys.loginOptions(deps, request),
  'user/passkey/login': ({ input, request }) => passkeys.loginByPasskey(deps, input.credential, request),
  'user/contact/report': ({ input }) => done(freezeByReport(deps, input.token)),
  'safe/freeze': ({ input, caller }) => done(freezeOwn(deps, caller.userId, input.password)),
  api_keys: async ({ caller }) =>
    (await apiKeysOf(deps.ctx.db, caller.userId)).map((row) => apiKeyView(deps, row)),
  async 'api_keys/create'({ input, caller }) {
    const { secret, ...row } = await createApiKey(deps, caller.userId, input);
    return { ...apiKeyView(deps, row), secret };
  },
  'api_keys/remove': ({ input, caller }) => done(removeApiKey(deps, caller.userId, input.id)),
});
