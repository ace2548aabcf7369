import type { Chance } from './chance.ts';

type Fields = Readonly<Record<string, string>>;
/** The index of BTC/USDT, for prices that are not refused at once. */
type Recipe = (chance: Chance, index: number) => Fields;

const PAY = { pay_password: '274951' };
const BTC = { currency_id: '1', legal_id: '3' };
const ADDRESSES: readonly [readonly [string, string], ...(readonly [string, string])[]] = [
  ['ethereum', '0x52908400098527886E0F7030069857D2E4169EE7'],
  ['ethereum', '0xde709f2102306220921060314715629080e2fb77'],
  ['tron', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
];
const CARD = { real_name: 'Alice Demo', bank_name: 'First Bank', bank_account: '000123456789' };
const PEOPLE = ['alice@demo.karat.example', 'bruno@demo.karat.example', 'chloe@demo.karat.example'] as const;

const near = (chance: Chance, index: number, percent: number): string =>
  (index * (1 + (chance.below(2_001) - 1_000) * (percent / 100_000))).toFixed(1);
const lots = (chance: Chance): string => String(1 + chance.below(5));

/** Requests that succeed if the state of the account allows it; other calls get random fields. */
export const RECIPES: Readonly<Record<string, Recipe>> = {
  'coin/trade': (chance, index) => ({
    ...BTC,
    type: chance.pick(['1', '2']),
    amount: `0.00${1 + chance.below(9)}`,
    target_price: near(chance, index, 3),
    ...(chance.happens(0.3) ? { time_in_force: chance.pick(['GTC', 'IOC', 'FOK']) } : {}),
  }),
  'lever/submit': (chance, index) => ({
    ...BTC,
    type: chance.pick(['1', '2']),
    share: lots(chance),
    multiple: chance.pick(['5', '10', '50', '100']),
    margin_mode: chance.pick(['cross', 'isolated']),
    ...(chance.happens(0.5) ? { status: '1' } : { status: '0', target_price: near(chance, index, 5) }),
  }),
  'microtrade/submit': (chance) => ({
    match_id: '1',
    currency_id: '3',
    type: chance.pick(['1', '2']),
    seconds: chance.pick(['30', '60']),
    number: String(5 + chance.below(20)),
  }),
  'wallet/change': (chance) => ({
    currency_id: chance.pick(['1', '3']),
    number: `${chance.below(50)}.${chance.below(1_000_000)}`,
    from_field: chance.pick(['change', 'lever', 'micro', 'legal']),
    to_field: chance.pick(['change', 'lever', 'micro', 'legal']),
  }),
  'user/Transfer': (chance) => ({
    number: String(1 + chance.below(30)),
    from_currency_id: '3',
    to_currency_id: chance.pick(['1', '2', '45']),
  }),
  'user/getTransferQuote': (chance) => ({
    number: String(1 + chance.below(30)),
    from_currency_id: '3',
    to_currency_id: chance.pick(['1', '2', '45']),
  }),
  'wallet/send': (chance) => ({
    to: chance.pick(PEOPLE),
    currency_id: '3',
    number: `${1 + chance.below(20)}.5`,
    ...PAY,
  }),
  'wallet/out': (chance) => {
    const [network, address] = chance.pick(ADDRESSES);
    return { address, network, currency: '3', number: String(20 + chance.below(30)), type: '0', ...PAY };
  },
  'user/wallet/save': (chance) => {
    const [network, address] = chance.pick(ADDRESSES);
    return { address, network, currency: '3', name: chance.word(8) };
  },
  'user/cash_save': () => CARD,
  'otc/order': (chance) => ({
    country: 'US',
    currency: 'USD',
    amount: String(100 + chance.below(400)),
    method: 'swift',
    first_name: 'Alice',
    last_name: 'Demo',
    full_name: 'Alice Demo',
    email: PEOPLE[0],
    phone: '+12025550143',
  }),
  'api_keys/create': (chance) => ({ label: chance.word(6), trade: '1', withdraw: '0', ...PAY }),
  'wallet/charge_req': () => ({ account: 'bank', amount: '50', currency: '3' }),
  'follow/follow': (chance) => ({ number: '1', type: chance.pick(['1', '2']) }),
  'user/login': (chance) => {
    const email = chance.pick(PEOPLE);
    return { user_string: email, password: `karat-${email.split('@')[0]}` };
  },
  'proofs/mine': (chance) => ({ kind: 'contract', subject: String(1 + chance.below(40)) }),
  'optional/add': (chance) => ({ currency_id: chance.pick(['1', '2', '4']) }),
  'deposit/faucet': () => ({ currency: '3', network: 'ethereum' }),
  'wallet/get_in_address': () => ({ currency: '3' }),
  'market/ticks': (chance) => {
    const from = Math.floor(Date.now() / 1000) - chance.below(120);
    return { match_id: '1', from: String(from), to: String(from + 30) };
  },
  'currency/new_timeshar': (chance) => {
    const from = Math.floor(Date.now() / 1000) - 10_000;
    return {
      from: String(from),
      to: String(from + 10_000),
      symbol: 'BTC/USDT',
      period: chance.pick(['1min', '1H', '1day']),
    };
  },
  'safe/anti_phishing/set': (chance) => ({ word: chance.word(8), ...PAY }),
  'console/correction': (chance) => ({
    currency_id: '3',
    amount: `${chance.pick(['', '-'])}${1 + chance.below(50)}`,
    reason: 'because of a test',
  }),
};
