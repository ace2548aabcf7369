import { pageReply, refuse } from '@karat/contract';
import type { Contract, UserId } from '@karat/contract';
import { loginView } from '@karat/domains/identity';
import { requestApproval, change, fact } from '@karat/domains/operators';
import type { ApprovalKinds, Present } from '@karat/domains/operators';
import type { Handlers, OperatorCaller } from '@karat/platform/http';
import { endApiKeys } from './api-keys.ts';
import { dropTotp } from './authenticator.ts';
import { contactApprovals, contactHandlers } from './operator-contacts.ts';
import { uidIn } from './operator-payload.ts';
import type { ResolvedDeps } from './deps.ts';
import { dropPasskeys } from './passkeys.ts';
import { securityOf } from './state.ts';

const TOTP_RESET = 'user:totp_reset';
const PASSKEYS_RESET = 'user:passkeys_reset';

/** Presentation of a request for the second operator, by its kind. */
const PRESENT = {
  [TOTP_RESET]:
    (deps: ResolvedDeps): Present =>
    async (db, payload) => {
      const { user, state } = await securityOf(deps, uidIn(payload), db);
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
    (deps: ResolvedDeps): Present =>
    async (db, payload) => {
      const { user, state } = await securityOf(deps, uidIn(payload), db);
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
  | 'console/totp_reset'
  | 'console/passkeys_reset'
  | 'console/contact_changes'
  | 'console/contact_restore'
>;

/** Calls of the console about credentials of users. */
export const consoleHandlers = (deps: ResolvedDeps): Handlers<ConsoleCalls> => ({
  ...contactHandlers(deps),
  async 'console/user_security'({ input }) {
    const { user, state } = await securityOf(deps, input.uid);
    return { ...state, status: user.status, frozen_by: user.frozenBy, unfreeze_ms: user.unfreezeMs };
  },
  async 'console/user_logins'({ input }) {
    const { rows, total } = await deps.identity.operators.logins(input.uid, input, input.failed === true);
    return pageReply(rows.map(loginView), total, input.page, input.limit);
  },
  async 'console/unfreeze_requests'({ input }) {
    const { rows, total } = await deps.identity.operators.unfreezeRequests(input);
    const views = rows.map((user) => ({
      uid: user.id,
      nickname: user.nickname,
      frozen_by: user.frozenBy,
      asked_ms: user.unfreezeMs ?? 0,
    }));
    return pageReply(views, total, input.page, input.limit);
  },
  async 'console/totp_reset'({ input, caller }) {
    const { state } = await securityOf(deps, input.uid);
    if (!state.totp) refuse('totp_unset');
    return request(deps, caller, TOTP_RESET, input.uid, input.reason);
  },
  async 'console/passkeys_reset'({ input, caller }) {
    const { state } = await securityOf(deps, input.uid);
    if (state.passkeys === 0) refuse('no_change');
    return request(deps, caller, PASSKEYS_RESET, input.uid, input.reason);
  },
});

async function request(
  deps: ResolvedDeps,
  caller: OperatorCaller,
  kind: keyof typeof PRESENT,
  uid: UserId,
  reason: string,
): Promise<{ id: number }> {
  const call = await deps.ctx.db.transact((tx) =>
    requestApproval(deps.ctx, tx, caller, {
      kind,
      subject: `user ${uid}`,
      payload: { uid },
      reason,
      present: PRESENT[kind](deps),
    }),
  );
  return { id: call.id };
}

/** Effects of approvals. Refuses `approval_stale` if the state has changed meanwhile. */
export const approvalsOf = (deps: ResolvedDeps): ApprovalKinds => ({
  ...contactApprovals(deps),
  [TOTP_RESET]: {
    present: PRESENT[TOTP_RESET](deps),
    async execute(tx, payload) {
      await dropTotp(deps, tx, uidIn(payload));
      await endApiKeys(deps, tx, uidIn(payload), 'authenticator');
    },
  },
  [PASSKEYS_RESET]: {
    present: PRESENT[PASSKEYS_RESET](deps),
    async execute(tx, payload) {
      await dropPasskeys(deps, tx, uidIn(payload));
      await endApiKeys(deps, tx, uidIn(payload), 'passkey');
    },
  },
});
