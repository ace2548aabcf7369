import type { IncomingMessage } from 'node:http';
import { Refusal } from '@karat/contract';

export type Media = 'form' | 'json';

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
const NOTHING = Buffer.alloc(0);

/** A body in memory; `media` is undefined if there is none. */
export interface Body {
  readonly bytes: Buffer;
  readonly media: Media | undefined;
}

/** The body of a request that has none. */
export const NO_BODY: Body = { bytes: NOTHING, media: undefined };

/** Returns the kind of body that a content type names, ignoring its parameters. */
export function mediaOf(type: string): Media | undefined {
  if (type === FORM) return 'form';
  const semicolon = type.indexOf(';');
  switch ((semicolon === -1 ? type : type.slice(0, semicolon)).trim().toLowerCase()) {
    case FORM:
      return 'form';
    case JSON_TYPE:
      return 'json';
    default:
      return undefined;
  }
}

/**
 * Reads the body of a request, then calls `done` once: with a form or JSON of at most `bytesMax` bytes, with nothing
 * if there is none, or with the refusal `unsupported_media_type` or `body_too_large`; later bytes are dropped. If the
 * client disconnects, `done` is not called.
 */
export function takeBody(
  request: IncomingMessage,
  bytesMax: number,
  done: (body: Body | Refusal) => void,
): void {
  const { 'content-type': type, 'content-length': announced } = request.headers;
  if (type === undefined && (announced === undefined || announced === '0')) {
    if (request.headers['transfer-encoding'] === undefined) return done(NO_BODY);
  }
  const media = type === undefined ? undefined : mediaOf(type);
  if (media === undefined) return done(new Refusal('unsupported_media_type'));
  if (Number(announced) > bytesMax) return done(new Refusal('body_too_large'));
  // Forms usually arrive in one chunk.
  let bytes: Buffer = NOTHING;
  let more: Buffer[] | undefined;
  let length = 0;
  request.on('data', (piece: Buffer) => {
    const fits = length <= bytesMax;
    length += piece.length;
    if (length > bytesMax) {
      if (fits) done(new Refusal('body_too_large'));
    } else if (bytes === NOTHING) bytes = piece;
    else (more ??= [bytes]).push(piece);
  });
  request.on('end', () => {
    if (length <= bytesMax) done({ bytes: more === undefined ? bytes : Buffer.concat(more, length), media });
  });
}
