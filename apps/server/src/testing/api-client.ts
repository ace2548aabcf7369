import { contract } from '@karat/contract';
import type { Call, Contract, Reply } from '@karat/contract';

/** Every path of the contract. */
export type Path = { [Group in keyof Contract]: keyof Contract[Group] & string }[keyof Contract];
type CallAt<P extends Path> = {
  [Group in keyof Contract]: P extends keyof Contract[Group] ? Contract[Group][P] : never;
}[keyof Contract];
/** Reply type of a path. */
export type ReplyAt<P extends Path> = Reply<Extract<CallAt<P>, Call>>;

const calls = new Map<string, Call>(Object.values(contract).flatMap((group) => Object.entries(group)));

const FORM = 'application/x-www-form-urlencoded';

export interface CallOptions {
  readonly method?: string;
  /** An object is sent as a form. */
  readonly body?: string | Buffer | FormData | Readonly<Record<string, string | number>>;
  readonly type?: string;
  readonly token?: string | undefined;
  readonly lang?: string;
  readonly key?: string;
  /** Token of a known device. */
  readonly device?: string | undefined;
}

export interface CallReply {
  readonly status: number;
  readonly type: string;
  readonly code: number;
  readonly message: unknown;
  readonly error: string | undefined;
  /** Field of a `parameter_error`. */
  readonly field: string | undefined;
}

/** A client of the server's API. */
export interface ApiClient {
  ask(path: string, asking?: CallOptions): Promise<CallReply>;
  /** Makes a call and returns its reply, typed by the contract; throws for a refusal. */
  reply<P extends Path>(path: P, asking?: Omit<CallOptions, 'method'>): Promise<ReplyAt<P>>;
  /**
   * Returns the token of a demo user, such as `alice`; after the first login from a known device, which strangers
   * cannot slow down.
   */
  login(name: string): Promise<string>;
  /** Returns the token of a demo operator, by role. */
  loginOperator(role: string): Promise<string>;
  /** Returns the present credentials of the demo operator of a role. */
  proofOf(role: string): Promise<OperatorProof>;
}

export interface OperatorProof {
  readonly login: string;
  readonly password: string;
  readonly totp: string;
}

/** Opens a client for the server at an address. */
export function apiClientAt(url: string): ApiClient {
  const ask = (path: string, asking: CallOptions = {}): Promise<CallReply> =>
    request(`${url}/api/${path}`, asking);
  const reply = async <P extends Path>(
    path: P,
    asking: Omit<CallOptions, 'method'> = {},
  ): Promise<ReplyAt<P>> => {
    const call = calls.get(path);
    if (!call) throw new Error(`the contract has no ${path}`);
    const { type, message } = await ask(path, { ...asking, method: call.method });
    if (type !== 'ok') throw new Error(`${path} was refused: ${String(message)}`);
    return call.reply.parse(message) as ReplyAt<P>;
  };
  const proofOf = async (role: string): Promise<OperatorProof> => {
    const logins = await reply('console/demo_logins');
    const found = logins.find((each) => each.role === role);
    if (!found) throw new Error(`no operator with the role ${role}`);
    const { login, password, totp } = found;
    return { login, password, totp };
  };
  const devices = new Map<string, string>();
  const login = async (name: string): Promise<string> => {
    const body = { user_string: `${name}@demo.karat.example`, password: `karat-${name}` };
    const token = await reply('user/login', { body, device: devices.get(name) });
    const { device_token: device } = await reply('user/device', { token, device: devices.get(name) });
    if (device !== null) devices.set(name, device);
    return token;
  };
  return {
    ask,
    reply,
    proofOf,
    login,
    loginOperator: async (role) => reply('console/login', { body: { ...(await proofOf(role)) } }),
  };
}

async function request(
  url: string,
  { method = 'POST', body, type, token, lang, key, device }: CallOptions,
): Promise<CallReply> {
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
      ...(device === undefined ? {} : { 'x-karat-device': device }),
    },
    ...(text === undefined || method === 'GET' ? {} : { body: text }),
  });
  const raw = await response.text();
  if (!response.headers.get('content-type')?.startsWith('application/json')) {
    return {
      status: response.status,
      type: 'file',
      code: 1,
      message: raw,
      error: undefined,
      field: undefined,
    };
  }
  const envelope = JSON.parse(raw) as Omit<CallReply, 'status'>;
  return { ...envelope, error: envelope.error, field: envelope.field, status: response.status };
}
