import { OPERATOR_ROLES, refuse } from '@karat/contract';
import type { OperatorRole } from '@karat/contract';
import type { Context } from '@karat/platform/context';
import type { Queries, Tx } from '@karat/platform/db';
import type { OperatorCaller } from '@karat/platform/http';
import { requestApproval } from './approvals.ts';
import type { ApprovalView } from './approvals.ts';
import { SETUP_MS, halfHash, newHalf } from './invitation.ts';
import type { ApprovalKind, Passwords } from './operators.ts';
import { passkeyStore } from './passkey-store.ts';
import { change, fact } from './presentation.ts';
import type { Change } from './presentation.ts';
import type { Payload } from './rules.ts';
import * as store from './store.ts';
import * as staffStore from './staff-store.ts';
import type { StaffMember } from './staff-store.ts';

/** Kind of approval of everything that two operators change about a third one. */
export const STAFF_CHANGE = 'operator change';

/** A change that an admin asks for. */
export type StaffChange =
  | { readonly what: 'add'; readonly login: string; readonly name: string; readonly role: OperatorRole }
  | { readonly what: 'renew'; readonly id: number }
  | { readonly what: 'role'; readonly id: number; readonly role: OperatorRole }
  | { readonly what: 'disable'; readonly id: number };

const TITLES: Readonly<Record<StaffChange['what'], string>> = {
  add: 'Add an operator',
  renew: 'Renew an operator’s login',
  role: 'Change an operator’s role',
  disable: 'Disable an operator',
};
/** Roles that approve: two operators of them must stay, and an admin, or nobody could change anything any more. */
const APPROVERS: readonly OperatorRole[] = ['risk', 'admin'];
const APPROVERS_MIN = 2;

const roleOf = (payload: Payload): OperatorRole =>
  OPERATOR_ROLES.find((role) => role === payload['role']) ?? refuse('approval_stale');

/** Returns the change of a payload. */
function changeOf(payload: Payload): StaffChange {
  const id = Number(payload['operator_id']);
  switch (payload['what']) {
    case 'add':
      return {
        what: 'add',
        login: String(payload['login']),
        name: String(payload['name']),
        role: roleOf(payload),
      };
    case 'role':
      return { what: 'role', id, role: roleOf(payload) };
    case 'renew':
      return { what: 'renew', id };
    case 'disable':
      return { what: 'disable', id };
    default:
      return refuse('approval_stale');
  }
}

const memberAt = async (db: Queries, id: number): Promise<StaffMember> =>
  (await staffStore.staffMembers(db)).find((each) => each.id === id && !each.disabled) ?? refuse('not_found');

function changesOf(member: StaffMember, asked: Exclude<StaffChange, { what: 'add' }>): Change[] {
  switch (asked.what) {
    case 'role':
      return [fact('Name', member.name), change('Role', member.role, asked.role)];
    case 'renew':
      return [
        fact('Name', member.name),
        fact('Role', member.role),
        change('Password, authenticator, passkeys', 'present ones', 'chosen anew'),
      ];
    case 'disable':
      return [fact('Name', member.name), fact('Role', member.role), change('Login', 'active', 'disabled')];
  }
}

async function present(db: Queries, payload: Payload) {
  const asked = changeOf(payload);
  const title = TITLES[asked.what];
  if (asked.what === 'add') {
    const changes = [change('Name', null, asked.name), change('Role', null, asked.role)];
    return { title, subject: asked.login, changes };
  }
  const member = await memberAt(db, asked.id);
  return { title, subject: member.login, changes: changesOf(member, asked) };
}

/** Refuses `operator_needed` if too few operators could approve without this one, in another role or gone. */
function checkApproversStay(
  staff: readonly { readonly id: number; readonly role: OperatorRole; readonly waits: boolean }[],
  id: number,
  role?: OperatorRole,
): void {
  // An operator whose login waits for its setup cannot approve, and may never do so.
  const after = staff
    .filter(({ waits }) => !waits)
    .map((each) => (each.id === id ? role : each.role))
    .filter((each) => each !== undefined && APPROVERS.includes(each));
  if (after.length < APPROVERS_MIN || !after.includes('admin')) refuse('operator_needed');
}

