// Asks for a withdrawal with an API key. Node 20 or newer, nothing to install:
//
//   KARAT_URL=https://… KARAT_KEY=… KARAT_SECRET=… node withdraw.mjs <address> <amount> <network> <currency id> [key]
//
// Give the same last argument again after a lost answer: it is the Idempotency-Key, and the money goes out once.
import { createHmac, randomUUID } from 'node:crypto';

const { KARAT_URL = 'http://127.0.0.1:3000', KARAT_KEY = '', KARAT_SECRET = '' } = process.env;
const [address = '', number = '', network = '', currency = '', once = randomUUID()] = process.argv.slice(2);

const path = '/api/wallet/out';
const body = new URLSearchParams({ type: '0', address, number, network, currency }).toString();
const timestamp = String(Date.now());
const nonce = randomUUID();
// Four lines: time, nonce and Idempotency-Key, method, path with query, body as it is sent.
const signed = [`${timestamp}.${nonce} ${once}`, 'POST', path, body].join('\n');

const answer = await fetch(KARAT_URL + path, {
  method: 'POST',
  headers: {
    'content-type': 'application/x-www-form-urlencoded',
    'idempotency-key': once,
    'x-karat-key': KARAT_KEY,
    'x-karat-timestamp': timestamp,
    'x-karat-nonce': nonce,
    'x-karat-signature': createHmac('sha256', KARAT_SECRET).update(signed).digest('hex'),
  },
  body,
});
process.stdout.write(`${await answer.text()}\n`);
