import { domainToASCII } from 'node:url';
import {
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js';

/** Target of a code, in the canonical form that is stored and compared. */
export type Contact =
  | { readonly kind: 'email'; readonly value: string }
  | {
      readonly kind: 'phone';
      /** E.164, `+85251234567`. */
      readonly value: string;
      /** Dialling code without plus, `852`. */
      readonly areaCode: string;
    };

const EMAIL_MAX = 254;
const LOCAL_MAX = 64;
/** The unquoted form of RFC 5322 without leading, trailing or doubled dots. */
const LOCAL = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const DOMAIN = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/;

/** Returns the email address in lower case with an ASCII domain, or undefined. */
export function readEmail(typed: string): Contact | undefined {
  const at = typed.lastIndexOf('@');
  const local = typed.slice(0, at).toLowerCase();
  const domain = domainToASCII(typed.slice(at + 1).toLowerCase());
  const value = `${local}@${domain}`;
  if (at < 1 || local.length > LOCAL_MAX || value.length > EMAIL_MAX) return undefined;
  return LOCAL.test(local) && DOMAIN.test(domain) ? { kind: 'email', value } : undefined;
}

const PHONE = /^(?:\+[0-9]|\(?[0-9])[0-9 ().-]{3,24}$/;
const AREA = /^(?:\+|00)?([1-9][0-9]{0,3})$/;

const AREA_CODES: ReadonlySet<string> = new Set(
  getCountries().map((country) => getCountryCallingCode(country)),
);

/** Returns a dialling code without plus, or undefined. Accepts `852`, `+852`, `00852` and the country `HK`. */
export function readAreaCode(typed: string): string | undefined {
  const country = typed.toUpperCase();
  if (isSupportedCountry(country)) return getCountryCallingCode(country);
  const code = AREA.exec(typed)?.[1];
  return code !== undefined && AREA_CODES.has(code) ? code : undefined;
}

/**
 * Returns a phone number as E.164, or undefined. Accepts the international form, or the national one with a dialling
 * code.
 */
export function readPhone(typed: string, areaCode: string): Contact | undefined {
  if (!PHONE.test(typed)) return undefined;
  const area = readAreaCode(areaCode);
  if (area === undefined && !typed.startsWith('+')) return undefined;
  const number = parsePhoneNumberFromString(typed, area === undefined ? {} : { defaultCallingCode: area });
  if (!number?.isValid()) return undefined;
  return { kind: 'phone', value: number.number, areaCode: number.countryCallingCode };
}

/**
 * Returns the numbers that a national number may stand for, one for each dialling code; empty if it is no national
 * number.
 */
export function possibleNumbers(typed: string): string[] {
  const text = typed.trim();
  if (!PHONE.test(text) || text.startsWith('+')) return [];
  const national = text.replace(/[^0-9]/g, '').replace(/^0+/, '');
  return Array.from(AREA_CODES, (area) => `+${area}${national}`);
}

/** Parses an email address or phone number; undefined if the text is neither. */
export function readContact(typed: string, areaCode: string): Contact | undefined {
  const text = typed.trim();
  return text.includes('@') ? readEmail(text) : readPhone(text, areaCode);
}
