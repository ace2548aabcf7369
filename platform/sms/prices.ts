/** Millionths of a US dollar. */
export type MicroDollars = number;

export const MICRO = 1_000_000;

/** Pricing area of a number: an ISO country, or `+` and the first digits if the table has none. */
export interface SmsRoute {
  readonly country: string;
  readonly price: MicroDollars;
}

/**
 * Country, prefixes of its numbers, and the price of a message there in US dollars: rounded up from public price lists
 * of 2026. Islands that share +1 with the USA are expensive and a usual target of toll fraud, so each has its own
 * prefix.
 */
const TABLE: readonly (readonly [country: string, prefixes: string, dollars: number])[] = [
  ['US', '1', 0.01],
  ['DO', '1809 1829 1849', 0.09],
  ['JM', '1876 1658', 0.25],
  ['BS', '1242', 0.12],
  ['BB', '1246', 0.25],
  ['VG', '1284', 0.15],
  ['KY', '1345', 0.15],
  ['BM', '1441', 0.15],
  ['TT', '1868', 0.2],
  ['PR', '1787 1939', 0.06],
  ['HK', '852', 0.07],
  ['MO', '853', 0.07],
  ['CN', '86', 0.05],
  ['TW', '886', 0.07],
  ['JP', '81', 0.09],
  ['KR', '82', 0.05],
  ['TH', '66', 0.04],
  ['VN', '84', 0.1],
  ['SG', '65', 0.06],
  ['MY', '60', 0.07],
  ['PH', '63', 0.06],
  ['ID', '62', 0.4],
  ['IN', '91', 0.08],
  ['AU', '61', 0.06],
  ['NZ', '64', 0.12],
  ['GB', '44', 0.06],
  ['FR', '33', 0.09],
  ['DE', '49', 0.13],
  ['ES', '34', 0.09],
  ['IT', '39', 0.1],
  ['PT', '351', 0.06],
  ['NL', '31', 0.11],
  ['BE', '32', 0.12],
  ['CH', '41', 0.09],
  ['AT', '43', 0.12],
  ['SE', '46', 0.07],
  ['NO', '47', 0.08],
  ['DK', '45', 0.06],
  ['FI', '358', 0.1],
  ['IE', '353', 0.1],
  ['PL', '48', 0.06],
  ['TR', '90', 0.06],
  ['AE', '971', 0.12],
  ['MX', '52', 0.07],
  ['BR', '55', 0.07],
  ['AR', '54', 0.09],
  ['CO', '57', 0.06],
  ['CL', '56', 0.08],
  ['PE', '51', 0.08],
  [
    'CA',
    '1204 1226 1236 1249 1250 1289 1306 1343 1365 1403 1416 1418 1431 1437 1438 1450 1506 1514 1519 1548 1579 1581 1587 1604 1613 1639 1647 1705 1709 1778 1780 1782 1807 1819 1825 1867 1873 1902 1905',
    0.01,
  ],
];
/** Satellites and numbers of no country, which no user needs. */
const NON_GEOGRAPHIC = ['870', '878', '881', '882', '883', '888', '979'];
const NON_GEOGRAPHIC_DOLLARS = 3;
const OTHER_DOLLARS = 0.4;
/** Number of digits that group numbers whose country is not in the table. */
const OTHER_DIGITS = 3;

/** Prices by prefix. */
export interface SmsPrices {
  readonly byPrefix: ReadonlyMap<string, SmsRoute>;
  /** Price of every other country. */
  readonly other: MicroDollars;
}

const microOf = (dollars: number): MicroDollars => Math.round(dollars * MICRO);

/**
 * Returns the built-in table with `overrides`: dollars by ISO country, by `+` and a prefix, or by `*` for every other
 * country.
 */
export function smsPrices(overrides: ReadonlyMap<string, number> = new Map()): SmsPrices {
  const byPrefix = new Map<string, SmsRoute>();
  for (const prefix of NON_GEOGRAPHIC)
    byPrefix.set(prefix, { country: `+${prefix}`, price: microOf(NON_GEOGRAPHIC_DOLLARS) });
  for (const [country, prefixes, dollars] of TABLE) {
    const price = microOf(overrides.get(country) ?? dollars);
    for (const prefix of prefixes.split(' ')) byPrefix.set(prefix, { country, price });
  }
  for (const [name, dollars] of overrides) {
    if (name.startsWith('+')) byPrefix.set(name.slice(1), { country: name, price: microOf(dollars) });
  }
  return { byPrefix, other: microOf(overrides.get('*') ?? OTHER_DOLLARS) };
}

const ENTRY = /^(\*|[A-Z]{2}|\+[1-9][0-9]{0,6})=([0-9]{1,3}(?:\.[0-9]{1,6})?)$/;
const COUNTRIES = new Set(TABLE.map(([country]) => country));

/** Parses `HK=0.06,+882=5,*=0.3`; undefined if an entry is malformed or names an unknown country. */
export function readSmsPrices(text: string): ReadonlyMap<string, number> | undefined {
  const overrides = new Map<string, number>();
  if (text.trim() === '') return overrides;
  for (const entry of text.split(',')) {
    const [, name = '', dollars] = ENTRY.exec(entry.trim()) ?? [];
    if (name === '' || (/^[A-Z]/.test(name) && !COUNTRIES.has(name))) return undefined;
    overrides.set(name, Number(dollars));
  }
  return overrides;
}

/** Returns the route of a number in E.164: that of its longest prefix in the table. */
export function routeOf(number: string, { byPrefix, other }: SmsPrices): SmsRoute {
  const digits = number.replace(/[^0-9]/g, '');
  for (let length = Math.min(digits.length, 7); length > 0; length--) {
    const route = byPrefix.get(digits.slice(0, length));
    if (route) return route;
  }
  return { country: `+${digits.slice(0, OTHER_DIGITS)}`, price: other };
}
