import type { UserId } from '@karat/contract';
import type { Payee } from '@karat/domains/payees';
import type { Tx } from '@karat/platform/db';
import type { ResolvedDeps } from './deps.ts';

export interface PayeeScreening {
  readonly isHeld: boolean;
  readonly isUnscreened: boolean;
}

export interface PayeeRequest {
  readonly id: number;
  readonly user: UserId;
  readonly payee: Payee;
  /** Name of the person whose wallet is paid; undefined for the user's own. */
  readonly beneficiary: string | undefined;
}

/** Returns the name of the owner of a card; undefined for an address. */
const holderOf = ({ payees }: ResolvedDeps, user: UserId, { sealed }: Payee): string | undefined =>
  sealed && payees.open(user, sealed)['real_name'];

/** Screens the named payee of a withdrawal. A match opens a case with a link to the withdrawal. */
export async function screenPayee(
  deps: ResolvedDeps,
  tx: Tx,
  { id, user, payee, beneficiary }: PayeeRequest,
): Promise<PayeeScreening> {
  const name = holderOf(deps, user, payee) ?? beneficiary;
  const finding =
    name === undefined
      ? 'clear'
      : await deps.screening.screen(tx, {
          user,
          name,
          origin: `Payee of withdrawal ${id}`,
          link: { kind: 'withdrawal', reference: id },
        });
  return { isHeld: await deps.screening.isHeld(tx, user), isUnscreened: finding === 'unavailable' };
}
