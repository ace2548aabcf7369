import { DECIMALS, parse, rate } from '@karat/money';
import type { Rate } from '@karat/money';
import * as z from 'zod';

const TIMEOUT_MS = 10_000;
const BODY_CHARACTERS_MAX = 100_000;

/**
 * Exchange rates against the US dollar in the usual form of providers: `{base|base_code: "USD", rates: {EUR: 0.93,
 * ...}}`.
 */
const answer = z.object({
  base: z.string().optional(),
  base_code: z.string().optional(),
  rates: z.record(z.string(), z.string()),
});

type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown;
const parseJson = JSON.parse as (text: string, reviver: Reviver) => unknown;
/** Numbers keep their digits: no rate passes through binary floating point. */
const digits: Reviver = (_key, value, { source }) => (typeof value === 'number' ? source : value);

/** Digits beyond the tenth decimal of a rate are cut. */
const readRate = (text: string): Rate | undefined => {
  const [whole = '', fraction = ''] = text.split('.');
  const value = parse(fraction === '' ? whole : `${whole}.${fraction.slice(0, DECIMALS)}`);
  return value === undefined || value === 0n ? undefined : rate(value);
};

export interface FiatRateProvider {
  readonly name: string;
  /** Returns units of each currency per US dollar, by code. Throws if there is no valid reply. */
  read(): Promise<ReadonlyMap<string, Rate>>;
}

/** Reads rates with a GET from a public exchange-rate service; its host is the name of the source. */
export function createFiatRateProvider(url: string, request: typeof fetch = fetch): FiatRateProvider {
  return {
    name: new URL(url).hostname,
    async read() {
      const response = await request(url, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' });
      if (!response.ok) throw new Error(`${url} answered ${response.status}`);
      const text = await response.text();
      if (text.length > BODY_CHARACTERS_MAX) throw new Error(`${url} answered ${text.length} characters`);
      const { base, base_code, rates } = answer.parse(parseJson(text, digits));
      if ((base ?? base_code) !== 'USD') throw new Error(`${url} answered rates of ${base ?? base_code}`);
      const read = new Map<string, Rate>();
      for (const [code, sent] of Object.entries(rates)) {
        const value = readRate(sent);
        if (value !== undefined) read.set(code, value);
      }
      if (read.get('USD') !== undefined && read.get('USD') !== rate('1'))
        throw new Error(`${url}: a dollar is not one dollar`);
      if (read.size === 0) throw new Error(`${url} answered no rates`);
      return read;
    },
  };
}
