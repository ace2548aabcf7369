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
import { passkeysOf } from './passkey-store.ts';
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

/** Handlers of every call of the contract's credentials group; they decide nothing. */
export const credentialsHandlers = (parts: ResolvedDeps): Handlers<Contract['credentials']> => ({
  ...consoleHandlers(parts),
  'safe/state': async ({ caller }) => (await securityOf(parts, caller.userId)).state,
  'safe/pay_password': ({ input, caller, request }) =>
    done(setPayPassword(parts, caller.userId, input, request)),
  'safe/pay_password/change': ({ input, caller }) => done(changePayPassword(parts, caller.userId, input)),
  'safe/pay_password/reset': ({ input, caller, request }) =>
    done(resetPayPassword(parts, caller.userId, input, request)),
  async 'safe/totp/setup'({ input, caller, request }) {
    const { secret, uri, expiresMs } = await setupTotp(parts, caller.userId, input, request);
    return { secret, uri, expires_at: wireTime(expiresMs), expires_ms: expiresMs };
  },
  'safe/totp/confirm': async ({ input, caller }) => ({
    backup_codes: await confirmTotp(parts, caller.userId, input.code),
  }),
  'safe/totp/remove': ({ input, caller }) => done(removeTotp(parts, caller.userId, input)),
  'safe/totp/backup_codes': async ({ input, caller }) => ({
    backup_codes: await renewBackupCodes(parts, caller.userId, input),
  }),
  'safe/passkeys': async ({ caller }) => (await passkeysOf(parts.ctx.db, caller.userId)).map(passkeyView),
  'safe/passkey/options': ({ input, caller, request }) =>
    passkeys.registrationOptions(parts, caller.userId, input, request),
  'safe/passkey/challenge': ({ caller, request }) => passkeys.proofOptions(parts, caller.userId, request),
  'safe/passkey/add': async ({ input, caller, request }) =>
    passkeyView(await passkeys.addPasskey(parts, caller.userId, input, request)),
  'safe/passkey/rename': ({ input, caller }) =>
    done(passkeys.renamePasskey(parts, caller.userId, input.id, input.name)),
  'safe/passkey/remove': ({ input, caller, request }) =>
    done(passkeys.removePasskey(parts, caller.userId, input, request)),
  'user/passkey/options': ({ request }) => passkeys.loginOptions(parts, request),
  'user/passkey/login': ({ input, request }) => passkeys.loginByPasskey(parts, input.credential, request),
  'user/contact/report': ({ input }) => done(freezeByReport(parts, input.token)),
  'safe/freeze': ({ input, caller }) => done(freezeOwn(parts, caller.userId, input.password)),
  api_keys: async ({ caller }) =>
    (await apiKeysOf(parts.ctx.db, caller.userId)).map((row) => apiKeyView(parts, row)),
  async 'api_keys/create'({ input, caller }) {
    const { secret, ...row } = await createApiKey(parts, caller.userId, input);
    return { ...apiKeyView(parts, row), secret };
  },
  'api_keys/remove': ({ input, caller }) => done(removeApiKey(parts, caller.userId, input.id)),
});
