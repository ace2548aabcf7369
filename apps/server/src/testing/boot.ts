import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../config.ts';
import { realMachine } from '../machine.ts';
import type { Machine } from '../machine.ts';
import { createServer } from '../server.ts';
import type { Server } from '../server.ts';

/** The whole server in this process, on a database of its own. */
export interface TestServer {
  readonly server: Server;
  readonly url: string;
  ask(path: string, asking?: Ask): Promise<Answered>;
  /** The token of a demo user, such as `alice`. */
  login(name: string): Promise<string>;
  /** The token of a demo operator, by role. */
  loginOperator(role: string): Promise<string>;
  close(): Promise<void>;
}

export interface Ask {
  readonly method?: string;
  /** An object is sent as a form. */
  readonly body?: string | Buffer | FormData | Readonly<Record<string, string | number>>;
  readonly type?: string;
  readonly token?: string | undefined;
  readonly lang?: string;
  readonly key?: string;
}

export interface Answered {
  readonly status: number;
  readonly type: string;
  readonly code: number;
  readonly message: unknown;
  readonly error: string | undefined;
}

const FORM = 'application/x-www-form-urlencoded';

/** Starts a demonstration on a migrated, empty database, with quiet bots, checked replies and wide rate limits; `settings` are environment variables. */
export async function startTestServer(
  databaseUrl: string,
  settings: Readonly<Record<string, string>> = {},
  machine: Partial<Machine> = {},
): Promise<TestServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'karat-server-'));
  const config = readConfig({
    ...{ DATABASE_URL: databaseUrl, KARAT_DATA: dataDir, PORT: '0', KARAT_LOG: 'error', KARAT_BOTS: '0' },
    ...{ KARAT_CHECK_REPLIES: '1', KARAT_RATE_FACTOR: '1000', KARAT_DB_CONNECTIONS: '8' },
    ...{ KARAT_FIAT_RATES_URL: 'off', ...settings },
  });
  const server = await createServer(config, { ...realMachine(config), ...machine });
  const ask = (path: string, asking: Ask = {}): Promise<Answered> =>
    request(`${server.url}/api/${path}`, asking);
  const token = async (path: string, body: Record<string, string>): Promise<string> => {
    const { message, type } = await ask(path, { body });
    if (type !== 'ok') throw new Error(`${path}: ${String(message)}`);
    return String(message);
  };
  return {
    ...{ server, url: server.url, ask },
    login: (name) =>
      token('user/login', { user_string: `${name}@demo.karat.example`, password: `karat-${name}` }),
    async loginOperator(role) {
      const { message } = await ask('console/demo_logins', { method: 'GET' });
      const logins = message as { login: string; role: string; password: string; totp: string }[];
      const found = logins.find((each) => each.role === role);
      if (!found) throw new Error(`no operator with the role ${role}`);
      return token('console/login', { login: found.login, password: found.password, totp: found.totp });
    },
    async close() {
      await server.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function request(
  url: string,
  { method = 'POST', body, type, token, lang, key }: Ask,
): Promise<Answered> {
  const form = typeof body === 'object' && !Buffer.isBuffer(body) && !(body instanceof FormData);
  const text = form
    ? new URLSearchParams(
        Object.entries(body).map(([name, value]): [string, string] => [name, String(value)]),
      ).toString()
    : body;
  const inUrl = method === 'GET' && typeof text === 'string' && text !== '' ? `?${text}` : '';
  const multipart = body instanceof FormData;
  const response = await fetch(url + inUrl, {
    method,
    headers: {
      ...(text === undefined || method === 'GET' || multipart ? {} : { 'content-type': type ?? FORM }),
      ...(token === undefined ? {} : { authorization: token }),
      ...(lang === undefined ? {} : { lang }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    ...(text === undefined || method === 'GET' ? {} : { body: text }),
  });
  const raw = await response.text();
  if (!response.headers.get('content-type')?.startsWith('application/json')) {
    return { status: response.status, type: 'file', code: 1, message: raw, error: undefined };
  }
  const envelope = JSON.parse(raw) as Omit<Answered, 'status'>;
  return { ...envelope, error: envelope.error, status: response.status };
}
