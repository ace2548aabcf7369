import { join, resolve } from 'node:path';
import { LANGS } from '@karat/i18n';
import type { Lang } from '@karat/i18n';
import { build, runnerImport } from 'vite';
import type { IndexHtmlTransformContext, Plugin } from 'vite';
import type { Audience, BootData, BootScreen } from '../src/first-paint/boot.ts';
import type * as Render from '../src/first-paint/render.tsx';
import { FIRST_SCREENS } from '../src/first-paint/screens.ts';
import type { EarlyRead } from '../src/first-paint/screens.ts';

const ROOT = resolve(import.meta.dirname, '..');
const SOURCES = join(ROOT, 'src');
type Bundle = NonNullable<IndexHtmlTransformContext['bundle']>;

/** What the storage of each audience holds. */
const STORED: Readonly<Record<Audience, Readonly<Record<string, unknown>>>> = {
  visitor: {},
  user: { token: 'token', start_dismissed: '1' },
  newcomer: { token: 'token' },
};

/** Draws the first pictures for an audience, in a module graph of its own: stores read the storage when they are created. */
async function drawFor(audience: Audience): Promise<typeof Render> {
  const stored = STORED[audience];
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    value: {
      getItem: (key: string) => (key in stored ? JSON.stringify(stored[key]) : null),
      setItem: () => undefined,
      removeItem: () => undefined,
      clear: () => undefined,
    },
  });
  try {
    const { module } = await runnerImport<typeof Render>(join(SOURCES, 'first-paint/render.tsx'), {
      root: ROOT,
      configFile: false,
      mode: 'production',
      logLevel: 'error',
    });
    return module;
  } finally {
    Reflect.deleteProperty(globalThis, 'localStorage');
  }
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Addresses of the chunk of a module and of all that it imports. */
function filesOf(bundle: Bundle, module: string): readonly string[] {
  const chunks = Object.values(bundle).flatMap((chunk) => (chunk.type === 'chunk' ? [chunk] : []));
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const found = new Set<string>();
  const add = (name: string): void => {
    if (found.has(name)) return;
    found.add(name);
    byName.get(name)?.imports.forEach(add);
  };
  const id = join(SOURCES, module);
  const own = chunks.find(({ facadeModuleId, moduleIds }) => facadeModuleId === id || moduleIds.includes(id));
  if (!own) throw new Error(`${module} has no chunk`);
  add(own.fileName);
  return [...found].map((file) => `./${file}`);
}

const textFile = (bundle: Bundle, folder: string, lang: Lang): string =>
  filesOf(bundle, `${folder}/${lang}.ts`)[0] ?? '';

const readOf = ({ method, call, input, users }: EarlyRead): BootScreen['reads'][number] => [
  method,
  call,
  new URLSearchParams(input as Record<string, string>).toString(),
  users,
];

const byLanguage = <Value>(of: (lang: Lang) => Value): Record<Lang, Value> =>
  Object.fromEntries(LANGS.map((lang) => [lang, of(lang)])) as Record<Lang, Value>;

/** Numbers what pictures share, in the order in which it is first met. */
class Shared {
  readonly all: string[] = [];
  readonly #numbers = new Map<string, number>();

  numberOf(one: string): number {
    let number = this.#numbers.get(one);
    if (number === undefined) {
      number = this.all.push(one) - 1;
      this.#numbers.set(one, number);
    }
    return number;
  }
}

/** Attributes for links, pointers and screen readers, which a picture does not need. */
const UNUSED = / (?:aria-(?!busy|hidden)[a-z]+|title|href|role|tabindex|type)="[^"]*"/g;
const TEXT = /⟦([^⟧]+)⟧/g;
const SHARED = /<svg.*?<\/svg>|class="[^"]*"/g;

interface Pictures {
  readonly texts: Shared;
  readonly parts: Shared;
  readonly pictures: Shared;
}

/** Stores a picture, with texts and repeated parts as numbers, and returns its own number. */
const store = (html: string, { texts, parts, pictures }: Pictures): number =>
  pictures.numberOf(
    html
      .replace(UNUSED, '')
      .replace(TEXT, (_, slot: string) => `⟦t${texts.numberOf(slot)}⟧`)
      .replace(SHARED, (part) => `⟦p${parts.numberOf(part)}⟧`),
  );

