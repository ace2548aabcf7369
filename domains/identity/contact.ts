import { domainToASCII } from 'node:url';
import {
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js';

/** Where a code can be sent, in the one form in which it is kept and compared. */
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

/** An e-mail address in lower case with its domain in ASCII, or undefined. */
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

/** A dialling code typed as `852`, `+852`, `00852` or as its country, `HK`; without plus, or undefined. */
export function readAreaCode(typed: string): string | undefined {
  const country = typed.toUpperCase();
  if (isSupportedCountry(country)) return getCountryCallingCode(country);
  const code = AREA.exec(typed)?.[1];
  return code !== undefined && AREA_CODES.has(code) ? code : undefined;
}

/** A phone number as E.164: international as typed, or national with the dialling code beside it; or undefined. */
export function readPhone(typed: string, areaCode: string): Contact | undefined {
  if (!PHONE.test(typed)) return undefined;
  const area = readAreaCode(areaCode);
  if (area === undefined && !typed.startsWith('+')) return undefined;
  const number = parsePhoneNumberFromString(typed, area === undefined ? {} : { defaultCallingCode: area });
  if (!number?.isValid()) return undefined;
  return { kind: 'phone', value: number.number, areaCode: number.countryCallingCode };
}

/** The numbers that a national number could be, one for each dialling code; none for what is no national number. */
export function possibleNumbers(typed: string): string[] {
  const text = typed.trim();
  if (!PHONE.test(text) || text.startsWith('+')) return [];
  const national = text.replace(/[^0-9]/g, '').replace(/^0+/, '');
  return Array.from(AREA_CODES, (area) => `+${area}${national}`);
}

/** An e-mail address or phone number as a person types it, or undefined when it is neither. */
export function readContact(typed: string, areaCode: string): Contact | undefined {
  const text = typed.trim();
  return text.includes('@') ? readEmail(text) : readPhone(text, areaCode);
}
