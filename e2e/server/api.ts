import process from 'node:process';

interface Envelope {
  readonly type: string;
  readonly message: unknown;
}

/** Address of the server under test; the configuration sets it for every worker. */
export function serverUrl(): string {
  const url = process.env['KARAT_E2E_URL'] ?? `http://127.0.0.1:${process.env['KARAT_E2E_PORT'] ?? ''}`;
  return url.replace(/\/$/, '');
}

/** Calls the API in English from outside of any browser and returns the payload; throws a refusal with its text. */
export async function call<Reply>(
  path: string,
  body: Readonly<Record<string, string | number>>,
  { token, method = 'POST' }: { readonly token?: string; readonly method?: 'GET' | 'POST' } = {},
): Promise<Reply> {
  const fields = new URLSearchParams(Object.entries(body).map(([name, value]) => [name, String(value)]));
  const query = method === 'GET' ? `?${fields.toString()}` : '';
  const response = await fetch(`${serverUrl()}/api/${path}${query}`, {
    method,
    headers: { lang: 'en', ...(token === undefined ? {} : { authorization: token }) },
    ...(method === 'GET' ? {} : { body: fields }),
  });
  const { type, message } = (await response.json()) as Envelope;
  if (type !== 'ok') throw new Error(`${path}: ${String(message)}`);
  return message as Reply;
}
