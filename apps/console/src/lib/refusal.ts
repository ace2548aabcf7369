import type { Code } from '@karat/contract';

/** Text of a refusal with its stable code. */
export class CallError extends Error {
  readonly code: Code;

  constructor(code: Code, message: string) {
    super(message);
    this.name = 'CallError';
    this.code = code;
  }
}

/** No answer, or none of the protocol: a retry may help. */
export class NoAnswer extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'NoAnswer';
  }
}
