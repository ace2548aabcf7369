const FORM = 'application/x-www-form-urlencoded';

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

/** Asks a server, as its clients do. */
export interface Asker {
  ask(path: string, asking?: Ask): Promise<Answered>;
  /** The token of a demo user, such as `alice`. */
  login(name: string): Promise<string>;
  /** The token of a demo operator, by role. */
  loginOperator(role: string): Promise<string>;
  /** What the demo operator of a role proves themselves with at this moment. */
  proofOf(role: string): Promise<OperatorProof>;
}

export interface OperatorProof {
  readonly login: string;
  readonly password: string;
  readonly totp: string;
}

/** Asks the server at an address. */
export function askerAt(url: string): Asker {
  const ask = (path: string, asking: Ask = {}): Promise<Answered> => request(`${url}/api/${path}`, asking);
  const token = async (path: string, body: Record<string, string>): Promise<string> => {
    const { type, message } = await ask(path, { body });
    if (type !== 'ok') throw new Error(`no token of ${path}: ${String(message)}`);
    return String(message);
  };
  const proofOf = async (role: string): Promise<OperatorProof> => {
    const { message } = await ask('console/demo_logins', { method: 'GET' });
    const logins = message as (OperatorProof & { readonly role: string })[];
    const found = logins.find((each) => each.role === role);
    if (!found) throw new Error(`no operator with the role ${role}`);
    const { login, password, totp } = found;
    return { login, password, totp };
  };
  return {
    ask,
    proofOf,
    login: (name) =>
      token('user/login', { user_string: `${name}@demo.karat.example`, password: `karat-${name}` }),
    loginOperator: async (role) => token('console/login', { ...(await proofOf(role)) }),
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
