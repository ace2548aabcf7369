import { Refusal, refuse } from '@karat/contract';
import type { ApiRight, Call } from '@karat/contract';
import type { Caller, RequestInfo, SignedRequest } from './handlers.ts';

/** How programs prove the API keys of their owners. */
export interface ProgramAuthentication {
  /** Whose program signed a request, if its key has the right; throws the refusal. */
  authenticate(signed: SignedRequest, right: ApiRight): Promise<Caller>;
  /** The caller of a key that a connection logged in with, if the key still has the right; throws the refusal. */
  recheck(key: number, address: string, right: ApiRight): Promise<Caller>;
  /** Takes the signature of a request, once in its window; refuses `signature_used` afterwards. */
  takeOnce(signed: SignedRequest): Promise<void>;
}

/** What of a request says that a program makes it. */
export interface ProgramAsking {
  readonly request: RequestInfo;
  readonly signed?: SignedRequest | undefined;
  /** Number of the API key that the connection logged in with. */
  readonly program?: number | undefined;
}

export interface ProgramGuard {
  /** The program's owner as caller; rejects with the refusal, `forbidden` where no key may make the call. */
  identify(asking: ProgramAsking, right: ApiRight | undefined): Promise<Caller>;
  /** Takes the signature of a login or of a call that changes something. */
  takeOnce(asking: ProgramAsking, what: Call | 'login'): Promise<void>;
}

/**
 * Guards what programs ask. `mayGuess` takes one from what an address may try in vain: wrong keys are looked up as seldom as
 * wrong tokens.
 */
export const programGuard = (
  programs: ProgramAuthentication | undefined,
  mayGuess: (address: string) => boolean,
): ProgramGuard => ({
  async identify(asking, right) {
    if (!programs || right === undefined) return refuse('forbidden');
    const { request, signed, program } = asking;
    try {
      if (signed) return await programs.authenticate(signed, right);
      if (program !== undefined) return await programs.recheck(program, request.address, right);
    } catch (refusal) {
      throw mayGuess(request.address) ? refusal : new Refusal('too_many_requests');
    }
    return refuse('unauthenticated');
  },
  async takeOnce({ signed }, what) {
    // What moves money has its idempotency key in its own transaction; what reads may be read again.
    const isTaken = what === 'login' || what.effect === 'write' || what.effect === 'order';
    if (signed && isTaken) await programs?.takeOnce(signed);
  },
});
