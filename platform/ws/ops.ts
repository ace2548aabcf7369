import { API_KEY_CHANNELS, PRIVATE_CHANNELS } from '@karat/contract';
import type { PrivateChannel } from '@karat/contract';
import type { Fields } from '@karat/platform/http';
import * as z from 'zod';

const name = z.string().min(1).max(64);

/** Messages of a client. Unknown fields are ignored as everywhere. */
const op = z.discriminatedUnion('op', [
  z.object({
    op: z.literal('login'),
    token: z.string().min(1).max(256).optional(),
    /** An API key instead of a token, with the signed fields. */
    key: z.string().min(1).max(64).optional(),
    timestamp: z.union([z.string().max(15), z.number()]).optional(),
    nonce: z.string().min(1).max(64).optional(),
    signature: z.string().min(1).max(128).optional(),
    lang: z.string().max(8).optional(),
  }),
  z.object({
    op: z.literal('sub'),
    ch: z.array(name).min(1).max(100),
    /** False leaves out the snapshots of private channels, for a client that reads the state with calls. */
    snapshot: z.boolean().optional(),
  }),
  z.object({ op: z.literal('unsub'), ch: z.array(name).min(1).max(100) }),
  z.object({ op: z.literal('ping') }),
  z.object({
    op: z.literal('call'),
    id: z.union([z.string().max(64), z.number()]),
    path: name,
    body: z.record(z.string(), z.unknown()).optional(),
    lang: z.string().max(8).optional(),
    /** Like the header `Idempotency-Key` of HTTP. */
    key: z.string().max(128).optional(),
    /** Like the header `X-Karat-Device` of HTTP. */
    device: z.string().max(200).optional(),
  }),
]);
export type Op = z.output<typeof op>;

const NAME_MAX = 64;
const isText = (value: unknown, max: number): value is string =>
  typeof value === 'string' && value.length <= max;
const isTextOrAbsent = (value: unknown, max: number): value is string | undefined =>
  value === undefined || isText(value, max);
/** JSON may name a field `__proto__`, which the schema drops. */
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !Object.hasOwn(value, '__proto__');

const isCallId = (id: unknown): id is string | number =>
  isText(id, NAME_MAX) || (typeof id === 'number' && Number.isFinite(id));

/** Parses a valid call as the schema does, without its objects; undefined for everything that the schema must judge. */
function readCall(frame: Fields): Op | undefined {
  const { op: kind, id, path, body, lang, key, device } = frame;
  if (kind !== 'call' || !isCallId(id)) return undefined;
  if (!isText(path, NAME_MAX) || path === '') return undefined;
  if (body !== undefined && !isRecord(body)) return undefined;
  if (!isTextOrAbsent(lang, 8) || !isTextOrAbsent(key, 128) || !isTextOrAbsent(device, 200)) return undefined;
  return { op: kind, id, path, body, lang, key, device };
}

/** Parses the op of a frame; undefined if malformed. */
export function readOp(frame: Fields): Op | undefined {
  const call = readCall(frame);
  if (call) return call;
  const read = op.safeParse(frame);
  return read.success ? read.data : undefined;
}

/** Returns the id of a call, even if the rest of its frame is malformed; undefined if the frame is no call with an id. */
export const callIdOf = ({ op: kind, id }: Fields): string | number | undefined =>
  kind === 'call' && isCallId(id) ? id : undefined;

const own = new Set<string>(PRIVATE_CHANNELS);
export const isPrivate = (channel: string): channel is PrivateChannel => own.has(channel);

const ofKeys = new Set<PrivateChannel>(API_KEY_CHANNELS);
/** Returns true if a connection with an API key may subscribe to a private channel. */
export const isForKeys = (channel: PrivateChannel): boolean => ofKeys.has(channel);