/** Ends everything with which an operator could act. */
async function endAccess(tx: Tx, id: number, at: number): Promise<void> {
  await store.endSessionsOf(tx, id, at);
  await store.dropDevices(tx, id);
}

interface Deps {
  readonly ctx: Context;
  readonly passwords: Passwords;
}

/** A password that nobody knows, until the setup. */
const noPassword = ({ ctx, passwords }: Deps): Promise<string> => passwords.hash(newHalf(ctx.random));

async function openInvitation(
  { ctx }: Deps,
  tx: Tx,
  operator: number,
  payload: Payload,
  approvedBy: number,
): Promise<void> {
  const firstHash = Buffer.from(String(payload['half']), 'hex');
  await staffStore.invite(tx, { operator, approvedBy, firstHash, until: ctx.clock.now() + SETUP_MS });
}

async function add(deps: Deps, tx: Tx, asked: Extract<StaffChange, { what: 'add' }>): Promise<number> {
  const at = deps.ctx.clock.now();
  const row = { ...asked, passwordHash: await noPassword(deps), totpSecret: '', at };
  if ((await store.insertOperator(tx, row)) === 0) refuse('operator_login_taken');
  return (await store.operatorForLogin(tx, asked.login))?.id ?? refuse('not_found');
}

async function renew(deps: Deps, tx: Tx, id: number): Promise<void> {
  await store.renewOperator(tx, id, { passwordHash: await noPassword(deps), totpSecret: '' });
  await passkeyStore.deletePasskeys(tx, id);
  await endAccess(tx, id, deps.ctx.clock.now());
}

/** How two operators add, renew, move and disable a third one. Neither of them may be that one. */
export const staffChange = (deps: Deps): ApprovalKind => ({
  present,
  async execute(tx, payload, { askedBy, approvedBy }) {
    const asked = changeOf(payload);
    const staff = await staffStore.lockStaff(tx);
    const approver = staff.find(({ login }) => login === approvedBy) ?? refuse('approval_stale');
    if (asked.what === 'add')
      return openInvitation(deps, tx, await add(deps, tx, asked), payload, approver.id);
    const { id } = asked;
    const subject = staff.find((each) => each.id === id) ?? refuse('not_found');
    if (subject.login === askedBy || subject.login === approvedBy) refuse('operator_own_change');
    switch (asked.what) {
      case 'renew':
        await renew(deps, tx, id);
        return openInvitation(deps, tx, id, payload, approver.id);
      case 'role':
        checkApproversStay(staff, id, asked.role);
        await staffStore.setRole(tx, id, asked.role);
        return endAccess(tx, id, deps.ctx.clock.now());
      case 'disable':
        checkApproversStay(staff, id);
        await store.disableOperator(tx, id);
        await staffStore.endInvitation(tx, id);
        return endAccess(tx, id, deps.ctx.clock.now());
    }
  },
});

const payloadOf = (asked: StaffChange, half: string | undefined): Payload => {
  const secret = half === undefined ? {} : { half: halfHash(half).toString('hex') };
  switch (asked.what) {
    case 'add':
      return { what: asked.what, login: asked.login, name: asked.name, role: asked.role, ...secret };
    case 'role':
      return { what: asked.what, operator_id: asked.id, role: asked.role };
    case 'renew':
    case 'disable':
      return { what: asked.what, operator_id: asked.id, ...secret };
  }
};

/** Asks for a change about another operator. `half` is the asking operator's part of a setup code. */
export const requestStaffChange = (
  ctx: Context,
  caller: OperatorCaller,
  asked: StaffChange,
  reason: string,
  half?: string,
): Promise<ApprovalView> =>
  ctx.db.transact(async (tx) => {
    const staff = await staffStore.lockStaff(tx);
    if (asked.what === 'add') {
      const isTaken = (await staffStore.staffMembers(tx)).some(({ login }) => login === asked.login);
      if (isTaken) refuse('operator_login_taken');
    } else if (asked.id === caller.operatorId) refuse('operator_own_change');
    if (asked.what === 'role') checkApproversStay(staff, asked.id, asked.role);
    if (asked.what === 'disable') checkApproversStay(staff, asked.id);
    const payload = payloadOf(asked, half);
    const { subject } = await present(tx, payload);
    return requestApproval(ctx, tx, caller, { kind: STAFF_CHANGE, subject, payload, reason, present });
  });
