// Verifies a statement of liabilities and the own balances in it by docs/receipts.md alone. Node 20 or newer, nothing to install:
//
//   node verify-liabilities.mjs <file or -> [--server <url>] [--key <base64>]...
//
// The file is the answer of proofs/liability_proof, as the app saves it, or one row of proofs/liabilities. Keys are those given, else
// the server's. Every check prints one line. Exit code 0: everything holds; 1: something does not; 2: something could not be read.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

class Invalid extends Error {}
const need = (condition, why) => {
  if (!condition) throw new Invalid(why);
};
const print = (line) => process.stdout.write(`${line}\n`);
const sha256 = (data) => createHash('sha256').update(data).digest('hex');

/** A decimal of at least zero as a count of 1e-10. */
function decimal(text) {
  need(
    typeof text === 'string' && /^(0|[1-9][0-9]*)(\.[0-9]{0,9}[1-9])?$/.test(text),
    `${text} is no amount`,
  );
  const [whole, fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(10, '0'));
}

/** The text of a count of 1e-10. */
function textOf(count) {
  const digits = String(count).padStart(11, '0');
  const fraction = digits.slice(-10).replace(/0+$/, '');
  return digits.slice(0, -10) + (fraction === '' ? '' : `.${fraction}`);
}

/** Canonical JSON: no white space, keys sorted. */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.keys(value).sort();
  return `{${fields.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(',')}}`;
}

function checkNumber({ statement, hash }) {
  need(statement.type === 'karat-liabilities' && statement.version === 1, 'another kind of statement');
  need(sha256(canonical(statement)) === hash, 'the number is another');
}

function checkSignature({ statement, key, public_key, signature }) {
  const raw = Buffer.from(public_key, 'base64');
  need(raw.length === 32 && sha256(raw).slice(0, 16) === key, 'the key has another name');
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), raw]);
  const bytes = Buffer.from(`karat-liabilities-v1\n${canonical(statement)}`);
  const publicKey = createPublicKey({ key: der, format: 'der', type: 'spki' });
  need(verify(null, bytes, publicKey, Buffer.from(signature, 'base64')), 'the signature is not valid');
}

function checkBalance(statement, uid, { currency, amount, salt, path }) {
  const stated = statement.currencies.find((each) => each.currency === currency);
  need(stated, `${currency} is not in the statement`);
  let sum = decimal(amount);
  let hash = sha256(`0|${salt}|${uid}|${currency}|${amount}`);
  for (const step of path) {
    need(/^[0-9a-f]{64}$/.test(step.hash), 'a hash is malformed');
    need(step.side === 'left' || step.side === 'right', 'a side is malformed');
    const [left, right] =
      step.side === 'left' ? [step, { sum: textOf(sum), hash }] : [{ sum: textOf(sum), hash }, step];
    sum += decimal(step.sum);
    hash = sha256(`1|${left.sum}|${left.hash}|${right.sum}|${right.hash}`);
  }
  need(hash === stated.root && textOf(sum) === stated.total, 'it does not lead to the total');
}

let failures = 0;
function check(name, run) {
  try {
    run();
    print(`ok        ${name}`);
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    failures++;
    print(`failed    ${name}: ${error.message}`);
  }
}

async function publishedKeys(server) {
  const answer = await fetch(`${server.replace(/\/$/, '')}/api/proofs/keys`);
  const { message } = await answer.json();
  return message.filter(({ purpose }) => purpose === 'liabilities').map((key) => key.public_key);
}

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { server: { type: 'string' }, key: { type: 'string', multiple: true } },
  });
  const [file] = positionals;
  if (file === undefined) throw new Error('name a file');
  const read = JSON.parse(readFileSync(file === '-' ? 0 : file, 'utf8'));
  const signed = read.statement ? read : read.message;
  const keys = values.key ?? (values.server ? await publishedKeys(values.server) : []);
  check('number', () => checkNumber(signed));
  check('signature', () => checkSignature(signed));
  if (keys.length === 0) print('unchecked key: give --server or --key');
  else check('key', () => need(keys.includes(signed.public_key), 'it is not a published one'));
  for (const balance of signed.balances ?? [])
    check(`${balance.currency} ${balance.amount}`, () => checkBalance(signed.statement, signed.uid, balance));
  process.exitCode = failures > 0 ? 1 : 0;
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
