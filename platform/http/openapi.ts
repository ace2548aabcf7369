import { setImmediate } from 'node:timers/promises';
import { rightOf } from '@karat/contract';
import type { Call, Code, Who } from '@karat/contract';
import { DEFAULT_LANG, LANGS } from '@karat/i18n';
import * as z from 'zod';
import type { Messages } from './envelope.ts';
import type { Mounted } from './mount.ts';

type Json = { [name: string]: unknown };

const SCHEMA = { unrepresentable: 'any', io: 'input' } as const;
const REPLY = { unrepresentable: 'any', io: 'output' } as const;

function schemaOf(type: z.ZodType, how: typeof SCHEMA | typeof REPLY): Json {
  const { $schema: _, ...schema } = z.toJSONSchema(type, how);
  return schema;
}

/** Calls that are described before other work gets a turn. */
const SLICE = 10;

/** A part of the API that OpenAPI cannot describe: titles with their lines, in which `backticks` mark code. */
export type ApiNotes = readonly { readonly title: string; readonly lines: readonly string[] }[];

/** Returns the OpenAPI 3.1 description of all calls. `groups` names the group of each path; `notes` describe what is no call. */
export async function openApi(
  mounted: ReadonlyMap<string, Mounted>,
  groups: ReadonlyMap<string, string>,
  messages: Messages,
  version: string,
  notes: ApiNotes = [],
): Promise<Json> {
  const paths: Json = {};
  for (const [index, { path, call }] of [...mounted.values()].entries()) {
    if (index % SLICE === SLICE - 1) await setImmediate();
    paths[`/api/${path}`] = {
      [call.method.toLowerCase()]: operation(path, call, groups.get(path) ?? 'other', messages),
    };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Karat', version, description: INTRODUCTION, license: { name: 'MIT' } },
    ...(notes.length > 0 && { 'x-notes': notes }),
    tags: [...new Set(groups.values())].map((name) => ({ name })),
    paths,
    components: {
      schemas: { Refusal: REFUSAL },
      responses: {
        Refused: {
          description: 'A refusal by the transport: 404, 405, 413, 415, 429, 500 or 503.',
          content: { 'application/json': { schema: REFUSAL_REF } },
        },
      },
      securitySchemes: {
        token: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: 'The token of a login, as it is.',
        },
        program: {
          type: 'apiKey',
          in: 'header',
          name: 'X-KARAT-KEY',
          description: SIGNING,
        },
      },
    },
  };
}

const REFUSAL: Json = {
  type: 'object',
  properties: {
    type: { enum: ['error', '999', '998'] },
    message: { type: 'string' },
    code: { const: 0 },
    error: { type: 'string' },
    field: { type: 'string', description: 'Field that is refused, by its name in the request.' },
    request_id: { type: 'string' },
  },
  required: ['type', 'message', 'code', 'error', 'request_id'],
};
const REFUSAL_REF = { $ref: '#/components/schemas/Refusal' };

const INTRODUCTION =
  'Replies are `{type, message, code}`. On success `type` is `ok`, `code` 1 and `message` the payload; a refusal has HTTP status 200, code 0, ' +
  'a text in the language of the header or field `lang`, the stable `error` and a `request_id`. Type 999 asks for a login, 998 for identity verification.';

const SIGNING =
  'An API key with the right that `x-right` names, beside `X-KARAT-TIMESTAMP` (unix ms) and `X-KARAT-SIGNATURE`: the HMAC-SHA-256 in hex, with the secret ' +
  'of the key, of timestamp, method, path with query, and body, each on a line of its own. An `X-KARAT-NONCE` follows the timestamp after a point, an ' +
  '`Idempotency-Key` after a space. A signature that changes something is taken once (`signature_used`): a nonce distinguishes equal requests of one millisecond.';

