import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { logoOf } from '@karat/domains/currencies';
import type { Ledger } from '@karat/domains/ledger';
import { BARE_HEADERS } from '@karat/platform/http';
import type { Http } from '@karat/platform/http';
import type { Queries } from '@karat/platform/db';

/** A new logo is seen within five minutes. */
const CACHE = 'public, max-age=300';
const HUES = 360;
const LETTERS_MAX = 4;

/** Returns a colour that is fixed for a code. */
const hueOf = (code: string): number =>
  code.split('').reduce((hue, email) => (hue * 31 + email.charCodeAt(0)) % HUES, 7);

/** Draws a coin with the letters of its code, for currencies without a picture. */
export function lettersOf(code: string): string {
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
  readFile(join(pictures, `${code.toLowerCase()}.svg`), 'utf8').catch(() => lettersOf(code));

/** The code of a currency in the path of a picture. */
const FILE = /^([a-z0-9]{2,10})\.svg$/;

/**
 * Serves `/logos/<code>.svg` for every currency, those that are added later included: an uploaded picture by its own
 * address, else the built-in one, else the letters of the code.
 */
export const mountLogos =
  (ledger: Pick<Ledger, 'currencies'>, queries: Queries) =>
  (app: Http['app']): void => {
    app.get<{ Params: { file: string } }>('/logos/:file', async (request, reply) => {
      const code = FILE.exec(request.params.file)?.[1];
      const currency = (await ledger.currencies(queries)).find((each) => each.code.toLowerCase() === code);
      if (code === undefined || !currency) return reply.code(404).headers(BARE_HEADERS).send();
      const uploaded = await logoOf(queries, code);
      const answer = reply.headers({ ...BARE_HEADERS, 'cache-control': CACHE });
      if (uploaded !== undefined) return answer.redirect(uploaded);
      return answer.type('image/svg+xml').send(await pictureOf(currency.code));
    });
  };
