import { Refusal, refuse } from '@karat/contract';
import type { ApiRight, Call } from '@karat/contract';
import type { Caller, RequestInfo, SignedRequest } from './handlers.ts';

/** Verification of API keys. */
export interface ProgramAuthentication {
  /**
   * Returns the owner of a signed request, if its key has the right; throws the refusal. With `isWrite` a key that any process
   * ended before the call is refused; a read may be answered a moment longer.
   */
  authenticate(signed: SignedRequest, right: ApiRight, isWrite: boolean): Promise<Caller>;
  /** Returns the caller of the connection's key, if it still has the right; throws the refusal. */
  recheck(key: number, address: string, right: ApiRight, isWrite: boolean): Promise<Caller>;
  /** Uses the signature of a request, once in its window; refuses `signature_used` afterwards. */
  takeOnce(signed: SignedRequest): Promise<void>;
}

/** Signature or connection of a program. */
export interface ProgramAsking {
  readonly request: RequestInfo;
  readonly signed?: SignedRequest | undefined;
  /** Number of the API key that the connection logged in with. */
  readonly program?: number | undefined;
}

export interface ProgramGuard {
  /** Returns the program's owner as caller; rejects with the refusal, `forbidden` if no key may make the call. */
  identify(asking: ProgramAsking, right: ApiRight | undefined, isWrite: boolean): Promise<Caller>;
  /** Uses the signature of a login or of a call that changes something. */
  takeOnce(asking: ProgramAsking, what: Call | 'login'): Promise<void>;
}

/**
 * Guards requests of programs. `mayGuess` takes one failed attempt of an address: wrong keys are looked up as seldom
 * as wrong tokens.
 */
export const programGuard = (
  programs: ProgramAuthentication | undefined,
  mayGuess: (address: string) => boolean,
): ProgramGuard => ({
  async identify(asking, right, isWrite) {
    if (!programs || right === undefined) return refuse('forbidden');
    const { request, signed, program } = asking;
    try {
      if (signed) return await programs.authenticate(signed, right, isWrite);
      if (program !== undefined) return await programs.recheck(program, request.address, right, isWrite);
    } catch (refusal) {
      throw mayGuess(request.address) ? refusal : new Refusal('too_many_requests');
    }
    return refuse('unauthenticated');
  },
  async takeOnce({ signed }, what) {
    // Calls that move money have their idempotency key in their own transaction; reads may be repeated.
    const isTaken = what === 'login' || what.effect === 'write' || what.effect === 'order';
    if (signed && isTaken) await programs?.takeOnce(signed);
  },
});
