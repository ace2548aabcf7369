import type { Code } from '@karat/contract';

/** A refusal in words, with its stable code. */
export class CallError extends Error {
  readonly code: Code;

  constructor(code: Code, message: string) {
    super(message);
    this.name = 'CallError';
    this.code = code;
  }
}

/** Nobody answered, or nobody who speaks the protocol: trying again may help. */
export class NoAnswer extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'NoAnswer';
  }
}
