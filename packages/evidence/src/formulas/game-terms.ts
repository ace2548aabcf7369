import { amount, format, price, rate } from '@karat/money';
import type { Amount, Price, Rate } from '@karat/money';
import { canonicalJson } from '../canonical.ts';

/** Texts of a round in one language. */
export interface GameTexts {
  readonly question: string;
  readonly options: readonly string[];
  readonly source: string;
}

/** Everything about a round that is fixed before it opens. */
export interface GameTerms {
  readonly kind: 'price' | 'decided';
  /** By language: one, or all. */
  readonly texts: Readonly<Record<string, GameTexts>>;
  /** Number of options. */
  readonly options: number;
  readonly currency: string;
  readonly decimals: number;
  readonly stakeMin: Amount;
  readonly stakeMax: Amount;
  readonly userMax: Amount;
  readonly feeRate: Rate;
  readonly opensMs: number;
  readonly closesMs: number;
  readonly settlesMs: number;
  /** Market and levels of a price question. */
  readonly price?:
    | { readonly market: number; readonly symbol: string; readonly levels: readonly Price[] }
    | undefined;
  /** Hash of the schedule that created the round. */
  readonly schedule?: string | undefined;
}

/** The committed text of a round's terms; its SHA-256 is published before the opening. */
export const gameTermsText = (terms: GameTerms): string =>
  canonicalJson({
    type: 'karat-game',
    version: 1,
    kind: terms.kind,
    texts: Object.fromEntries(
      Object.entries(terms.texts).map(([lang, { question, options, source }]) => [
        lang,
        { question, options: [...options], source },
      ]),
    ),
    options: terms.options,
    currency: terms.currency,
    decimals: terms.decimals,
    stake_min: format(terms.stakeMin),
    stake_max: format(terms.stakeMax),
    user_max: format(terms.userMax),
    fee_rate: format(terms.feeRate),
    opens_ms: terms.opensMs,
    closes_ms: terms.closesMs,
    settles_ms: terms.settlesMs,
    ...(terms.price && {
      market: terms.price.market,
      symbol: terms.price.symbol,
      levels: terms.price.levels.map((level) => format(level)),
    }),
    ...(terms.schedule === undefined ? {} : { schedule: terms.schedule }),
  });

type JsonObject = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textAt = (from: JsonObject, name: string): string => {
  const value = from[name];
  if (typeof value !== 'string') throw new RangeError(`terms: ${name} is no text`);
  return value;
};
const wholeAt = (from: JsonObject, name: string): number => {
  const value = from[name];
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw new RangeError(`terms: ${name} is no whole number`);
  return value;
};
const listAt = (from: JsonObject, name: string): readonly string[] => {
  const value = from[name];
  if (!Array.isArray(value)) throw new RangeError(`terms: ${name} is no list`);
  return value.map(String);
};
const objectAt = (value: unknown, name: string): JsonObject => {
  if (!isObject(value)) throw new RangeError(`terms: ${name} is no object`);
  return value;
};

function kindOf(text: string): GameTerms['kind'] {
  if (text !== 'price' && text !== 'decided') throw new RangeError(`terms: kind ${text}`);
  return text;
}

const textsOf = (value: unknown): GameTerms['texts'] =>
  Object.fromEntries(
    Object.entries(objectAt(value, 'texts')).map(([lang, each]) => {
      const texts = objectAt(each, lang);
      return [
        lang,
        {
          question: textAt(texts, 'question'),
          options: listAt(texts, 'options'),
          source: textAt(texts, 'source'),
        },
      ];
    }),
  );

/** The terms of a committed text. Throws RangeError where it is malformed. */
export function readGameTerms(text: string): GameTerms {
  const terms = objectAt(JSON.parse(text), 'terms');
  return {
    kind: kindOf(textAt(terms, 'kind')),
    texts: textsOf(terms['texts']),
    options: wholeAt(terms, 'options'),
    currency: textAt(terms, 'currency'),
    decimals: wholeAt(terms, 'decimals'),
    stakeMin: amount(textAt(terms, 'stake_min')),
    stakeMax: amount(textAt(terms, 'stake_max')),
    userMax: amount(textAt(terms, 'user_max')),
    feeRate: rate(textAt(terms, 'fee_rate')),
    opensMs: wholeAt(terms, 'opens_ms'),
    closesMs: wholeAt(terms, 'closes_ms'),
    settlesMs: wholeAt(terms, 'settles_ms'),
    price:
      terms['market'] === undefined
        ? undefined
        : {
            market: wholeAt(terms, 'market'),
            symbol: textAt(terms, 'symbol'),
            levels: listAt(terms, 'levels').map((level) => price(level)),
          },
    schedule: terms['schedule'] === undefined ? undefined : textAt(terms, 'schedule'),
  };
}
