import multipart from '@fastify/multipart';
import { Refusal, refuse } from '@karat/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Unreadable } from './fields.ts';
import type { Fields } from './fields.ts';
import type { UploadedFile } from './handlers.ts';

const FIELDS_MAX = 20;
const FIELD_BYTES_MAX = 64 * 1024;
const NAME_MAX = 200;

/** Lets the routes of this scope accept multipart/form-data with one file, in memory. */
export async function takeUploads(scope: FastifyInstance, fileBytesMax: number): Promise<void> {
  await scope.register(multipart, { limits: limitsOf(fileBytesMax), throwFileSizeLimit: true });
}

const limitsOf = (fileBytesMax: number) => ({
  fileSize: fileBytesMax,
  files: 1,
  fields: FIELDS_MAX,
  fieldSize: FIELD_BYTES_MAX,
  fieldNameSize: 100,
  headerPairs: 50,
  parts: FIELDS_MAX + 1,
});

/**
 * Reads the file of the named field and the other fields; `bytesMax` in place of the general maximum of a file. Refuses `unsupported_media_type` for another kind of body,
 * `body_too_large`, and a malformed multipart body or one without the file.
 */
export async function readUpload(
  request: FastifyRequest,
  name: string,
  bytesMax?: number,
): Promise<{ fields: Fields; file: UploadedFile }> {
  if (!request.isMultipart()) refuse('unsupported_media_type');
  const fields = Object.create(null) as Record<string, unknown>;
  let file: UploadedFile | undefined;
  try {
    const options = bytesMax === undefined ? {} : { limits: limitsOf(bytesMax) };
    for await (const part of request.parts(options)) {
      if (part.type === 'file') {
        const bytes = await part.toBuffer();
        if (part.fieldname !== name) throw new Unreadable(part.fieldname);
        file = { bytes, name: (part.filename ?? '').slice(0, NAME_MAX) };
      } else {
        const repeated = fields[part.fieldname] !== undefined;
        fields[part.fieldname] = repeated ? [fields[part.fieldname], part.value] : part.value;
      }
    }
  } catch (failure) {
    throw asRefusal(failure);
  }
  if (!file) throw new Unreadable(name);
  return { fields, file };
}

function asRefusal(failure: unknown): unknown {
  if (failure instanceof Unreadable) return failure;
  const status = failure instanceof Error && 'statusCode' in failure ? failure.statusCode : undefined;
  return status === 413 ? new Refusal('body_too_large') : new Unreadable();
}
