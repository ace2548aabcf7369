/**
 * Finds in free text what a chat must not spread: links, wallet addresses, phone numbers, e-mail addresses, and questions for
 * secrets. Searches a normal form, so that full-width letters, other digits and invisible characters hide nothing.
 */

const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
const DIGIT = /\p{Nd}/gu;
const ZERO_RANGE = 10;

/** Value of a decimal digit of any script: the ten digits of a script are consecutive. */
function digitValue(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < ZERO_RANGE && /^\p{Nd}$/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value % ZERO_RANGE);
}

/** NFKC without invisible characters; digits of every script as 0 to 9, ideographic full stops as points. */
export const normalForm = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .replace(DIGIT, (digit) => (digit >= '0' && digit <= '9' ? digit : digitValue(digit)))
    .replace(/[。｡․‧]/g, '.');

const SCHEME = /\b[a-z][a-z0-9+.-]{1,20}:\/\/|\bwww\s?\./i;
/** Endings that chat links use; a longer list would refuse sentences without a space after the full stop. */
const DOMAIN =
  /(^|[^\p{L}\p{N}@.])(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?(?:\.|\s\.\s?|\s?\(dot\)\s?|\s?\[dot\]\s?|\sdot\s))+(?:com|net|org|io|me|gg|co|app|xyz|info|online|site|top|vip|club|shop|link|live|pro|finance|exchange|money|cc|tv|ly|cn|hk|ru|vn|th|jp|kr|fr|de|uk|eu|biz|dev|ai)(?![\p{L}\p{N}])/iu;
/** Names on messengers. */
const MESSENGER =
  /\b(?:t\.me|wa\.me|telegram|whats\s?app|wechat|weixin|line\s?id|zalo|kakao\s?(?:talk)?|discord|signal)\s?[:：@/]/i;

/** Whether a text contains a link, a domain name or a name on a messenger. */
export function hasLink(text: string): boolean {
  const plain = normalForm(text);
  return SCHEME.test(plain) || DOMAIN.test(plain.replace(EMAIL_ALL, ' ')) || MESSENGER.test(plain);
}

const EMAIL =
  /[\p{L}\p{N}._%+-]+\s?(?:@|\(at\)|\[at\])\s?[\p{L}\p{N}-]+(?:\s?(?:\.|\(dot\)|\[dot\])\s?[\p{L}\p{N}-]+)+/iu;
const EMAIL_ALL = new RegExp(EMAIL.source, 'giu');

/** Whether a text contains an e-mail address. */
export const hasEmail = (text: string): boolean => EMAIL.test(normalForm(text));

/** Ethereum and other keys in hex, or Bitcoin and Litecoin in bech32; may be written with gaps. */
const SPACED_ADDRESS =
  /0x(?:[\s-]?[0-9a-f]){40,64}|(?:^|[^a-z0-9])(?:bc1|tb1|ltc1)(?:[\s-]?[02-9ac-hj-np-z]){20,71}/i;
const LONG_HEX = /(?:^|[^0-9a-f])[0-9a-f]{40,128}(?![0-9a-f])/i;
/** Bitcoin, TRON, Solana, XRP and others: letters and digits without those that look alike. */
const BASE58 = /(?:^|[^A-Za-z0-9])([1-9A-HJ-NP-Za-km-z]{26,64})(?![A-Za-z0-9])/g;

const isMixed = (run: string): boolean => /[0-9]/.test(run) && /[a-z]/.test(run) && /[A-Z]/.test(run);

/** Whether a text contains what looks like an address of a chain. */
export function hasWalletAddress(text: string): boolean {
  const plain = normalForm(text);
  if (SPACED_ADDRESS.test(plain) || LONG_HEX.test(plain)) return true;
  return [...plain.matchAll(BASE58)].some(([, run = '']) => isMixed(run));
}

/** Runs of digits with the separators of phone numbers; points and commas belong to amounts. */
const NUMBER_RUN = /\+?\(?[0-9](?:[\s()/-]{0,2}[0-9]){6,18}/g;
const DATE = /\b[0-9]{4}[-/][0-9]{2}[-/][0-9]{2}(?:[ T][0-9]{2}:[0-9]{2})?/g;
/** Addresses and hashes. */
const LONG_RUN = /[A-Za-z0-9]{26,}/g;
const INTERNATIONAL_DIGITS_MIN = 8;
const NATIONAL_DIGITS_MIN = 9;
const PHONE_DIGITS_MAX = 15;

/** Whether a text contains what looks like a phone number: 9 to 15 digits, or 8 with a plus. */
export function hasPhoneNumber(text: string): boolean {
  const plain = normalForm(text).replace(DATE, ' ').replace(LONG_RUN, ' ');
  return [...plain.matchAll(NUMBER_RUN)].some((match) => {
    const [run] = match;
    const next = plain.slice(match.index + run.length, match.index + run.length + 2);
    const before = plain.slice(Math.max(0, match.index - 1), match.index);
    // Part of an amount: 1.234567890 or 1,234,567.
    if (/^[.,][0-9]/.test(next) || /[.,]/.test(before)) return false;
    const digits = run.replace(/[^0-9]/g, '').length;
    const min = run.startsWith('+') ? INTERNATIONAL_DIGITS_MIN : NATIONAL_DIGITS_MIN;
    return digits >= min && digits <= PHONE_DIGITS_MAX;
  });
}

/** Words for secrets in the nine languages. */
const SECRETS = [
  /\bpass\s?(?:word|code|phrase)s?\b|\bpin(?:\s?code)?\b|\botp\b|\b2fa\b|\bcvv\b|\bseed\s?(?:phrase|words)\b|\brecovery\s?phrase\b|\bmnemonic\b|\bprivate\s?keys?\b|\bapi\s?(?:key|secret)s?\b/i,
  /\b(?:verification|security|sms|e-?mail|authenticator|one[\s-]?time|six[\s-]?digit|6[\s-]?digit|login|backup)\s?codes?\b/i,
  /密[码碼]|[验驗][证證]码|[验驗][证證]碼|[助註注]记词|助記詞|私[钥鑰]|[动動]态?[码碼]|口令/,
  /รหัสผ่าน|รหัสยืนยัน|รหัส\s?otp|คีย์ส่วนตัว|วลีกู้คืน|รหัส\s?pin/i,
  /パスワード|認証コード|確認コード|暗証番号|秘密鍵|リカバリーフレーズ|シードフレーズ/,
  /비밀번호|인증\s?번호|인증\s?코드|개인\s?키|시드\s?구문|복구\s?구문/,
  /mots?\s(?:de\s)?passe|code\sde\s(?:vérification|sécurité|confirmation)|code\s(?:sms|pin|2fa)|clés?\sprivées?|phrase\s(?:de\srécupération|secrète)/i,
  /contraseñas?|código\sde\s(?:verificación|seguridad|confirmación)|código\s(?:sms|pin|2fa)|claves?\s(?:privadas?|secretas?)|frase\s(?:semilla|de\srecuperación)/i,
  /mật\s?khẩu|mã\s(?:xác\s(?:minh|nhận|thực)|bảo\smật|otp|pin)|khóa\s(?:riêng|bí\smật)|cụm\stừ\skhôi\sphục/i,
] as const;

/** Whether a text names a secret that nobody may ask for: a password, a code, a private key. */
export function namesSecret(text: string): boolean {
  const plain = normalForm(text);
  return SECRETS.some((words) => words.test(plain));
}
