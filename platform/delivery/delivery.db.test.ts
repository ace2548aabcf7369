import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { createBus } from '@karat/platform/bus';
import { virtualClock } from '@karat/platform/clock';
import type { VirtualClock } from '@karat/platform/clock';
import type { Context } from '@karat/platform/context';
import { sql } from '@karat/platform/db';
import type { Log } from '@karat/platform/log';
import { createMail } from '@karat/platform/mail';
import { seededRandom } from '@karat/platform/random';
import { createSms } from '@karat/platform/sms';
import { createWorker } from '@karat/platform/work';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createPort, listOutbox, outgoingStatus } from './index.ts';
import type { Outgoing, Port } from './index.ts';

let own: TestDatabase;
let clock: VirtualClock;
let ctx: Context;
let logged: string[];

const note = (fields: object, text: string): void => void logged.push(JSON.stringify(fields) + text);
const log: Log = { debug: note, info: note, warn: note, error: note };

beforeAll(async () => {
  own = await createTestDatabase();
});
afterAll(() => own.drop());
beforeEach(async () => {
  logged = [];
  clock = virtualClock();
  ctx = { db: own.db, clock, random: seededRandom('mail'), bus: createBus(() => undefined), log, demo: true };
  await own.db.run(sql`truncate platform_outgoing, platform_dev_outbox, platform_work`);
});

const email: Outgoing = { to: 'ann@example.com', lang: 'en', subject: 'Your code', body: 'It is 481516.' };
const send = (port: Port, message: Outgoing): Promise<void> =>
  own.db.transact((tx) => port.send(tx, message));
const queued = async (): Promise<number> =>
  (await own.db.one<{ count: number }>(sql`select count(*) as count from platform_outgoing`)).count;
const listening = async (server: Server): Promise<number> => {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return (server.address() as AddressInfo).port;
};

/** A mail server that accepts everything, or refuses receivers, and records the messages. */
function mailServer(refusing: boolean): { server: Server; received: string[] } {
  const received: string[] = [];
  const server = createServer((socket) => {
    let inText = false;
    let text = '';
    socket.write('220 here\r\n');
    socket.on('data', (data) => {
      text += data.toString();
      for (let end = text.indexOf('\r\n'); end >= 0; end = text.indexOf('\r\n')) {
        const line = text.slice(0, end);
        text = text.slice(end + 2);
        received.push(line);
        if (inText) {
          if (line !== '.') continue;
          inText = false;
          socket.write('250 kept\r\n');
        } else if (line === 'DATA') {
          inText = true;
          socket.write('354 go on\r\n');
        } else if (line.startsWith('RCPT') && refusing) socket.write(`550 no ${line}\r\n`);
        else if (line === 'QUIT') socket.end('221 bye\r\n');
        else socket.write('250 ok\r\n');
      }
    });
  });
  return { server, received };
}

test('without a provider in demo mode a message waits in the development outbox, newest first', async () => {
  const mail = createMail(ctx, {});
  const sms = createSms(ctx, {});
  expect([mail.mode, sms.mode]).toEqual(['outbox', 'outbox']);
  await send(mail, email);
  await send(sms, { to: '+85251234567', lang: 'hk', body: '你的驗證碼' });
  const { rows, total } = await listOutbox(own.db, { page: 1, limit: 10 });
  expect(total).toBe(2);
  expect(rows.map((row) => [row.channel, row.receiver, row.subject, row.body])).toEqual([
    ['sms', '+85251234567', '', '你的驗證碼'],
    ['mail', 'ann@example.com', 'Your code', 'It is 481516.'],
  ]);
  expect((await listOutbox(own.db, { page: 2, limit: 1 })).rows[0]?.channel).toBe('mail');
});

