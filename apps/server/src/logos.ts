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

/** Media types by the endings of the built-in pictures. */
const TYPES = { webp: 'image/webp', svg: 'image/svg+xml' } as const;

/** Returns the built-in picture of a currency, else the drawing of its letters. */
async function pictureOf(code: string, ending: keyof typeof TYPES) {
  const file = join(pictures, `${code.toLowerCase()}.${ending}`);
  const bytes = await readFile(file).catch(() => undefined);
  return bytes ? { type: TYPES[ending], bytes } : { type: TYPES.svg, bytes: lettersOf(code) };
}

/** The code of a currency in the path of a picture. */
const FILE = /^([a-z0-9]{2,10})(\.svg)?$/;

/**
 * Serves `/logos/<code>` for every currency, those that are added later included: an uploaded picture by its own address, else the
 * built-in one as WebP, else the letters of the code. A browser makes a document of each drawing, which costs it five times as
 * much as the pixels; `/logos/<code>.svg` has the drawing.
 */
export const mountLogos =
  (ledger: Pick<Ledger, 'currencies'>, queries: Queries) =>
  (app: Http['app']): void => {
    app.get<{ Params: { file: string } }>('/logos/:file', async (request, reply) => {
      const [, code, ending] = FILE.exec(request.params.file) ?? [];
      const currency = (await ledger.currencies(queries)).find((each) => each.code.toLowerCase() === code);
      if (code === undefined || !currency) return reply.code(404).headers(BARE_HEADERS).send();
      const uploaded = await logoOf(queries, code);
      const answer = reply.headers({ ...BARE_HEADERS, 'cache-control': CACHE });
      if (uploaded !== undefined) return answer.redirect(uploaded);
      const { type, bytes } = await pictureOf(currency.code, ending === undefined ? 'webp' : 'svg');
      return answer.type(type).send(bytes);
    });
  };
