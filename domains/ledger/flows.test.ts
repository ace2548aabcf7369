import { JOURNAL_KINDS, userId } from '@karat/contract';
import type { JournalKind } from '@karat/contract';
import { amount, negate } from '@karat/money';
import { expect, test } from 'vitest';
import { houseAccount, userAccount } from './accounts.ts';
import { BTC, USDT } from './currencies.ts';
import { JOURNAL_FLOWS, checkFlow } from './flows.ts';
import type { Entry, Journal } from './journal.ts';
import { Permits } from './permits.ts';
import type { PermitTerms } from './permits.ts';

const ANN = userId(100_001);
const BEN = userId(100_002);
const EVE = userId(100_003);
const own = (user: typeof ANN, text: string, currency = USDT): Entry => ({
  account: userAccount(user, 'change'),
  currency,
  available: text.startsWith('-') ? negate(amount(text.slice(1))) : amount(text),
});
const outside = (text: string): Entry => ({
  account: houseAccount('external', 3),
  currency: USDT,
  available: amount(text),
});
const journal = (kind: JournalKind, entries: readonly Entry[], more: Partial<Journal> = {}): Journal => ({
  key: 'k',
  kind,
  reference: 'r',
  at: 1,
  entries,
  ...more,
});
const never = () => false;
const ofFlow = (flow: string) => JOURNAL_KINDS.filter((kind) => JOURNAL_FLOWS[kind] === flow);

test('only matching and agreed shares move money between users without a permit', () => {
  expect(ofFlow('exchange')).toEqual(['spot:trade', 'spot:batch', 'copy:share', 'nft:sale', 'nft:forfeit']);
});

test("money leaves without a permit only after an earlier permit, an approval or a company's action", () => {
  expect(ofFlow('paid_out')).toEqual(['correction', 'stock:split', 'withdrawal:paid']);
});

test('the kinds that need a permit', () => {
  expect(ofFlow('gated')).toEqual(['send', 'withdrawal:hold', 'gift:hold', 'gift:claim']);
});

test('no kind but those of an exchange moves money from user to user, in any currency or account', () => {
  const swap = [own(ANN, '-5'), own(BEN, '5'), own(ANN, '1', BTC), own(BEN, '-1', BTC)];
  const unit = amount('0.0000000001');
  const of = (user: typeof ANN) => ({ account: userAccount(user, 'change'), currency: USDT });
  const smallest = (part: 'available' | 'held'): Entry[] => [
    { ...of(ANN), [part]: negate(unit) },
    { ...of(BEN), [part]: unit },
  ];
  for (const kind of JOURNAL_KINDS) {
    for (const entries of [[own(ANN, '-5'), own(BEN, '5')], swap, smallest('available'), smallest('held')]) {
      const check = () => checkFlow(journal(kind, entries), never);
      if (JOURNAL_FLOWS[kind] === 'exchange') expect(check).not.toThrow();
      else expect(check, kind).toThrow(/from user to user|needs a permit/);
    }
  }
});

test("few kinds move a user's money outside, and all kinds without a permit may bring it in", () => {
  for (const kind of [...ofFlow('own'), ...ofFlow('gated')])
    expect(() => checkFlow(journal(kind, [own(ANN, '-5'), outside('5')]), never), kind).toThrow(
      /to the outside|needs a permit/,
    );
  const deposit = [own(ANN, '5'), own(BEN, '7'), { ...outside('12'), available: negate(amount('12')) }];
  expect(() => checkFlow(journal('deposit', deposit), never)).not.toThrow();
});

const tx = {} as never;
const otherTx = { other: true } as never;
const sendTerms: PermitTerms = { user: ANN, receiver: BEN, currency: USDT, number: amount('5') };

test('a permit covers its owner, receiver, currency and amount, in its transaction, once', () => {
  const permits = new Permits();
  const issue = permits.claim();
  const send = (entries: readonly Entry[], terms: Partial<PermitTerms> = {}, used = tx) => {
    const permit = issue(tx, { ...sendTerms, ...terms });
    return () => checkFlow(journal('send', entries, { permit }), (each) => permits.take(used, each));
  };
  const right = [own(ANN, '-5'), own(BEN, '5')];
  const once = send(right);
  expect(once).not.toThrow();
  expect(once).toThrow('needs a permit');
  expect(send(right, {}, otherTx)).toThrow('needs a permit');
  expect(send(right, { number: amount('4.99') })).toThrow('needs a permit');
  expect(send(right, { currency: BTC })).toThrow('needs a permit');
  expect(send(right, { user: EVE })).toThrow('needs a permit');
  expect(send(right, { receiver: EVE })).toThrow('needs a permit');
  expect(send(right, { receiver: undefined })).toThrow('needs a permit');
  expect(send([own(ANN, '-5'), own(BEN, '4'), own(EVE, '1')])).toThrow('needs a permit');
  expect(send([own(ANN, '-4'), own(EVE, '-1'), own(BEN, '5')])).toThrow('needs a permit');
  expect(send([own(ANN, '-5'), outside('5')])).toThrow('needs a permit');
});

test('only a permit issued by the gate is valid, and there is one gate', () => {
  const permits = new Permits();
  const issue = permits.claim();
  expect(() => permits.claim()).toThrow('already has a gate');
  const foreign = new Permits().claim()(tx, sendTerms);
  const copy = { ...issue(tx, sendTerms) };
  for (const permit of [foreign, copy])
    expect(() =>
      checkFlow(journal('send', [own(ANN, '-5'), own(BEN, '5')], { permit }), (each) =>
        permits.take(tx, each),
      ),
    ).toThrow('needs a permit');
});

test('a hold before a withdrawal is covered as well: available becomes held, and nothing is released', () => {
  const permits = new Permits();
  const issue = permits.claim();
  const hold = (available: string, held: string) => () =>
    checkFlow(
      journal(
        'withdrawal:hold',
        [{ ...own(ANN, available), held: held === '' ? negate(amount('1')) : amount(held) }],
        { permit: issue(tx, { ...sendTerms, receiver: undefined }) },
      ),
      (each) => permits.take(tx, each),
    );
  expect(hold('-5', '5')).not.toThrow();
  expect(hold('-5.01', '5.01')).toThrow('needs a permit');
  expect(hold('1', '')).toThrow('needs a permit');
});

test('held money leaves with a permit for held money only, to its receiver and up to its amount', () => {
  const permits = new Permits();
  const issue = permits.claim();
  const claim = (entries: readonly Entry[], terms: Partial<PermitTerms> = { isHeld: true }) => {
    const permit = issue(tx, { ...sendTerms, ...terms });
    return () => checkFlow(journal('gift:claim', entries, { permit }), (each) => permits.take(tx, each));
  };
  const held = (text: string): Entry => ({
    account: userAccount(ANN, 'change'),
    currency: USDT,
    held: negate(amount(text)),
  });
  expect(claim([held('5'), own(BEN, '5')])).not.toThrow();
  expect(claim([held('5'), own(BEN, '5')], {})).toThrow('needs a permit');
  expect(claim([held('5.01'), own(BEN, '5.01')])).toThrow('needs a permit');
  expect(claim([held('5'), own(EVE, '5')])).toThrow('needs a permit');
  expect(claim([own(ANN, '-5'), own(BEN, '5')])).toThrow('needs a permit');
  expect(claim([held('5'), own(ANN, '5')])).toThrow('needs a permit');
});
