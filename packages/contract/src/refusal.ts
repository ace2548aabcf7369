import type { Code } from './codes.ts';

/** Values named in a refusal's text (`{min}`, `{coin}`). */
export type RefusalValues = Readonly<Record<string, string | number>>;

/** A business refusal: thrown by rules and actions, returned to the caller in their language; nothing has changed. */
export class Refusal extends Error {
  readonly code: Code;
  readonly values: RefusalValues;

  constructor(code: Code, values: RefusalValues = {}) {
    super(code);
    this.name = 'Refusal';
    this.code = code;
    this.values = values;
  }
}

/** Throws a refusal, as an expression. */
export function refuse(code: Code, values?: RefusalValues): never {
  throw new Refusal(code, values);
}