/** Everything that the script of the page needs; `loaded` are the files that the page loads anyway. */
async function bootData(bundle: Bundle, loaded: ReadonlySet<string>): Promise<Omit<BootData, 'app'>> {
  const visitor = await drawFor('visitor');
  const views = {
    visitor: visitor.views,
    user: (await drawFor('user')).views,
    newcomer: (await drawFor('newcomer')).views,
  };
  const kept: Pictures = { texts: new Shared(), parts: new Shared(), pictures: new Shared() };
  const viewsAt = (path: string): BootScreen['views'] => ({
    visitor: store(views.visitor[path] ?? '', kept),
    user: store(views.user[path] ?? '', kept),
    newcomer: store(views.newcomer[path] ?? '', kept),
  });
  const screens: Record<string, BootScreen> = {
    '*': { views: viewsAt('*'), scripts: [], texts: {}, reads: [] },
  };
  for (const { path, module, texts, reads } of FIRST_SCREENS) {
    screens[path] = {
      views: viewsAt(path),
      scripts: filesOf(bundle, module).filter((file) => !loaded.has(file)),
      texts: byLanguage((lang) => texts.map((folder) => textFile(bundle, folder, lang))),
      reads: reads.map(readOf),
    };
  }
  const textOf = (slot: string, lang: Lang): string => {
    const text = visitor.texts[lang][slot];
    if (text === undefined || text.includes('{')) throw new Error(`${slot} cannot stand in a first picture`);
    return escaped(text);
  };
  return {
    screens,
    pictures: kept.pictures.all,
    parts: kept.parts.all,
    texts: byLanguage((lang) => kept.texts.all.map((slot) => textOf(slot, lang))),
    shell: byLanguage((lang) => textFile(bundle, 'lib/locales', lang)),
  };
}

/** Returns a module with its imports as one classic script. */
async function scriptOf(module: string): Promise<string> {
  const built = await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { input: join(SOURCES, module), output: { format: 'iife' } },
    },
  });
  const outputs = Array.isArray(built) ? built : 'output' in built ? [built] : [];
  const chunk = outputs[0]?.output[0];
  if (chunk?.type !== 'chunk') throw new Error(`${module} was not built`);
  return chunk.code.trim();
}

/** Text that ends neither its element nor its string. */
const inScript = (text: string): string => text.replaceAll('</', '<\\/');
const inJson = (data: unknown): string => JSON.stringify(data).replaceAll('<', '\\u003c');

const STYLES = /<link rel="stylesheet"[^>]*href="\.\/([^"]+)"[^>]*>/g;
const THEME = '<script src="./theme.js"></script>';

/** Replaces the links to the styles by the styles themselves: no request stands before the first picture. */
const withStyles = (html: string, bundle: Bundle): string =>
  html.replace(STYLES, (link, file: string) => {
    const styles = bundle[file];
    if (styles?.type !== 'asset') return link;
    const text = String(styles.source);
    if (text.includes('url(') && !text.includes('url(data:'))
      throw new Error(`${file} has relative addresses`);
    return `<style>${text.trim()}</style>`;
  });

const ENTRY = /\s*<script type="module"[^>]*src="([^"]+)"[^>]*><\/script>/;
const PRELOADS = /\s*<link rel="modulepreload"[^>]*>/g;

/** Takes the app's script and the links to its modules out of the page. */
function withoutApp(html: string): { readonly rest: string; readonly entry: string } {
  const entry = ENTRY.exec(html)?.[1];
  if (entry === undefined) throw new Error('index.html has no script');
  return { rest: html.replace(ENTRY, '').replace(PRELOADS, ''), entry };
}

/**
 * Completes the page: styles and theme stand in it, and a script shows the first picture of the screen, then loads the
 * app. The server names the hash of each script in the page's policy.
 */
export const firstPaint: Plugin = {
  name: 'karat-first-paint',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    async handler(page, { bundle = {}, filename }) {
      const theme = inScript(await scriptOf('../public/theme.js'));
      const html = page.replace(THEME, () => `<script>${theme}</script>`);
      if (!filename.endsWith('index.html')) return html;
      const { rest, entry } = withoutApp(html);
      const modules = [...new Set([...filesOf(bundle, 'main.tsx'), ...filesOf(bundle, 'start.tsx')])];
      const data = inJson({
        ...(await bootData(bundle, new Set(modules))),
        app: { entry, modules: modules.filter((file) => file !== entry) },
      } satisfies BootData);
      const script = inScript(await scriptOf('first-paint/start.ts'));
      return withStyles(rest, bundle).replace(
        '<div id="root"></div>',
        () =>
          `<div id="root"></div>\n    <script id="first-paint" type="application/json">${data}</script>\n    <script>${script}</script>`,
      );
    },
  },
};
