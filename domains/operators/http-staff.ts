import type { Contract } from '@karat/contract';
import type { Context } from '@karat/platform/context';
import type { Handlers, OperatorCaller } from '@karat/platform/http';
import type { ConsoleDeps } from './console.ts';
import { beginSetup, finishSetup, newHalf, takeHalf } from './invitation.ts';
import { requestStaffChange } from './staff-change.ts';
import type { StaffChange } from './staff-change.ts';
import { staffMembers } from './staff-store.ts';
import type { StaffMember } from './staff-store.ts';

type StaffCalls = Extract<keyof Contract['operators'], `console/staff${string}`>;

const stateOf = (member: StaffMember): 'active' | 'setup' | 'disabled' =>
  member.disabled ? 'disabled' : member.setup_until_ms === null ? 'active' : 'setup';

const viewOf = (caller: OperatorCaller, now: number) => (member: StaffMember) => ({
  id: member.id,
  login: member.login,
  name: member.name,
  role: member.role,
  state: stateOf(member),
  passkeys: member.passkeys,
  created_ms: member.created_ms,
  seen_ms: member.seen_ms,
  setup_until_ms: member.setup_until_ms,
  half_waits:
    member.approved_by === caller.operatorId && !member.has_second && (member.setup_until_ms ?? 0) > now,
});

/** Asks for a change that ends with a setup: the one who asks keeps the first half of its code. */
async function askWithHalf(ctx: Context, caller: OperatorCaller, asked: StaffChange, reason: string) {
  const half = newHalf(ctx.random);
  return { approval: await requestStaffChange(ctx, caller, asked, reason, half), half };
}

/** Handlers of the calls about operators. */
export function staffHandlers({
  ctx,
  logins,
}: ConsoleDeps): Pick<Handlers<Contract['operators']>, StaffCalls> {
  return {
    'console/staff': async ({ caller }) => (await staffMembers(ctx.db)).map(viewOf(caller, ctx.clock.now())),
    'console/staff_add': ({ input: { reason, ...asked }, caller }) =>
      askWithHalf(ctx, caller, { what: 'add', ...asked }, reason),
    'console/staff_renew': ({ input: { id, reason }, caller }) =>
      askWithHalf(ctx, caller, { what: 'renew', id }, reason),
    'console/staff_role': ({ input: { id, role, reason }, caller }) =>
      requestStaffChange(ctx, caller, { what: 'role', id, role }, reason),
    'console/staff_disable': ({ input: { id, reason }, caller }) =>
      requestStaffChange(ctx, caller, { what: 'disable', id }, reason),
    'console/staff_half': ({ input, caller }) => takeHalf(ctx, caller, input.id),
    'console/staff_begin': ({ input }) => beginSetup(ctx, input),
    'console/staff_finish': ({ input }) => finishSetup(ctx, logins.passwords, input),
  };
}
