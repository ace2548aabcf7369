import { CLOSE_CODES, Refusal, refuse } from '@karat/contract';
import type { Code } from '@karat/contract';
import { toLang } from '@karat/i18n';
import { readJson, refused, signedRequest } from '@karat/platform/http';
import type {
  Answer,
  AuthenticatedCaller,
  IncomingRequest,
  Authentication,
  Fields,
  Invoker,
  Messages,
  Mounted,
  RequestObserver,
} from '@karat/platform/http';
import type { Channels } from './channels.ts';
import type { Connection, Login } from './connection.ts';
import { callIdOf, isForKeys, isPrivate, readOp } from './ops.ts';
import type { Op } from './ops.ts';
import type { PrivateChannels } from './private.ts';

export interface MessageRouterOptions {
  readonly channels: Channels;
  readonly own: PrivateChannels;
  readonly authenticate: Authentication['authenticate'];
  readonly programs?: Authentication['programs'];
  readonly invoker: Invoker;
  readonly mounted: ReadonlyMap<string, Mounted>;
  readonly messages: Messages;
  readonly nextId: () => string;
  /** Counts and logs a handled call. */
  readonly observe: RequestObserver;
  readonly channelsMax: number;
  /** Takes one subscription from the rate limit of the connection's account or network; false when it is used up. */
  readonly maySubscribe: (connection: Connection) => boolean;
  readonly callsMax: number;
}

/** Routes messages of a socket and sends the replies. */
export interface MessageRouter {
  onMessage(connection: Connection, text: string): void;
  /** Checks the login; ends the private channels if it is no longer valid. */
  recheck(connection: Connection): Promise<void>;
  /** Removes all subscriptions of the socket. */
  end(connection: Connection): void;
}

type FrameOf<Name extends Op['op']> = Extract<Op, { op: Name }>;

/** A client with more buffered bytes of replies is disconnected. */
const WAITING_MAX = 1024 * 1024;
const MS_PER_S = 1_000;
/** Name under which requests that reach no call are counted, as over HTTP. */
const NO_CALL = '-';

export function createMessageRouter(options: MessageRouterOptions): MessageRouter {
  return {
    onMessage(connection, text) {
      let fields: Fields;
      try {
        fields = readJson(text);
      } catch {
        refuseOp(options, connection, 'error', 'parameter_error');
        connection.ws.close(CLOSE_CODES.policy, 'not JSON');
        return;
      }
      const op = readOp(fields);
      if (!op) return refuseMalformed(options, connection, fields);
      if (connection.loggingIn) void connection.loggingIn.then(() => routeFrame(options, connection, op));
      else routeFrame(options, connection, op);
    },
    async recheck(connection) {
      const { session } = connection;
      if (!session || (await holds(options, connection, session)) || connection.session !== session) return;
      logout(options, connection);
      refuseOp(options, connection, 'logout', 'unauthenticated');
    },
    end(connection) {
      for (const channel of connection.channels) options.channels.leave(channel, connection);
      connection.channels.clear();
      logout(options, connection);
    },
  };
}

function routeFrame(options: MessageRouterOptions, connection: Connection, frame: Op): void {
  if (!connection.open) return;
  switch (frame.op) {
    case 'ping':
      return connection.send('{"op":"pong"}');
    case 'login':
      return beginLogin(options, connection, frame);
    case 'sub':
      return subscribe(options, connection, frame);
    case 'unsub':
      return unsubscribe(options, connection, frame.ch);
    case 'call':
      return void answerCall(options, connection, frame);
  }
}

function refuseOp(
  options: MessageRouterOptions,
  connection: Connection,
  op: string,
  code: Code,
  ch?: readonly string[],
): void {
  const envelope = refused(options.messages, new Refusal(code), connection.lang, options.nextId());
  sendRefusal(connection, op, envelope.body, ch);
}

