import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Ledger } from '@karat/domains/ledger';
import { BARE_HEADERS } from '@karat/platform/http';
import type { Http } from '@karat/platform/http';
import type { Queries } from '@karat/platform/db';

const CACHE = 'public, max-age=86400';
const HUES = 360;
const LETTERS_MAX = 4;

/** Returns a colour that is fixed for a code. */
const hueOf = (code: string): number =>
  code.split('').reduce((hue, email) => (hue * 31 + email.charCodeAt(0)) % HUES, 7);

/** Draws a coin with the letters of its code, for currencies without a picture. */
export function logoOf(code: string): string {
  const hue = hueOf(code);
  const letters = code.slice(0, LETTERS_MAX);
  const size = letters.length > 3 ? 15 : letters.length > 2 ? 18 : 22;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" role="img" aria-label="${code}">` +
    `<circle cx="32" cy="32" r="31" fill="hsl(${hue} 45% 42%)"/>` +
    `<circle cx="32" cy="32" r="26" fill="none" stroke="hsl(${hue} 60% 78%)" stroke-opacity=".55" stroke-width="2"/>` +
    `<text x="32" y="33" fill="#fff" font-family="system-ui,sans-serif" font-size="${size}" font-weight="700" ` +
    `text-anchor="middle" dominant-baseline="central">${letters}</text></svg>`
  );
}

const pictures = join(import.meta.dirname, '../logos');

/** Returns the picture of a currency, else its letters. */
const pictureOf = (code: string): Promise<string> =>
  readFile(join(pictures, `${code.toLowerCase()}.svg`), 'utf8').catch(() => logoOf(code));

/** Serves `/logos/<code>.svg` for every currency. */
export async function mountLogos(ledger: Ledger, queries: Queries): Promise<(app: Http['app']) => void> {
  const currencies = await ledger.currencies(queries);
  const logos = await Promise.all(
    currencies.map(async ({ code }) => ({ code, logo: await pictureOf(code) })),
  );
  return (app) => {
    for (const { code, logo } of logos) {
      app.get(`/logos/${code.toLowerCase()}.svg`, (_request, reply) =>
        reply
          .headers({ ...BARE_HEADERS, 'cache-control': CACHE })
          .type('image/svg+xml')
          .send(logo),
      );
    }
  };
}
