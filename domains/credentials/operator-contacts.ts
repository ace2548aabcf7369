import { refuse } from '@karat/contract';
import type { Contract, UserId } from '@karat/contract';
import type { ContactChange, UserRow } from '@karat/domains/identity';
import { requestApproval, change as changed, fact } from '@karat/domains/operators';
import type { ApprovalKinds, Payload, Present } from '@karat/domains/operators';
import type { Queries } from '@karat/platform/db';
import type { Handlers } from '@karat/platform/http';
import { endApiKeys } from './api-keys.ts';
import { uidIn } from './operator-payload.ts';
import type { ResolvedDeps } from './deps.ts';

const CONTACT_RESTORE = 'user:contact_restore';

/** Whether the account still has the contact. */
const isCurrent = ({ kind, contact }: ContactChange, user: UserRow): boolean =>
  contact !== null && user[kind] === contact;

const changeView = (change: ContactChange, user: UserRow) => ({
  id: change.id,
  kind: change.kind,
  contact: change.contact,
  previous: change.previous,
  proof: change.proof,
  device: change.device,
  address: change.address,
  changed_ms: change.changedMs,
  reported_ms: change.reportedMs,
  current: isCurrent(change, user),
});

/** Returns the account and its contact changes. Refuses `not_found`. */
async function changesOf(deps: ResolvedDeps, db: Queries, uid: UserId) {
  const [user] = await deps.identity.users(db, [uid]);
  if (!user) return refuse('not_found');
  return { user, changes: await deps.identity.operators.contactChanges(db, uid) };
}

/** Returns the change of a request, with its account. Refuses `not_found`. */
async function changeOf(deps: ResolvedDeps, db: Queries, uid: UserId, id: number) {
  const { user, changes } = await changesOf(deps, db, uid);
  return { user, change: changes.find((one) => one.id === id) ?? refuse('not_found') };
}

const changeIn = (payload: Payload): number => Number(payload['change']);

const presentRestore =
  (deps: ResolvedDeps): Present =>
  async (db, payload) => {
    const { user, change } = await changeOf(deps, db, uidIn(payload), changeIn(payload));
    return {
      title: 'Undo the change of a contact',
      subject: `UID ${user.id}`,
      user: user.id,
      changes: [
        changed(change.kind === 'email' ? 'E-mail' : 'Phone', user[change.kind], change.previous),
        fact('Changed', new Date(change.changedMs).toISOString()),
        fact('Proof', change.proof),
        fact('Reported as not the owner', change.reportedMs === null ? 'no' : 'yes'),
      ],
    };
  };

type ContactCalls = Pick<Contract['credentials'], 'console/contact_changes' | 'console/contact_restore'>;

/** Calls of the console about contacts of accounts. */
export const contactHandlers = (deps: ResolvedDeps): Handlers<ContactCalls> => ({
  async 'console/contact_changes'({ input }) {
    const { user, changes } = await changesOf(deps, deps.ctx.db, input.uid);
    return changes.map((change) => changeView(change, user));
  },
  async 'console/contact_restore'({ input, caller }) {
    const { ctx } = deps;
    const { user, change } = await changeOf(deps, ctx.db, input.uid, input.id);
    if (!isCurrent(change, user)) refuse('no_change');
    const request = await ctx.db.transact((tx) =>
      requestApproval(ctx, tx, caller, {
        kind: CONTACT_RESTORE,
        subject: `user ${user.id}`,
        payload: { uid: user.id, change: change.id },
        reason: input.reason,
        present: presentRestore(deps),
      }),
    );
    return { id: request.id };
  },
});

/** Approvals of two operators about contacts. Refuses `approval_stale` if the contact has changed meanwhile. */
export const contactApprovals = (deps: ResolvedDeps): ApprovalKinds => ({
  [CONTACT_RESTORE]: {
    present: presentRestore(deps),
    async execute(tx, payload) {
      if (!(await deps.identity.operators.restoreContact(tx, uidIn(payload), changeIn(payload))))
        refuse('approval_stale');
      await endApiKeys(deps, tx, uidIn(payload), 'contact');
    },
  },
});