function operation(path: string, call: Call, group: string, messages: Messages): Json {
  const body = call.method === 'POST';
  const input = schemaOf(call.input, SCHEMA);
  const right = rightOf(call);
  const signed = right === undefined ? [] : [{ program: [] }];
  return {
    operationId: path,
    tags: [group],
    summary: call.summary,
    ...(call.who === 'visitor' ? {} : { security: [{ token: [] }, ...signed] }),
    ...(right === undefined ? {} : { 'x-right': right }),
    'x-who': call.who,
    'x-effect': call.effect,
    ...(call.perMinute === undefined ? {} : { 'x-per-minute': call.perMinute }),
    'x-refusals': refusals(call, messages),
    parameters: [...common(call), ...(body ? [] : query(input))],
    ...(body ? { requestBody: requestBody(call, input) } : {}),
    responses: {
      200: { description: 'The payload, or a refusal.', content: content(call) },
      default: { $ref: '#/components/responses/Refused' },
    },
  };
}

function common(call: Call): Json[] {
  const lang = {
    name: 'lang',
    in: 'header',
    description:
      'Language of texts. Absent: that of the account, else the setting `default_lang`; unknown: en.',
    schema: { enum: LANGS },
  };
  const { proofs = [] } = call;
  const mayDiffer = proofs.length > 0 ? `; ${proofs.join(' and ')} may differ` : '';
  const key = {
    name: 'Idempotency-Key',
    in: 'header',
    description: `The same key and fields again give the first reply${mayDiffer}.`,
    schema: { type: 'string', maxLength: 128 },
  };
  return takesKey(call) ? [lang, key] : [lang];
}

/**
 * Returns true if a request can be repeated under its key without a second effect: all calls that move money, and new
 * orders.
 */
const takesKey = (call: Call): boolean =>
  call.effect === 'money' || call.refusals.includes('idempotency_conflict');

const requiredOf = (input: Json): readonly unknown[] =>
  Array.isArray(input['required']) ? input['required'] : [];

function query(input: Json): Json[] {
  const required = new Set(requiredOf(input));
  return Object.entries((input['properties'] ?? {}) as Json).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.has(name),
    schema,
  }));
}

function requestBody(call: Call, input: Json): Json {
  if (call.upload === undefined) {
    return {
      content: {
        'application/x-www-form-urlencoded': { schema: input },
        'application/json': { schema: input },
      },
    };
  }
  const properties = {
    ...(input['properties'] as Json | undefined),
    [call.upload]: { type: 'string', format: 'binary' },
  };
  const schema = { ...input, properties, required: [...requiredOf(input), call.upload] };
  return { content: { 'multipart/form-data': { schema } } };
}

function content(call: Call): Json {
  if (call.replyKind === 'file') {
    return {
      'application/octet-stream': { schema: { type: 'string' } },
      'application/json': { schema: REFUSAL_REF },
    };
  }
  const message = schemaOf(call.reply, REPLY);
  const payload = {
    type: 'object',
    properties: { type: { const: 'ok' }, message, code: { const: 1 } },
    required: ['type', 'message', 'code'],
  };
  return { 'application/json': { schema: { oneOf: [payload, REFUSAL_REF] } } };
}

function refusals(call: Call, messages: Messages): Json {
  const all: readonly Code[] = [
    ...call.refusals,
    ...(takesKey(call) ? (['idempotency_conflict'] as const) : []),
    ...refusalsOf(call.who),
    'parameter_error',
    'too_many_requests',
  ];
  return Object.fromEntries(
    all.map((code) => [code, (messages[code]?.[DEFAULT_LANG] ?? code).replace('{where}', '')]),
  );
}

/** Refusals of callers without the right. */
function refusalsOf(who: Who): readonly Code[] {
  if (typeof who === 'object') return ['unauthenticated', 'forbidden'];
  switch (who) {
    case 'visitor':
      return [];
    case 'user':
      return ['unauthenticated'];
    case 'verified':
      return ['unauthenticated', 'not_verified'];
  }
}
