import { ChainUnavailable } from './port.ts';

const TIMEOUT_MS = 15_000;
/** Maximum size of a full Bitcoin block in hexadecimal, 8 MB. */
const BODY_BYTES_MAX = 16 * 1024 * 1024;

type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown;
const parseJson = JSON.parse as (text: string, reviver: Reviver) => unknown;
/** Keeps the digits of decimals: no amount passes through binary floating point. */
const exact: Reviver = (_key, value, { source }) =>
  typeof value === 'number' && !Number.isSafeInteger(value) ? source : value;

/** Address of a node and its headers. The address may contain secrets: it is never logged. */
export interface Endpoint {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Splits credentials off an address and returns them as a header. */
function addressed({ url, headers }: Endpoint): { url: URL; headers: Record<string, string> } {
  const address = new URL(url);
  const { username, password } = address;
  address.username = '';
  address.password = '';
  const basic = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString(
    'base64',
  );
  const named = username === '' && password === '' ? {} : { authorization: `Basic ${basic}` };
  return { url: address, headers: { 'content-type': 'application/json', ...named, ...headers } };
}

/** Posts JSON to a node and returns its JSON. Throws ChainUnavailable for any other reply, or none. */
export async function ask(endpoint: Endpoint, path: string, body: object): Promise<unknown> {
  const { url, headers } = addressed(endpoint);
  if (path !== '') url.pathname = `${url.pathname.replace(/\/$/, '')}${path}`;
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return parseJson(await textOf(response), exact);
  } catch (failure) {
    if (failure instanceof ChainUnavailable) throw failure;
    throw new ChainUnavailable(reasonOf(failure));
  }
}

/** Reads the body up to its size limit. */
async function textOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const body: AsyncIterable<Uint8Array> | null = response.body;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > BODY_BYTES_MAX) throw new ChainUnavailable(`an answer of more than ${BODY_BYTES_MAX} bytes`);
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString();
  // Nodes report failures of a call with status 500 and a JSON body, so the status is ignored.
  if (!response.ok && !text.startsWith('{')) throw new ChainUnavailable(`status ${response.status}`);
  return text;
}

function reasonOf(failure: unknown): string {
  if (!(failure instanceof Error)) return 'no answer';
  if (failure.name === 'TimeoutError') return `no answer in ${TIMEOUT_MS} ms`;
  if (failure instanceof SyntaxError) return 'an answer that is not JSON';
  const { cause } = failure;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : 'no answer';
}