test('a message of a failed transaction is not sent', async () => {
  const mail = createMail(ctx, {});
  await expect(
    own.db.transact(async (tx) => {
      await mail.send(tx, email);
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  expect((await listOutbox(own.db, { page: 1, limit: 10 })).total).toBe(0);
});

test('a message with deliver: false is stored nowhere', async () => {
  await send(createMail(ctx, {}), { ...email, deliver: false });
  await send(
    createPort(ctx, 'mail', async () => undefined),
    { ...email, deliver: false },
  );
  expect((await listOutbox(own.db, { page: 1, limit: 10 })).total).toBe(0);
  expect(await queued()).toBe(0);
});

test('the development outbox stores the newest thousand', async () => {
  const mail = createMail(ctx, {});
  await own.db.run(sql`
    insert into platform_dev_outbox (channel, receiver, lang, subject, body, created_at)
    select 'mail', 'x@example.com', 'en', '', n::text, now() from generate_series(1, 1005) n`);
  await send(mail, email);
  expect((await listOutbox(own.db, { page: 1, limit: 1 })).total).toBe(1_000);
});

test('production without a provider refuses to send instead of storing codes where operators can read them', async () => {
  const production = { ...ctx, demo: false };
  for (const port of [createMail(production, {}), createSms(production, {})]) {
    expect(port.mode).toBe('none');
    await expect(send(port, email)).rejects.toMatchObject({ code: 'unavailable' });
  }
});

test('a mail is handed to the mail server once, with one receiver, and its text is then deleted', async () => {
  const { server, received } = mailServer(false);
  const port = await listening(server);
  const mail = createMail(ctx, {
    smtpUrl: `smtp://127.0.0.1:${port}`,
    from: 'Karat <no-reply@karat.example>',
  });
  await send(mail, email);
  expect(await queued()).toBe(1);
  const worker = createWorker(ctx, mail.work);
  expect(await worker.runDue()).toBe(1);
  expect(await worker.runDue()).toBe(0);
  expect(received.filter((line) => line.startsWith('RCPT'))).toEqual(['RCPT TO:<ann@example.com>']);
  expect(received.join('\n')).toContain('It is 481516.');
  expect(received.filter((line) => /^Message-ID: <karat\.\d+@karat\.example>$/.test(line))).toHaveLength(1);
  expect(await queued()).toBe(0);
  expect((await listOutbox(own.db, { page: 1, limit: 10 })).total).toBe(0);
  server.close();
});

test('a refused mail is retried, and neither address nor text reaches log or due work', async () => {
  const { server } = mailServer(true);
  const port = await listening(server);
  const mail = createMail(ctx, { smtpUrl: `smtp://127.0.0.1:${port}`, from: 'no-reply@karat.example' });
  await send(mail, email);
  const worker = createWorker(ctx, mail.work);
  expect(await worker.runDue()).toBe(1);
  clock.advance(1_000);
  expect(await worker.runDue()).toBe(1);
  const row = await own.db.one<{ attempts: number; error: string }>(
    sql`select attempts, last_error as error from platform_work`,
  );
  expect(row.attempts).toBe(2);
  expect(row.error).toContain('550');
  const output = logged.join('\n') + row.error;
  expect(logged).toHaveLength(2);
  expect(output).not.toContain('ann@example.com');
  expect(output).not.toContain('481516');
  server.close();
});

test('an expired message is dropped unsent', async () => {
  let calls = 0;
  const port = createPort(ctx, 'sms', async () => {
    calls += 1;
    throw new Error('closed');
  });
  await send(port, { ...email, expiresAt: clock.now() + 600_000 });
  const worker = createWorker(ctx, port.work);
  await worker.runDue();
  clock.advance(600_000);
  await worker.runDue();
  expect(calls).toBe(1);
  expect(await queued()).toBe(0);
});

test('a message without an expiry is tried for an hour', async () => {
  let calls = 0;
  const port = createPort(ctx, 'sms', async () => {
    calls += 1;
    throw new Error('closed');
  });
  await send(port, email);
  const worker = createWorker(ctx, port.work);
  clock.advance(3_599_999);
  await worker.runDue();
  expect([calls, await queued()]).toEqual([1, 1]);
  clock.advance(1_000);
  await worker.runDue();
  expect([calls, await queued()]).toEqual([1, 0]);
});

test('the status of a channel has its own messages, the moment of the oldest and the last failure', async () => {
  const mail = createPort(ctx, 'mail', async () => {
    throw new Error('closed');
  });
  const sms = createPort(ctx, 'sms', async () => undefined);
  const began = clock.now();
  await send(mail, email);
  clock.advance(5_000);
  await send(mail, email);
  await send(sms, email);
  expect(await outgoingStatus(own.db, 'mail')).toEqual({ waiting: 2, oldestMs: began, failure: null });
  await createWorker(ctx, mail.work).runDue();
  expect(await outgoingStatus(own.db, 'mail')).toEqual({
    waiting: 2,
    oldestMs: began,
    failure: 'Error: closed',
  });
  expect(await outgoingStatus(own.db, 'sms')).toEqual({
    waiting: 1,
    oldestMs: began + 5_000,
    failure: null,
  });
});

test('an SMS goes to the webhook with its token, and a failed one is retried', async () => {
  const asked: { authorization: string | undefined; body: string }[] = [];
  const server = createHttpServer((request, reply) => {
    let body = '';
    request.on('data', (data: Buffer) => (body += data.toString()));
    request.on('end', () => {
      asked.push({ authorization: request.headers.authorization, body });
      reply.writeHead(asked.length === 1 ? 503 : 202).end();
    });
  });
  const port = await listening(server);
  const sms = createSms(ctx, { webhookUrl: `http://127.0.0.1:${port}/send`, webhookToken: 'k3y' });
  await send(sms, { to: '+85251234567', lang: 'en', body: 'Code 815162' });
  const worker = createWorker(ctx, sms.work);
  await worker.runDue();
  clock.advance(1_000);
  await worker.runDue();
  expect(asked.map((one) => one.authorization)).toEqual(['Bearer k3y', 'Bearer k3y']);
  expect(asked[0]?.body).toBe(asked[1]?.body);
  expect(JSON.parse(asked[0]?.body ?? '')).toMatchObject({ to: '+85251234567', text: 'Code 815162' });
  expect(await queued()).toBe(0);
  server.close();
  server.closeAllConnections();
});

test('a provider address without encryption is refused', () => {
  expect(() => createSms(ctx, { webhookUrl: 'http://sms.example.com/send' })).toThrow('https');
});
