import type { Call, Code } from '@karat/contract';
import { toLang } from '@karat/i18n';
import type { Catalogue } from '@karat/i18n';

/** A received reply. */
export interface Answer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

export interface Envelope {
  readonly type: string;
  readonly message: unknown;
  readonly code: number;
  readonly error?: string;
  readonly request_id?: string;
}

/** Allowed statuses of the transport; every other reply has 200. */
const STATUSES = new Set([200, 400, 404, 405, 413, 415, 429, 431]);
/** An unfilled slot of a template, or a value printed by mistake. */
const UNFILLED = /\{[a-z_]+(\|[^}]*)?\}|\[object |\bundefined\b|\bNaN\b/;
/** Content that no reply may contain: hashes of passwords, source locations. */
const LEAKED = /\$argon2|node_modules|\.ts:\d+|\bat \S+ \(/;

const isText = (value: unknown): value is string => typeof value === 'string';

export function envelopeOf({ contentType, body }: Answer): Envelope | undefined {
  if (!contentType.startsWith('application/json')) return undefined;
  try {
    return JSON.parse(body) as Envelope;
  } catch {
    return undefined;
  }
}

/** Matches a refusal's text in a language: its template with any values in its slots. */
function reads(template: string): RegExp {
  const parts = template
    .split(/\{[^}]*\}/)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join('.*')}$`, 's');
}

/** Returns the faults of a refusal. */
function refusalFaults(messages: Catalogue<Code>, refusal: Envelope, lang: string | undefined): string[] {
  const { message, error, code, type } = refusal;
  if (code !== 0 || !isText(message) || !isText(error)) return ['a refusal without code 0, text and error'];
  const faults: string[] = [];
  const texts = Object.hasOwn(messages, error) ? messages[error as Code] : undefined;
  if (!texts) faults.push(`unknown error ${error}`);
  if (UNFILLED.test(message)) faults.push(`unfilled text of ${error}`);
  if (lang !== undefined && texts && !reads(texts[toLang(lang)]).test(message))
    faults.push(`${error} is not in ${lang}`);
  if ((error === 'unauthenticated') !== (type === '999')) faults.push(`${error} has type ${type}`);
  return faults;
}

/**
 * Returns the faults of a reply, with the same text for every instance of a fault; empty if there are none. `lang` is
 * the requested language, undefined if unknown.
 */
export function faultsOf(
  messages: Catalogue<Code>,
  call: Call,
  answer: Answer,
  lang: string | undefined,
): readonly string[] {
  const faults: string[] = [];
  if (!STATUSES.has(answer.status)) faults.push(`HTTP ${answer.status}`);
  if (LEAKED.test(answer.body)) faults.push('the answer shows what is internal');
  const envelope = envelopeOf(answer);
  if (!envelope) {
    if (call.replyKind !== 'file') faults.push(`an answer of ${answer.contentType}`);
    return faults;
  }
  if (envelope.type !== 'ok') return [...faults, ...refusalFaults(messages, envelope, lang)];
  if (envelope.code !== 1) faults.push('ok without code 1');
  const read = call.reply.safeParse(envelope.message);
  if (!read.success) {
    const [issue] = read.error.issues;
    faults.push(`the reply is not as declared: ${issue?.path.join('.')} ${issue?.message}`);
  }
  return faults;
}