/** Refuses a frame that is no valid op; a call gets its id back, so that its caller need not wait for the reply. */
function refuseMalformed(options: MessageRouterOptions, connection: Connection, fields: Fields): void {
  const id = callIdOf(fields);
  if (id === undefined) return refuseOp(options, connection, 'error', 'parameter_error');
  const asking = incomingRequestOn(options, connection);
  const answer = options.invoker.fail(asking, new Refusal('parameter_error'));
  options.observe({
    call: NO_CALL,
    id: asking.request.id,
    address: connection.address,
    caller: undefined,
    answer,
    seconds: 0,
  });
  reply(connection, id, answer);
}

/** Sends an envelope as the reply to an op, with its channels if it names any. */
function sendRefusal(connection: Connection, op: string, envelope: string, ch?: readonly string[]): void {
  const about = ch ? `"ch":${JSON.stringify(ch)},` : '';
  connection.send(`{"op":${JSON.stringify(op)},"ok":false,${about}${envelope.slice(1)}`);
}

function beginLogin(options: MessageRouterOptions, connection: Connection, frame: FrameOf<'login'>): void {
  const attempt = login(options, connection, frame)
    .catch((failure: unknown) => {
      const { body } = options.invoker.fail(incomingRequestOn(options, connection), failure);
      sendRefusal(connection, 'login', body);
    })
    .finally(() => {
      if (connection.loggingIn === attempt) connection.loggingIn = undefined;
    });
  connection.loggingIn = attempt;
}

/** Returns true if a login is still valid; throws if it cannot be looked up now. */
async function holds(
  { authenticate, programs }: MessageRouterOptions,
  { address }: Connection,
  { by }: Login,
): Promise<boolean> {
  if ('token' in by) return (await authenticate(by.token)) !== undefined;
  try {
    return (await programs?.recheck(by.program, address, 'read', false)) !== undefined;
  } catch (failure) {
    if (failure instanceof Refusal) return false;
    throw failure;
  }
}

async function login(
  options: MessageRouterOptions,
  connection: Connection,
  frame: FrameOf<'login'>,
): Promise<void> {
  if (frame.lang !== undefined) connection.namedLang = toLang(frame.lang);
  const found = await identify(options, connection, frame);
  if (!connection.open) return;
  logout(options, connection);
  if (!found) return refuseOp(options, connection, 'login', 'unauthenticated');
  connection.session = found;
  connection.send('{"op":"login","ok":true}');
}

/**
 * Authenticates a login: by a token, or by an API key with a signature over `timestamp.nonce`, `GET`, `/ws` and an
 * empty body.
 */
async function identify(
  options: MessageRouterOptions,
  connection: Connection,
  { token, key, timestamp, nonce, signature }: FrameOf<'login'>,
): Promise<Login | undefined> {
  if (key === undefined) {
    if (token === undefined) return refuse('parameter_error');
    const caller = await options.invoker.loginSession(token, connection.address);
    return caller && { by: { token }, caller };
  }
  if (timestamp === undefined || nonce === undefined || signature === undefined) refuse('parameter_error');
  const { address } = connection;
  const signed = signedRequest(
    { key, timestamp: String(timestamp), nonce, signature },
    { method: 'GET', url: '/ws', body: '', address },
  );
  const caller = await options.invoker.loginProgram({ ...incomingRequestOn(options, connection), signed });
  return caller.program && { by: { program: caller.program.key }, caller };
}

function logout(options: MessageRouterOptions, connection: Connection): void {
  const { session } = connection;
  connection.session = undefined;
  if (!session) return;
  for (const channel of [...connection.numbers.keys()])
    options.own.leave(session.caller.userId, channel, connection);
}

function subscribe(
  options: MessageRouterOptions,
  connection: Connection,
  { ch: names, snapshot = true }: FrameOf<'sub'>,
): void {
  const refusals = new Map<Code, string[]>();
  const granted: string[] = [];
  const begin: (() => void)[] = [];
  for (const name of new Set(names)) {
    const code = !options.maySubscribe(connection)
      ? 'too_many_requests'
      : authorizeChannel(options, connection, { name, snapshot }, begin);
    if (code === undefined) granted.push(name);
    else refusals.set(code, [...(refusals.get(code) ?? []), name]);
  }
  for (const [code, ch] of refusals) refuseOp(options, connection, 'sub', code, ch);
  if (granted.length > 0) connection.send(`{"op":"sub","ok":true,"ch":${JSON.stringify(granted)}}`);
  for (const start of begin) start();
}

