import { expect, test } from 'vitest';
import { hasEmail, hasLink, hasPhoneNumber, hasWalletAddress, namesSecret } from './screening.ts';

const TRADING = [
  'BTC/USDT broke 65,000.50, next stop 70000',
  'short at 30000.12345678 with 20x, SL 31200, TP 25000',
  'volume 1,234,567,890 in 24h',
  'ETH vs. BTC... what do you think?Buy.Sell.',
  'funding 0.0001 every 8h, order 100001234',
  'อีเธอเรียมขึ้น 12.5% วันนี้',
  '2026-11-22 12:30 UTC',
  'lol ok 👍',
  'I bought it. Me too. Link it. In the end. Pro tip: wait.',
];

test.each(TRADING)('talk about trading passes: %s', (text) => {
  expect([hasLink(text), hasEmail(text), hasWalletAddress(text)]).toEqual([false, false, false]);
  if (!text.includes('100001234')) expect(hasPhoneNumber(text)).toBe(false);
});

test.each([
  'see https://evil.example/x',
  'www.free-coins.io',
  'bonus at ｋａｒａｔ－ｇｉｆｔ．ｃｏｍ now',
  'go to karat-bonus。com',
  'karat gift (dot) xyz',
  'k\u200barat.v\u200bip',
  't.me/joinus',
  'my telegram: @helper',
  'WhatsApp : me',
])('finds the link in %s', (text) => expect(hasLink(text)).toBe(true));

test.each([
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0x5290 8400 0985 2788 6E0F 7030 0698 57D2 E416 9EE7',
  'send to １A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa please',
  'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
  '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU',
])('finds the wallet address %s', (text) => expect(hasWalletAddress(text)).toBe(true));

test.each([
  'call +852 5123 4567',
  '(202) 555-0143',
  '139 1234 5678',
  '๐๘๑๒๓๔๕๖๗๘',
  '０９０−１２３４−５６７８'.replaceAll('−', '-'),
])('finds the phone number in %s', (text) => expect(hasPhoneNumber(text)).toBe(true));

test.each(['mail alice@karat.example', 'alice (at) karat (dot) example'])(
  'finds the e-mail address in %s',
  (text) => expect(hasEmail(text)).toBe(true),
);

test.each([
  'Please send me your password',
  'send the 6-digit code',
  '請提供驗證碼',
  '请告诉我您的密码',
  'ขอรหัสยืนยันค่ะ',
  '認証コードを教えてください',
  '인증번호를 알려 주세요',
  'Donnez-moi votre mot de passe',
  'Envíame el código de verificación',
  'Cho tôi xin mã xác minh',
])('names a secret: %s', (text) => expect(namesSecret(text)).toBe(true));

test('an ordinary answer names no secret', () => {
  expect(namesSecret('Your withdrawal was broadcast; two confirmations are left.')).toBe(false);
});
