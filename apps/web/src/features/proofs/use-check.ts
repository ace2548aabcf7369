import type { SignedReceipt } from '@karat/evidence';
import { useEffect, useRef, useState } from 'react';
import { checkOwner, checkReceipt, receiptFrom } from './evidence.ts';
import type { OwnReceipt } from './evidence.ts';
import type { Checked } from './Found.tsx';

export type State =
  | { readonly type: 'idle' }
  | { readonly type: 'busy' }
  | { readonly type: 'failed'; readonly error: Error }
  | ({ readonly type: 'done' } & Checked);

/** The ticks of a minute are signed when it is over. */
const AGAIN_MS = 10_000;

/** The receipt to verify: input of the user, or one of the user's own. */
export type CheckRequest = { readonly text: string } | { readonly own: OwnReceipt };

const isUnsigned = ({ checks }: Checked): boolean =>
  checks.some(({ state, why }) => state === 'open' && why === 'unsigned');

async function checked(request: CheckRequest): Promise<Checked> {
  const signed: SignedReceipt = 'own' in request ? request.own.signed : await receiptFrom(request.text);
  const checks = await checkReceipt(signed);
  return { signed, checks: 'own' in request ? [...checks, checkOwner(request.own)] : checks };
}

/** Reads and verifies a receipt; a later request replaces an earlier one. */
export function useCheck() {
  const [state, setState] = useState<State>({ type: 'idle' });
  const turn = useRef(0);
  const again = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const run = async (request: CheckRequest, mine: number): Promise<void> => {
    let next: State;
    try {
      next = { type: 'done', ...(await checked(request)) };
    } catch (error) {
      next = { type: 'failed', error: error instanceof Error ? error : new Error(String(error)) };
    }
    if (turn.current !== mine) return;
    setState(next);
    if (next.type === 'done' && isUnsigned(next))
      again.current = setTimeout(() => void run(request, mine), AGAIN_MS);
  };
  const check = async (request: CheckRequest): Promise<void> => {
    const mine = ++turn.current;
    clearTimeout(again.current);
    setState({ type: 'busy' });
    await run(request, mine);
  };
  useEffect(
    () => () => {
      turn.current++;
      clearTimeout(again.current);
    },
    [],
  );
  return { state, check };
}