function unsubscribe(options: MessageRouterOptions, connection: Connection, names: readonly string[]): void {
  for (const name of names) {
    if (isPrivate(name)) {
      if (connection.session) options.own.leave(connection.session.caller.userId, name, connection);
      continue;
    }
    const channel = options.channels.find(name);
    if (channel && connection.channels.delete(channel)) options.channels.leave(channel, connection);
  }
  connection.send(`{"op":"unsub","ok":true,"ch":${JSON.stringify(names)}}`);
}

/** Checks a subscription: no code means allowed, and `begin` starts it. */
function authorizeChannel(
  options: MessageRouterOptions,
  connection: Connection,
  { name, snapshot }: { readonly name: string; readonly snapshot: boolean },
  begin: (() => void)[],
): Code | undefined {
  if (isPrivate(name)) {
    const caller = connection.session?.caller;
    if (caller === undefined) return 'unauthenticated';
    if (caller.program && !isForKeys(name)) return 'forbidden';
    begin.push(() => options.own.listen(caller.userId, name, connection, snapshot));
    return undefined;
  }
  const channel = options.channels.find(name);
  if (!channel) return 'not_found';
  if (!connection.channels.has(channel) && connection.channels.size >= options.channelsMax)
    return 'too_many_requests';
  connection.channels.add(channel);
  begin.push(() => options.channels.listen(channel, connection));
  return undefined;
}

/** Builds a request of a socket: with the session or the API key of its login. */
const incomingRequestOn = (
  { nextId }: MessageRouterOptions,
  connection: Connection,
  { lang, key, device }: Partial<Pick<FrameOf<'call'>, 'lang' | 'key' | 'device'>> = {},
): IncomingRequest => ({
  token: undefined,
  ...connection.session?.by,
  lang: lang === undefined ? connection.lang : toLang(lang),
  request: {
    namesLang: lang !== undefined || connection.namedLang !== undefined,
    id: nextId(),
    address: connection.address,
    userAgent: connection.userAgent,
    idempotencyKey: key,
    device,
  },
});

/** Runs a call of the contract over the socket: the same steps as over HTTP, with the session of the login. */
async function answerCall(
  options: MessageRouterOptions,
  connection: Connection,
  frame: FrameOf<'call'>,
): Promise<void> {
  const started = performance.now();
  const asking = incomingRequestOn(options, connection, frame);
  let caller: AuthenticatedCaller;
  const answer = await outcome(options, connection, frame, asking, (found) => (caller = found));
  reply(connection, frame.id, answer);
  const call = options.mounted.has(frame.path) ? frame.path : NO_CALL;
  const seconds = (performance.now() - started) / MS_PER_S;
  options.observe({ call, id: asking.request.id, address: connection.address, caller, answer, seconds });
}

function reply(connection: Connection, id: string | number, answer: Answer): void {
  if (connection.waiting > WAITING_MAX) return connection.resync();
  const envelope = 'file' in answer ? '' : answer.body.slice(1);
  connection.send(`{"op":"reply","id":${JSON.stringify(id)},${envelope}`);
}

async function outcome(
  options: MessageRouterOptions,
  connection: Connection,
  frame: FrameOf<'call'>,
  asking: IncomingRequest,
  onCaller: (caller: AuthenticatedCaller) => void,
): Promise<Answer> {
  const { invoker } = options;
  const mounted = options.mounted.get(frame.path);
  if (!mounted) return invoker.fail(asking, new Refusal('not_found'));
  // Files go over HTTP, both ways.
  if (mounted.call.upload !== undefined || mounted.call.replyKind === 'file') {
    return invoker.fail(asking, new Refusal('unsupported_media_type'));
  }
  if (connection.calls >= options.callsMax) return invoker.fail(asking, new Refusal('too_many_requests'));
  connection.calls += 1;
  try {
    return await invoker.invoke(mounted, asking, (frame.body ?? {}) as Fields, onCaller);
  } finally {
    connection.calls -= 1;
  }
}
