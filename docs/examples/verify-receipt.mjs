// Verifies receipts and price ticks by docs/receipts.md alone. Node 20 or newer, nothing to install:
//
//   node verify-receipt.mjs <file or address> [--server <url>] [--keys <file>] [--ticks <file>]... [--uid <uid> --salt <salt>]
//   node verify-receipt.mjs --vectors <file>
//
// Keys and ticks come from files where they are given, else from the server (of an address: its own). Every check prints one
// line. Exit code 0: everything holds; 1: something does not; 2: something could not be read or checked.
import { createHash, createHmac, createPublicKey, verify } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';

class Invalid extends Error {}
/** Not wrong, but not to be checked with what is there. */
class Unchecked extends Error {}

const need = (condition, why) => {
  if (!condition) throw new Invalid(why);
};
const sha256 = (data) => createHash('sha256').update(data).digest('hex');

// Form

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const isHash = (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
const isText = (value) => typeof value === 'string';
const isWhole = (value) => Number.isSafeInteger(value);
const isFacts = (value) => isObject(value) && Object.values(value).every(isText);

function needForm(value, form, what) {
  need(isObject(value), `${what} is no object`);
  const names = Object.keys(value);
  need(names.length === Object.keys(form).length, `${what} has ${names.join(', ')}`);
  for (const [name, test] of Object.entries(form)) need(test(value[name]), `${what}.${name}`);
}

const TICK = {
  market: isWhole,
  time: isWhole,
  price: (value) => isText(value) && decimal(value) > 0n,
  source: (value) => value === 'live' || value === 'simulated',
  quotes: isText,
  previous: isHash,
  hash: isHash,
};
const RECEIPT = {
  type: (value) => value === 'karat-receipt',
  version: (value) => value === 1,
  kind: isText,
  subject: isText,
  owner: isHash,
  issued: isWhole,
  order: isFacts,
  ticks: Array.isArray,
  formula: (value) => isFacts(value),
  result: isFacts,
};
const SIGNED = { receipt: isObject, hash: isHash, key: isText, public_key: isText, signature: isText };

function checkForm(signed) {
  needForm(signed, SIGNED, 'the signed receipt');
  needForm(signed.receipt, RECEIPT, 'receipt');
  needForm(signed.receipt.formula, { id: isText, text: isText }, 'formula');
  for (const tick of signed.receipt.ticks) needForm(tick, TICK, 'tick');
}

// Canonical text

function canonical(value) {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') {
    need(Number.isSafeInteger(value), `${value} is no whole number`);
    return String(value);
  }
  if (typeof value === 'string') return quoted(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  const names = Object.keys(value).sort((a, b) => (a < b ? -1 : 1));
  return `{${names.map((name) => `${quoted(name)}:${canonical(value[name])}`).join(',')}}`;
}

const SHORT = { 8: '\\b', 9: '\\t', 10: '\\n', 12: '\\f', 13: '\\r', 34: '\\"', 92: '\\\\' };
function quoted(text) {
  let out = '"';
  for (const char of text) {
    const code = char.codePointAt(0);
    need(code < 0xd800 || code > 0xdfff, 'a lone surrogate');
    out += SHORT[code] ?? (code < 32 ? `\\u${code.toString(16).padStart(4, '0')}` : char);
  }
  return `${out}"`;
}

// Signatures

const SPKI_ED25519 = Buffer.from('302a300506032b6570032100', 'hex');
const rawKey = (base64) => Buffer.from(base64, 'base64');
function signatureHolds(text, signature, publicKey) {
  const raw = rawKey(publicKey);
  const bytes = Buffer.from(signature, 'base64');
  if (raw.length !== 32 || bytes.length !== 64) return false;
  const key = createPublicKey({ key: Buffer.concat([SPKI_ED25519, raw]), format: 'der', type: 'spki' });
  return verify(null, Buffer.from(text), key, bytes);
}
const hasKey = (keys, purpose, publicKey) =>
  keys.some((key) => key.purpose === purpose && key.public_key === publicKey);

// Decimals: integers that count 1e-10

const UNIT = 10n ** 10n;
function decimal(text) {
  const match = /^(-?)(0|[1-9][0-9]*)(?:\.([0-9]{0,9}[1-9]))?$/.exec(text ?? '');
  need(match && text !== '-0', `${text} is no decimal`);
  const value = BigInt(match[2] + (match[3] ?? '').padEnd(10, '0'));
  return match[1] === '-' ? -value : value;
}
function decimalText(value) {
  const digits = String(value < 0n ? -value : value).padStart(11, '0');
  const fraction = digits.slice(-10).replace(/0+$/, '');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -10)}${fraction === '' ? '' : `.${fraction}`}`;
}
const whole = (text) => {
  need(/^(0|[1-9][0-9]{0,15})$/.test(text ?? ''), `${text} is no whole number`);
  return Number(text);
};
const down = (a, b) => (a % b !== 0n && a < 0n !== b < 0n ? a / b - 1n : a / b);
const up = (a, b) => -down(-a, b);
const halfUp = (a, b) => down(2n * a + b, 2n * b);
const least = (a, b) => (a < b ? a : b);
const most = (a, b) => (a > b ? a : b);

// The price chain

const tickText = (tick) => `${tick.market}|${tick.time}|${tick.price}|${tick.source}|${tick.quotes}`;
const tickHash = (previous, tick) => sha256(`${previous}\n${tickText(tick)}`);

function indexPrice(quotes, decimals) {
  const prices = quotes.split(';').map((quote) => {
    const at = quote.indexOf('=');
    need(at > 0, `${quote} is no quote`);
    return decimal(quote.slice(at + 1));
  });
  const sorted = [...prices].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const half = sorted.length >> 1;
  const median = sorted.length % 2 === 1 ? sorted[half] : down(sorted[half - 1] + sorted[half], 2n);
  const reach = down(median * 5n, 1000n);
  const total = prices.reduce((sum, each) => sum + most(median - reach, least(median + reach, each)), 0n);
  const unit = 10n ** BigInt(10 - decimals);
  return halfUp(total, BigInt(prices.length) * unit) * unit;
}

/** Ticks of a downloaded file, and up to which second they are signed. */
function readTicks(file, keys) {
  const [start, ...lines] = file
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
  need(start?.type === 'start' && start.version === 1 && isHash(start.previous), 'the file has no start');
  const ticks = [];
  let [hash, time, signedTo] = [start.previous, -1, -1];
  for (const line of lines) {
    need(line.market === start.market, 'a line of another market');
    if (line.type === 'tick') {
      need(isWhole(line.time) && line.time > time, `${line.time} is not later than ${time}`);
      const tick = { ...line, previous: hash };
      hash = tickHash(hash, line);
      need(hash === line.hash, `the hash at ${line.time} is ${hash}`);
      need(indexPrice(line.quotes, start.decimals) === decimal(line.price), `the price at ${line.time}`);
      time = line.time;
      ticks.push(tick);
    } else {
      need(line.type === 'head', `${line.type} is neither tick nor head`);
      need(line.time === time && line.hash === hash, `the head at ${line.time} is not of the tick before it`);
      need(hasKey(keys, 'index-ticks', line.public_key), `the head at ${line.time} has an unknown key`);
      const text = `karat-head-v1|${line.market}|${line.time}|${line.hash}`;
      need(signatureHolds(text, line.signature, line.public_key), `the signature at ${line.time}`);
      signedTo = line.time;
    }
  }
  return { market: start.market, ticks, signedTo };
}

// Formulas

const option = {
  ranges(order) {
    const [accepted, expires] = [whole(order.accepted_ms), whole(order.expires_ms)];
    const from = Math.ceil(Math.min(accepted, expires - 5000) / 1000);
    return [{ market: whole(order.market), from, to: Math.ceil(expires / 1000) - 1 }];
  },
  parts(order, ticks) {
    const [accepted, expires] = [whole(order.accepted_ms), whole(order.expires_ms)];
    const within = (from) => ticks.filter(({ time }) => time * 1000 >= from && time * 1000 < expires);
    return { entry: within(accepted)[0], window: within(expires - 5000) };
  },
  choose(order, ticks) {
    const { entry, window } = this.parts(order, ticks);
    return entry && !window.includes(entry) ? [entry, ...window] : window;
  },
  result(order, ticks) {
    const { entry, window } = this.parts(order, ticks);
    const stake = decimal(order.stake);
    const total = window.reduce((sum, { price }) => sum + decimal(price), 0n);
    const count = BigInt(window.length);
    need(order.direction === 'up' || order.direction === 'down', `direction ${order.direction}`);
    let [outcome, returned] = ['void', stake];
    if (entry && window.length >= 3) {
      const moved = total - decimal(entry.price) * count;
      const unit = 10n ** BigInt(10 - whole(order.decimals));
      const profit = down(stake * decimal(order.ratio), UNIT * unit) * unit;
      if (moved === 0n) outcome = 'tie';
      else if (moved > 0n === (order.direction === 'up')) [outcome, returned] = ['win', stake + profit];
      else [outcome, returned] = ['lose', 0n];
    }
    return {
      outcome,
      ...(entry ? { entry: entry.price, entry_second: String(entry.time) } : {}),
      ...(window.length > 0 ? { settlement: decimalText(halfUp(total, count)) } : {}),
      window_ticks: String(window.length),
      returned: decimalText(returned),
    };
  },
};

/** Quote amounts have six decimals; `scale` is that of the exact product. */
const SIX = 10n ** 4n;
const sixUp = (exact, scale) => up(exact, scale * SIX) * SIX;
const sixDown = (exact, scale) => down(exact, scale * SIX) * SIX;
const isLong = (order) => {
  need(order.side === 'long' || order.side === 'short', `side ${order.side}`);
  return order.side === 'long';
};

function fill(order, tick) {
  need(order.action === 'open' || order.action === 'close', `action ${order.action}`);
  need(tick, 'the fill has no tick');
  const opens = order.action === 'open';
  const [quantity, spread, funds] = [order.quantity, order.spread, order.funds].map(decimal);
  const index = decimal(tick.price);
  const price = isLong(order) === opens ? index + spread : most(index - spread, 1n);
  const wholeFee = sixUp(quantity * price * decimal(order.fee_rate), UNIT * UNIT);
  if (opens) {
    const fee = least(wholeFee, funds);
    const margin = least(sixUp(quantity * price, UNIT * BigInt(whole(order.multiple))), funds - fee);
    return { price: decimalText(price), margin: decimalText(margin), fee: decimalText(fee) };
  }
  const open = decimal(order.open_price);
  const profit = sixDown((isLong(order) ? price - open : open - price) * quantity, UNIT);
  const left = funds + profit;
  return {
    price: decimalText(price),
    profit: decimalText(profit),
    fee: decimalText(least(wholeFee, most(left, 0n))),
    beyond_funds: decimalText(most(-left, 0n)),
  };
}

const secondRange = (order, second) => ({ market: whole(order.market), from: second, to: second });
const contract1 = {
  ranges: (order) => [secondRange(order, whole(order.tick_second))],
  choose: (order, ticks) => ticks.filter(({ time }) => time === whole(order.tick_second)),
  result(order, ticks) {
    need(ticks.length === 1, 'a fill has one tick');
    return fill(order, ticks[0]);
  },
};

const isStop = (order) => order.reason === 'take_profit' || order.reason === 'stop_loss';
const contract2 = {
  seconds: (order) => [...(isStop(order) ? [whole(order.trigger_second)] : []), whole(order.tick_second)],
  ranges(order) {
    return this.seconds(order).map((second) => secondRange(order, second));
  },
  choose(order, ticks) {
    return this.seconds(order).flatMap((second) => ticks.find(({ time }) => time === second) ?? []);
  },
  result(order, ticks) {
    need(ticks.length === (isStop(order) ? 2 : 1), 'the number of ticks');
    const result = fill(order, ticks.at(-1));
    if (isStop(order)) {
      need(
        whole(order.trigger_second) < whole(order.tick_second),
        'a stop is filled later than it is reached',
      );
      const [reached, level] = [decimal(ticks[0].price), decimal(order.trigger_price)];
      const above = isLong(order) === (order.reason === 'take_profit');
      need(above ? reached >= level : reached <= level, 'the stop was not reached');
    }
    if (order.reason !== 'liquidation' || order.mode !== 'isolated') return result;
    const [funds, price, open] = [decimal(order.funds), decimal(result.price), decimal(order.open_price)];
    const equity = funds * UNIT + (isLong(order) ? price - open : open - price) * decimal(order.quantity);
    need(equity * 100n <= funds * UNIT * 50n, 'the risk rate was above 50 %');
    if (funds <= 0n) return result;
    const rate = down(equity * 10_000n, funds * UNIT);
    const digits = String(rate < 0n ? -rate : rate).padStart(3, '0');
    return { ...result, risk_rate: `${rate < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}` };
  },
};

const contract3 = {
  ...contract2,
  result(order, ticks) {
    const result = contract2.result.call(this, order, ticks);
    if (order.reason === 'holding_time')
      need(whole(order.tick_second) >= whole(order.coupon_ends_second), 'the holding time was not over');
    const fee = decimal(result.fee);
    if (order.action === 'open') return { ...result, coupon_paid: decimalText(decimal(result.margin) + fee) };
    const payout = decimal(order.funds) + decimal(result.profit) + decimal(result.beyond_funds) - fee;
    const returned = least(payout, decimal(order.coupon_owed));
    return { ...result, coupon_returned: decimalText(returned), to_user: decimalText(payout - returned) };
  },
};

const dual = {
  windowOf(order, ticks) {
    const maturity = whole(order.maturity_second);
    return ticks.filter(({ time }) => time >= maturity - 1800 && time < maturity);
  },
  ranges(order) {
    const maturity = whole(order.maturity_second);
    return [{ market: whole(order.market), from: maturity - 1800, to: maturity - 1 }];
  },
  choose(order, ticks) {
    const window = this.windowOf(order, ticks);
    const sum = window.reduce((total, { price }) => total + decimal(price), 0n);
    need(window.length === whole(order.window_ticks), `the window has ${window.length} ticks`);
    need(sum === decimal(order.window_sum), `the ticks of the window sum to ${decimalText(sum)}`);
    return window.filter((_, at) => at === 0 || at === window.length - 1);
  },
  /** The settlement price as sum and count; nothing for a void order. */
  priceOf(order) {
    const count = whole(order.window_ticks);
    need(['ticks', 'source', 'void'].includes(order.basis), `basis ${order.basis}`);
    need((order.basis === 'ticks') === count >= 900, `${count} ticks do not allow basis ${order.basis}`);
    if (order.basis === 'void') return undefined;
    if (order.basis === 'source') return [decimal(order.source_price), 1n];
    return [decimal(order.window_sum), BigInt(count)];
  },
  result(order, ticks) {
    need(ticks.length === Math.min(2, whole(order.window_ticks)), 'the number of ticks');
    const call = order.type === 'call';
    need(call || order.type === 'put', `type ${order.type}`);
    const [principal, strike] = [decimal(order.principal), decimal(order.strike)];
    const price = this.priceOf(order);
    if (!price)
      return {
        outcome: 'void',
        payout: decimalText(principal),
        payout_currency: call ? order.coin : order.quote,
      };
    const [sum, count] = price;
    const outcome = sum < strike * count ? 'coin' : 'quote';
    const year = 365n * UNIT;
    const grown = principal * (year + BigInt(whole(order.days)) * decimal(order.apr));
    const unit = 10n ** BigInt(10 - whole(order[`${outcome}_decimals`]));
    let payout = down(grown, year * unit);
    if (call && outcome === 'quote') payout = down(grown * strike, year * UNIT * unit);
    if (!call && outcome === 'coin') payout = down(grown * UNIT, year * strike * unit);
    return {
      outcome,
      settlement: decimalText(halfUp(sum, count)),
      payout: decimalText(payout * unit),
      payout_currency: order[outcome],
    };
  },
};

const DAY = 86_400_000;
const mining = {
  ranges: () => [],
  choose: () => [],
  paid: (order) =>
    order.paid === ''
      ? []
      : order.paid.split(' ').map((part) => {
          const [principal, days] = part.split('*');
          return { principal: decimal(principal), days: whole(days) };
        }),
  result(order) {
    const [days, opened, closed] = [order.days, order.opened_ms, order.closed_ms].map(whole);
    const [principal, rate, ratio] = [order.principal, order.rate, order.penalty_ratio].map(decimal);
    const unit = 10n ** BigInt(10 - whole(order.decimals));
    const full = Math.max(0, Math.floor((closed - opened) / DAY));
    const elapsed = days === 0 ? full : Math.min(days, full);
    const paid = this.paid(order);
    const paidDays = paid.reduce((sum, part) => sum + part.days, 0);
    need(paidDays === elapsed, `yields of ${paidDays} days were paid, ${elapsed} had passed`);
    const daily = (value) => down(value * rate, UNIT * unit) * unit;
    const interest = paid.reduce((sum, part) => sum + daily(part.principal) * BigInt(part.days), 0n);
    const remaining = days === 0 ? 0 : Math.max(0, Math.ceil((opened + days * DAY - closed) / DAY));
    const penalty = least(principal, up(principal * ratio * BigInt(remaining), UNIT * unit) * unit);
    return {
      days_paid: String(paidDays),
      interest: decimalText(interest),
      remaining_days: String(remaining),
      penalty: decimalText(penalty),
      returned: decimalText(principal - penalty),
    };
  },
};

const loan = {
  assetOf(text) {
    const [currency, code, decimals, amount, market, second] = text.split(':');
    return {
      currency: whole(currency),
      code,
      unit: 10n ** BigInt(10 - whole(decimals)),
      amount: decimal(amount),
      market: whole(market),
      second: whole(second),
    };
  },
  read(order) {
    const assets = order.assets.split(' ').filter((text) => text !== '');
    return { debt: this.assetOf(order.debt), assets: assets.map((text) => this.assetOf(text)) };
  },
  ranges(order) {
    const { debt, assets } = this.read(order);
    const ranges = new Map();
    for (const { market, second } of [debt, ...assets])
      if (market !== 0) ranges.set(`${market}@${second}`, { market, from: second, to: second });
    return [...ranges.values()];
  },
  choose(order, ticks) {
    return this.ranges(order).flatMap(
      ({ market, from }) => ticks.find((tick) => tick.market === market && tick.time === from) ?? [],
    );
  },
  result(order, ticks) {
    const { debt, assets } = this.read(order);
    for (const each of [debt, ...assets]) {
      const tick = ticks.find(({ market, time }) => market === each.market && time === each.second);
      need(each.market === 0 || tick, `no tick of market ${each.market}`);
      each.price = tick ? decimal(tick.price) : UNIT;
    }
    need(whole(order.threshold) === 110, 'the threshold is 110');
    const owed = debt.amount * debt.price;
    const worth = assets.reduce((sum, { amount, price }) => sum + amount * price, 0n);
    need(worth * 100n < owed * 110n, 'the risk rate was not below 110 %');
    let open = owed;
    const own = ({ currency }) => (currency === debt.currency ? 0 : 1);
    const [sold, returned] = [[], []];
    for (const asset of assets.toSorted((a, b) => own(a) - own(b) || a.currency - b.currency)) {
      const needed = open <= 0n ? 0n : up(open, asset.price * asset.unit) * asset.unit;
      const taken = least(asset.amount, needed);
      open -= taken * asset.price;
      if (taken > 0n) sold.push(`${decimalText(taken)} ${asset.code}`);
      if (taken < asset.amount) returned.push(`${decimalText(asset.amount - taken)} ${asset.code}`);
    }
    const shortfall = open <= 0n ? 0n : up(open, debt.price * debt.unit) * debt.unit;
    return {
      outcome: 'liquidated',
      risk_rate: decimalText(down(worth * 10_000n, owed) * (UNIT / 100n)),
      sold: sold.join(', '),
      returned: returned.join(', '),
      shortfall: decimalText(shortfall),
    };
  },
};

const launchpad = {
  ranges: () => [],
  choose: () => [],
  tokens(order) {
    const [applied, supply, total] = [order.applied, order.supply, order.total_applied].map(decimal);
    const unit = 10n ** BigInt(10 - whole(order.token_decimals));
    need(total > 0n && applied > 0n, 'nothing was applied for');
    if (total <= supply) return applied;
    const product = (supply / unit) * (applied / unit);
    const [share, remainder] = [product / (total / unit), product % (total / unit)];
    if (order.cutoff_application === undefined) return share * unit;
    const cutoff = BigInt(order.cutoff_remainder);
    const first = whole(order.application) <= whole(order.cutoff_application);
    return (remainder > cutoff || (remainder === cutoff && first) ? share + 1n : share) * unit;
  },
  result(order) {
    const held = decimal(order.held);
    const tokens = this.tokens(order);
    const unit = 10n ** BigInt(10 - whole(order.pay_decimals));
    const paid = least(held, up(tokens * decimal(order.price), UNIT * unit) * unit);
    return { tokens: decimalText(tokens), paid: decimalText(paid), refund: decimalText(held - paid) };
  },
};

const box = {
  ranges: () => [],
  choose: () => [],
  contents(text) {
    const rows = text.split(',').map((part) => part.split(':').map(whole));
    need(new Set(rows.map(([artwork]) => artwork)).size === rows.length, 'contents name an artwork twice');
    return rows.map(([artwork, count]) => ({ artwork, count }));
  },
  result(order) {
    const contents = this.contents(order.contents);
    const remaining = this.contents(order.remaining);
    const sum = (rows) => rows.reduce((total, { count }) => total + count, 0);
    const seedHash = sha256(order.server_seed);
    need(seedHash === order.seed_hash, 'the server seed is not the committed one');
    const text = `karat-boxes-v1|${order.series}|${seedHash}|${order.contents}`;
    need(sha256(text) === order.contents_hash, 'the contents are not the committed ones');
    const fits = ({ artwork, count }, at) => contents[at]?.artwork === artwork && count <= contents[at].count;
    need(
      remaining.length === contents.length && remaining.every(fits),
      'what remains is not of these contents',
    );
    need(
      sum(contents) - sum(remaining) === whole(order.box) - 1,
      'the box does not follow from what remains',
    );
    const message = `${order.buyer_seed}:${whole(order.box)}:${whole(order.nonce)}`;
    const draw = createHmac('sha256', order.server_seed).update(message).digest('hex');
    need(sum(remaining) > 0, 'nothing remains');
    const position = Number(BigInt(`0x${draw}`) % BigInt(sum(remaining)));
    let passed = 0;
    const found = remaining.find(({ count }) => position < (passed += count));
    return { draw, position: String(position), artwork: String(found.artwork) };
  },
};

const games = {
  terms(order) {
    need(sha256(order.terms) === order.terms_hash, 'the terms are not the committed ones');
    const terms = JSON.parse(order.terms);
    const bases = terms.kind === 'price' ? ['ticks', 'no_price'] : ['operators'];
    need([...bases, 'cancelled'].includes(order.basis), `basis ${order.basis}`);
    return terms;
  },
  ranges(order) {
    const { market, settles_ms: end } = this.terms(order);
    if (market === undefined || order.basis === 'cancelled') return [];
    return [{ market, from: Math.ceil((end - 5000) / 1000), to: Math.ceil(end / 1000) - 1 }];
  },
  choose: (order, ticks) => ticks,
  right(order, terms, ticks) {
    if (order.basis === 'cancelled') return undefined;
    if (order.basis === 'operators') return whole(order.answer);
    need((order.basis === 'ticks') === ticks.length >= 3, `${ticks.length} ticks do not allow the basis`);
    if (order.basis === 'no_price') return undefined;
    const [sum, count] = [
      ticks.reduce((total, { price }) => total + decimal(price), 0n),
      BigInt(ticks.length),
    ];
    return 1 + terms.levels.filter((level) => sum >= decimal(level) * count).length;
  },
  share(order, unit, shared) {
    const [stake, weights] = [order.stake, order.right_pool].map((text) => decimal(text) / unit);
    const product = (shared / unit) * stake;
    const [share, remainder] = [product / weights, product % weights];
    if (order.cutoff_entry === undefined) return share * unit;
    const cutoff = BigInt(order.cutoff_remainder);
    const first = whole(order.entry_number) <= whole(order.cutoff_entry);
    return (remainder > cutoff || (remainder === cutoff && first) ? share + 1n : share) * unit;
  },
  result(order, ticks) {
    const terms = this.terms(order);
    const right = this.right(order, terms, ticks);
    const option = whole(order.option);
    need(
      [option, right ?? 1].every((no) => no >= 1 && no <= terms.options),
      'no such option',
    );
    const [pool, weights] = [order.pool, order.right_pool].map(decimal);
    need(weights <= pool, 'the right stakes exceed the pool');
    const unit = 10n ** BigInt(10 - terms.decimals);
    const returned = right === undefined || weights === 0n;
    const fee = returned ? 0n : down(pool * decimal(terms.fee_rate), UNIT * unit) * unit;
    const shared = returned ? 0n : pool - fee;
    const won = option === right;
    const sum = ticks.reduce((total, { price }) => total + decimal(price), 0n);
    return {
      outcome: returned ? 'returned' : option === right ? 'right' : 'missed',
      ...(right === undefined ? {} : { right_option: String(right) }),
      ...(right !== undefined && ticks.length > 0
        ? { settlement: decimalText(halfUp(sum, BigInt(ticks.length))) }
        : {}),
      fee: decimalText(fee),
      shared: decimalText(shared),
      payout: decimalText(returned ? decimal(order.stake) : won ? this.share(order, unit, shared) : 0n),
      payout_currency: terms.currency,
    };
  },
};

const shareOf = (text) => {
  const share = decimal(text);
  need(share >= 0n && share <= UNIT, `${text} is not between 0 and 1`);
  return share;
};
const feeRateOf = (order) => up(shareOf(order.full_fee_rate) * (UNIT - shareOf(order.discount)), UNIT);

const loanConversion = {
  sides: ['from', 'to'],
  ranges(order) {
    return this.sides
      .filter((side) => whole(order[`${side}_market`]) !== 0)
      .map((side) => ({
        market: whole(order[`${side}_market`]),
        from: whole(order[`${side}_second`]),
        to: whole(order[`${side}_second`]),
      }));
  },
  choose(order, ticks) {
    return this.ranges(order).flatMap(
      ({ market, from }) => ticks.find((tick) => tick.market === market && tick.time === from) ?? [],
    );
  },
  result(order, ticks) {
    const [from, to] = this.sides.map((side) => {
      const [market, second] = [whole(order[`${side}_market`]), whole(order[`${side}_second`])];
      const tick = ticks.find((each) => each.market === market && each.time === second);
      need(market === 0 || tick, `no tick of market ${market}`);
      return {
        price: market === 0 ? UNIT : decimal(tick.price),
        unit: 10n ** BigInt(10 - whole(order[`${side}_decimals`])),
      };
    });
    const [amount, rate] = [decimal(order.amount), feeRateOf(order)];
    const fee = up(amount * rate, UNIT * from.unit) * from.unit;
    const received = down(amount * from.price, to.price * to.unit) * to.unit;
    return {
      fee_rate: decimalText(rate),
      received: decimalText(received),
      fee: decimalText(fee),
      taken: decimalText(amount + fee),
    };
  },
};

const sale = {
  ranges: () => [],
  choose: () => [],
  result(order) {
    const rate = feeRateOf(order);
    const royaltyRate = shareOf(order.royalty_rate);
    need(royaltyRate <= UNIT - rate, 'fee and royalty exceed the price');
    const unit = 10n ** BigInt(10 - whole(order.decimals));
    const price = decimal(order.price);
    need(price >= 0n && price % unit === 0n, 'the price is no whole number of units');
    const weights = [UNIT - rate - royaltyRate, royaltyRate, rate];
    const parts = weights.map((weight, at) => {
      const product = (price / unit) * weight;
      return { at, units: product / UNIT, rest: product % UNIT };
    });
    const left = price / unit - parts.reduce((sum, { units }) => sum + units, 0n);
    const byRest = parts.toSorted((a, b) => (a.rest === b.rest ? a.at - b.at : a.rest > b.rest ? -1 : 1));
    for (const part of byRest.slice(0, Number(left))) part.units += 1n;
    const [received, royalty, fee] = parts.map(({ units }) => decimalText(units * unit));
    return { fee_rate: decimalText(rate), received, royalty, fee };
  },
};

const FORMULAS = {
  'option/1': option,
  'contract/1': contract1,
  'contract/2': contract2,
  'contract/3': contract3,
  'dual/1': dual,
  'mining/1': mining,
  'loan/1': loan,
  'launchpad/1': launchpad,
  'nft-box/1': box,
  'games/1': games,
  'nft-sale/1': sale,
  'loan-conversion/1': loanConversion,
};

// The checks of a receipt, in the order of the page

async function checks(signed, { keys, ticksOf }) {
  const results = [];
  const check = async (name, work) => {
    try {
      await work();
      results.push({ name, state: 'ok' });
    } catch (error) {
      const state = error instanceof Unchecked ? 'unchecked' : 'failed';
      results.push({ name, state, why: error.message });
    }
    return results.at(-1).state === 'ok';
  };
  if (!(await check('form', () => checkForm(signed)))) return results;
  const { receipt, public_key } = signed;
  const text = canonical(receipt);
  const formula = FORMULAS[receipt.formula.id];
  let published = [];
  await check('number', () => need(sha256(text) === signed.hash, `the hash is ${sha256(text)}`));
  await check('signature', () => {
    need(
      signatureHolds(`karat-receipt-v1\n${text}`, signed.signature, public_key),
      'the signature is not valid',
    );
    need(sha256(rawKey(public_key)).slice(0, 16) === signed.key, 'the key has another name');
  });
  await check('key', () => need(hasKey(keys, 'receipts', public_key), 'the key is not published'));
  await check('hashes', () => {
    for (const tick of receipt.ticks) need(tickHash(tick.previous, tick) === tick.hash, `at ${tick.time}`);
  });
  const chain = await check('chain', async () => {
    if (!formula) throw new Unchecked(`no formula ${receipt.formula.id}`);
    for (const range of formula.ranges(receipt.order)) {
      const file = readTicks(await ticksOf(range), keys);
      need(file.market === range.market, `ticks of market ${file.market}`);
      const within = file.ticks.filter(({ time }) => time >= range.from && time <= range.to);
      if (within.some(({ time }) => time > file.signedTo)) throw new Unchecked('not signed yet');
      published = [...published, ...within];
    }
  });
  await check('choice', () => {
    if (!chain) throw new Unchecked('the published ticks are not known');
    if (published.length === 0 && receipt.ticks.length > 0)
      throw new Unchecked('the ticks are no longer kept');
    const ids = (ticks) => ticks.map(({ market, hash }) => `${market} ${hash}`).join();
    need(
      ids(formula.choose(receipt.order, published)) === ids(receipt.ticks),
      'other ticks were to be chosen',
    );
  });
  await check('result', () => {
    if (!formula) throw new Unchecked(`no formula ${receipt.formula.id}`);
    const result = canonical(formula.result(receipt.order, receipt.ticks));
    need(result === canonical(receipt.result), `the result is ${result}`);
  });
  return results;
}

const ownerOf = (salt, uid) => sha256(`karat-owner-v1|${salt}|${uid}`);

// Command line

const print = (line) => process.stdout.write(`${line}\n`);
const message = (json) => (isObject(json) && 'message' in json ? json.message : json);
async function download(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Unchecked(`${address}: HTTP ${response.status}`);
  return response.text();
}
const load = (source) => (/^https?:/.test(source) ? download(source) : readFile(source, 'utf8'));

async function verifyOne(source, options) {
  const signed = message(JSON.parse(await load(source)));
  const server = options.server ?? (/^https?:/.test(source) ? new URL(source).origin : undefined);
  if (!options.keys && !server) throw new Unchecked('name a file of keys or a server');
  const keys = message(JSON.parse(await load(options.keys ?? `${server}/api/proofs/keys`)));
  const files = await Promise.all((options.ticks ?? []).map((file) => readFile(file, 'utf8')));
  const ticksOf = async ({ market, from, to }) => {
    const given = files.find((file) => readTicks(file, keys).market === market);
    if (given) return given;
    if (!server) throw new Unchecked('name a file of ticks or a server');
    return download(`${server}/api/market/ticks?match_id=${market}&from=${from}&to=${to}`);
  };
  const results = await checks(signed, { keys, ticksOf });
  if (options.uid !== undefined) {
    const holds = ownerOf(options.salt, options.uid) === signed.receipt?.owner;
    results.push({ name: 'owner', state: holds ? 'ok' : 'failed' });
  }
  for (const { name, state, why } of results) print(`${state.padEnd(9)} ${name}${why ? ` (${why})` : ''}`);
  if (results.some(({ state }) => state === 'failed')) return 1;
  return results.every(({ state }) => state === 'ok') ? 0 : 2;
}

async function runVectors(path) {
  const vectors = JSON.parse(await readFile(path, 'utf8'));
  let wrong = 0;
  const report = (name, holds) => {
    print(`${holds ? 'ok    ' : 'WRONG '} ${name}`);
    if (!holds) wrong += 1;
  };
  for (const { name, value, text, hash } of vectors.canonical)
    report(`canonical: ${name}`, canonical(value) === text && sha256(text) === hash);
  for (const { salt, uid, owner } of vectors.owners) report(`owner: ${uid}`, ownerOf(salt, uid) === owner);
  for (const { name, body, valid } of vectors.ticks) {
    let holds = true;
    try {
      readTicks(body, vectors.keys);
    } catch {
      holds = false;
    }
    report(`ticks: ${name}`, holds === valid);
  }
  for (const { name, signed, files, valid, fails } of vectors.receipts) {
    const bodies = files.map((file) => vectors.ticks.find((each) => each.name === file).body);
    const ticksOf = ({ market }) => bodies.find((body) => JSON.parse(body.split('\n')[0]).market === market);
    const results = await checks(signed, { keys: vectors.keys, ticksOf });
    const failed = results.filter(({ state }) => state === 'failed').map((each) => each.name);
    const right = valid ? results.every(({ state }) => state === 'ok') : failed.includes(fails);
    report(`receipt: ${name}${failed.length > 0 ? ` (refused: ${failed.join(', ')})` : ''}`, right);
  }
  return wrong === 0 ? 0 : 1;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    server: { type: 'string' },
    keys: { type: 'string' },
    ticks: { type: 'string', multiple: true },
    uid: { type: 'string' },
    salt: { type: 'string' },
    vectors: { type: 'string' },
  },
});
try {
  process.exitCode = values.vectors
    ? await runVectors(values.vectors)
    : await verifyOne(positionals[0] ?? '', values);
} catch (error) {
  print(`unchecked ${error.message}`);
  process.exitCode = 2;
}
