import { pageReply, refuse } from '@karat/contract';
import type { Contract, UserId } from '@karat/contract';
import { loginView } from '@karat/domains/identity';
import { ask, change, fact } from '@karat/domains/operators';
import type { ApprovalKinds, Present } from '@karat/domains/operators';
import type { Handlers, OperatorCaller } from '@karat/platform/http';
import { endApiKeys } from './api-keys.ts';
import { dropTotp } from './authenticator.ts';
import { freeze, thaw } from './freeze.ts';
import { contactApprovals, contactHandlers } from './operator-contacts.ts';
import { uidIn } from './operator-payload.ts';
import type { Parts } from './parts.ts';
import { dropPasskeys } from './passkeys.ts';
import { securityOf } from './state.ts';

const FREEZE = 'user:freeze';
const UNFREEZE = 'user:unfreeze';
const TOTP_RESET = 'user:totp_reset';
const PASSKEYS_RESET = 'user:passkeys_reset';

const presentStatus =
  (after: 'active' | 'frozen') =>
  (parts: Parts): Present =>
  async (db, payload) => {
    const { user, state } = await securityOf(parts, uidIn(payload), db);
    return {
      title: after === 'frozen' ? 'Freeze an account' : 'Open a frozen account',
      subject: `UID ${user.id}`,
      user: user.id,
      changes: [
        change('Account', user.status, after),
        fact('Frozen by', user.frozenBy ?? '–'),
        fact('Contacts', [state.email, state.phone].filter(Boolean).join(', ')),
      ],
    };
  };

/** What the second person sees, by the kind of the request. */
const PRESENT = {
  [FREEZE]: presentStatus('frozen'),
  [UNFREEZE]: presentStatus('active'),
  [TOTP_RESET]:
    (parts: Parts): Present =>
    async (db, payload) => {
      const { user, state } = await securityOf(parts, uidIn(payload), db);
      return {
        title: 'Remove a lost authenticator',
        subject: `UID ${user.id}`,
        user: user.id,
        changes: [
          change('Authenticator', state.totp ? 'on' : 'off', 'off'),
          fact('Passkeys', String(state.passkeys)),
          fact('Contacts', [state.email, state.phone].filter(Boolean).join(', ')),
        ],
      };
    },
  [PASSKEYS_RESET]:
    (parts: Parts): Present =>
    async (db, payload) => {
      const { user, state } = await securityOf(parts, uidIn(payload), db);
      return {
        title: 'Remove all passkeys of an account',
        subject: `UID ${user.id}`,
        user: user.id,
        changes: [
          change('Passkeys', String(state.passkeys), '0'),
          fact('Authenticator', state.totp ? 'on' : 'off'),
          fact('Contacts', [state.email, state.phone].filter(Boolean).join(', ')),
        ],
      };
    },
};

type ConsoleCalls = Pick<
  Contract['credentials'],
  | 'console/user_security'
  | 'console/user_logins'
  | 'console/unfreeze_requests'
  | 'console/user_freeze'
  | 'console/totp_reset'
  | 'console/passkeys_reset'
  | 'console/contact_changes'
  | 'console/contact_restore'
>;

/** Calls of the console about credentials of users. */
export const consoleHandlers = (parts: Parts): Handlers<ConsoleCalls> => ({
  ...contactHandlers(parts),
  async 'console/user_security'({ input }) {
    const { user, state } = await securityOf(parts, input.uid);
    return { ...state, status: user.status, frozen_by: user.frozenBy, unfreeze_ms: user.unfreezeMs };
  },
  async 'console/user_logins'({ input }) {
    const { rows, total } = await parts.identity.operators.logins(input.uid, input);
    return pageReply(rows.map(loginView), total, input.page, input.limit);
  },
  async 'console/unfreeze_requests'({ input }) {
    const { rows, total } = await parts.identity.operators.unfreezeRequests(input);
    const views = rows.map((user) => ({
      uid: user.id,
      nickname: user.nickname,
      frozen_by: user.frozenBy,
      asked_ms: user.unfreezeMs ?? 0,
    }));
    return pageReply(views, total, input.page, input.limit);
  },
  'console/user_freeze': ({ input, caller }) =>
    askFreeze(parts, caller, input.uid, input.frozen, input.reason),
  async 'console/totp_reset'({ input, caller }) {
    const { state } = await securityOf(parts, input.uid);
    if (!state.totp) refuse('totp_unset');
    return request(parts, caller, TOTP_RESET, input.uid, input.reason);
  },
  async 'console/passkeys_reset'({ input, caller }) {
    const { state } = await securityOf(parts, input.uid);
    if (state.passkeys === 0) refuse('no_change');
    return request(parts, caller, PASSKEYS_RESET, input.uid, input.reason);
  },
});

/** Asks that an account be frozen or opened; what its owner froze is opened only once they have proved to want it. */
async function askFreeze(
  parts: Parts,
  caller: OperatorCaller,
  uid: UserId,
  frozen: boolean,
  reason: string,
): Promise<{ id: number }> {
  const { user } = await securityOf(parts, uid);
  if (user.house) refuse('not_found');
  if ((user.status === 'frozen') === frozen) refuse('no_change');
  if (!frozen && user.frozenBy === 'user' && user.unfreezeMs === null) refuse('unfreeze_unasked');
  return request(parts, caller, frozen ? FREEZE : UNFREEZE, uid, reason);
}

async function request(
  parts: Parts,
  caller: OperatorCaller,
  kind: keyof typeof PRESENT,
  uid: UserId,
  reason: string,
): Promise<{ id: number }> {
  const asked = await parts.ctx.db.transact((tx) =>
    ask(parts.ctx, tx, caller, {
      kind,
      subject: `user ${uid}`,
      payload: { uid },
      reason,
      present: PRESENT[kind](parts),
    }),
  );
  return { id: asked.id };
}

/** What an approval does; a state that has changed meanwhile refuses with `approval_stale`. */
export const approvalsOf = (parts: Parts): ApprovalKinds => ({
  ...contactApprovals(parts),
  [FREEZE]: {
    present: PRESENT[FREEZE](parts),
    async execute(tx, payload) {
      if (!(await freeze(parts, tx, uidIn(payload), 'operator'))) refuse('approval_stale');
    },
  },
  [UNFREEZE]: {
    present: PRESENT[UNFREEZE](parts),
    async execute(tx, payload) {
      if (!(await thaw(parts, tx, uidIn(payload)))) refuse('approval_stale');
    },
  },
  [TOTP_RESET]: {
    present: PRESENT[TOTP_RESET](parts),
    async execute(tx, payload) {
      await dropTotp(parts, tx, uidIn(payload));
      await endApiKeys(parts, tx, uidIn(payload), 'authenticator');
    },
  },
  [PASSKEYS_RESET]: {
    present: PRESENT[PASSKEYS_RESET](parts),
    async execute(tx, payload) {
      await dropPasskeys(parts, tx, uidIn(payload));
      await endApiKeys(parts, tx, uidIn(payload), 'passkey');
    },
  },
});
