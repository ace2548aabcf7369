import { inputReader } from '@karat/contract';
import type { Call, Calls, InputReader } from '@karat/contract';

/** A call with its handler, untyped: the contract has matched them. */
export interface Mounted {
  readonly path: string;
  readonly call: Call;
  readonly handler: (asked: never) => unknown;
  /** Parses most inputs faster than the schema; absent if there is none. */
  readonly read?: InputReader | undefined;
}

/** Collects the calls of all groups; a path in two groups is an error. */
export function mountAll(
  contract: Readonly<Record<string, Calls>>,
  handlers: Readonly<Record<string, Readonly<Record<string, (asked: never) => unknown>>>>,
): Map<string, Mounted> {
  const mounted = new Map<string, Mounted>();
  for (const [group, calls] of Object.entries(contract)) {
    for (const [path, call] of Object.entries(calls)) {
      const handler = handlers[group]?.[path];
      if (!handler) throw new Error(`no handler for ${path}`);
      if (mounted.has(path)) throw new Error(`${path} is in two groups of the contract`);
      mounted.set(path, { path, call, handler, read: inputReader(call.input) });
    }
  }
  return mounted;
}
