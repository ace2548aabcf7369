import { EventEmitter } from 'node:events';
import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { clock, postText } from '@karat/platform/testing';
import { expect, test } from 'vitest';
import type { Deliver, ServedCall } from './api.ts';
import { openFastPath } from './fast-path.ts';

const KEEP_ALIVE_MS = 5_000;

/** A connection on the fast path with a socket that notes what is done to it. */
function connected(more: Partial<ServedCall> = {}) {
  const done: string[] = [];
  const note = (name: string) => (): boolean => done.push(name) > 0;
  let isFlushed = true;
  const methods = {
    setTimeout: (ms: number) => void done.push(`timeout ${ms}`),
    write: () => (done.push('write'), isFlushed),
    ...{ pause: note('pause'), resume: note('resume'), unshift: note('unshift') },
    ...{ destroy: note('destroy'), destroySoon: note('destroySoon') },
  };
  const socket = Object.assign(new EventEmitter(), methods);
  const waiting: Deliver[] = [];
  const call: ServedCall = {
    ...{ path: '/api/shop/echo', method: 'POST', bytesMax: 8 },
    run: (_head, _body, deliver) => void waiting.push(deliver),
    ...more,
  };
  const server = createServer();
  server.removeAllListeners('connection').on('connection', () => void done.push('node'));
  openFastPath(server, {
    ...{ calls: new Map([[call.path, call]]), servesHost: () => true, origins: new Set<string>() },
    ...{ clock, keepAliveMs: KEEP_ALIVE_MS },
  });
  server.emit('connection', socket as unknown as Socket);
  return {
    done: () => done.splice(0),
    emit: (name: string, ...values: unknown[]) => void socket.emit(name, ...values),
    send: (text: string) => void socket.emit('data', Buffer.from(text)),
    reply: (closing = false) =>
      waiting.shift()?.({ status: 200, body: '{}', refused: undefined }, 'r', closing),
    fill: () => (isFlushed = false),
  };
}

test('a client that does not read its replies is read again once they have left', () => {
  const { done, emit, send, reply, fill } = connected();
  send(postText('word=sun'));
  reply();
  expect(done()).toEqual([`timeout ${KEEP_ALIVE_MS}`, 'write']);
  fill();
  send(postText('word=sun'));
  reply();
  expect(done()).toEqual(['write', 'pause']);
  emit('drain');
  expect(done()).toEqual(['resume']);
});

test('a body of the most bytes of its call is taken, and a longer one is for Node', () => {
  const { done, send, reply } = connected();
  send(postText('word=sun'));
  reply();
  send(postText('word=suns'));
  expect(done()).toEqual([
    ...[`timeout ${KEEP_ALIVE_MS}`, 'write'],
    ...['pause', 'timeout 0', 'unshift', 'node', 'resume'],
  ]);
});

test('the last reply of a connection ends it, even if more has arrived', () => {
  for (const more of ['', postText('word=sun')]) {
    const { done, send, reply } = connected();
    send(postText('word=sun'));
    if (more !== '') send(more);
    reply(true);
    expect(done().slice(-2)).toEqual(['write', 'destroySoon']);
  }
});

test('an idle connection is closed after its time, and none whose request runs', () => {
  const { done, emit, send, reply } = connected();
  send(postText('word=sun'));
  emit('timeout');
  expect(done()).toEqual([`timeout ${KEEP_ALIVE_MS}`]);
  reply();
  emit('timeout');
  expect(done()).toEqual(['write', 'destroy']);
});
