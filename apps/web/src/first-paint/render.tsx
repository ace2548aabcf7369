import { LANGS } from '@karat/i18n';
import type { Lang } from '@karat/i18n';
import { renderToStaticMarkup } from 'react-dom/server';
import type { ReactNode } from 'react';
import { Frame } from '../app/Frame.tsx';
import { RouteSkeleton } from '../app/RouteSkeleton.tsx';
import { allScreens } from '../app/screens.ts';
import { LocationContext, locationAt } from '../lib/location.ts';
import { queryClient } from '../lib/query-client.ts';
import type { Screen } from '../lib/screen.ts';
import { useSession } from '../lib/session.ts';
import { shellText } from '../lib/shell-text.ts';
import { FIRST_SCREENS } from './screens.ts';

/**
 * Runs while the app is built: draws the first picture of screens on the server side of React, before any read has
 * answered. Texts are slots, `⟦folder:key⟧`, which the page fills in the language of its reader.
 */

type Messages = Record<string, string>;

const locales = import.meta.glob<{ readonly default: Messages }>(['../**/locales/*.ts', '!../testing/**']);

async function messagesOf(folder: string, lang: Lang): Promise<Messages> {
  const module = await locales[`../${folder}/${lang}.ts`]?.();
  if (!module) throw new Error(`no texts in ${folder} for ${lang}`);
  return module.default;
}

const FOLDERS = [...new Set(['lib/locales', ...FIRST_SCREENS.flatMap(({ texts }) => texts)])];

/** Returns all texts of a language by slot. */
async function textsIn(lang: Lang): Promise<Messages> {
  const folders = FOLDERS.map(async (folder) =>
    Object.entries(await messagesOf(folder, lang)).map(([key, text]) => [`${folder}:${key}`, text] as const),
  );
  return Object.fromEntries((await Promise.all(folders)).flat());
}

/** Texts of this run become slots; English is the language of a process without a browser. */
async function fillSlots(): Promise<void> {
  for (const folder of FOLDERS) {
    const messages = await messagesOf(folder, 'en');
    for (const key of Object.keys(messages)) messages[key] = `⟦${folder}:${key}⟧`;
  }
}

const markup = (screen: Partial<Screen>, path: string, content: ReactNode): string =>
  renderToStaticMarkup(
    // Nothing in it can be used yet.
    <div inert aria-hidden="true" aria-busy="true">
      <Frame tab={screen.tab} wide={screen.wide === true}>
        <LocationContext value={locationAt(path, 0, '')}>{content}</LocationContext>
      </Frame>
    </div>,
  ).replace(/<title>.*?<\/title>/g, '');

async function renderViews(): Promise<Readonly<Record<string, string>>> {
  await fillSlots();
  await shellText.load('en');
  const loggedIn = useSession.getInitialState().token !== null;
  const screens = new Map(allScreens().map((screen) => [screen.path, screen]));
  const views: Record<string, string> = { '*': markup({}, '*', <RouteSkeleton shape="list" />) };
  for (const { path, skeleton } of FIRST_SCREENS) {
    const screen = screens.get(path);
    if (!screen || (screen.protect && !loggedIn)) continue;
    await Promise.all((screen.texts ?? []).map((texts) => texts.load('en')));
    const { default: Content } = await screen.load();
    views[path] = markup(
      screen,
      path,
      skeleton ? <RouteSkeleton shape={screen.skeleton ?? 'list'} /> : <Content />,
    );
  }
  // Its timers would keep the build from ending.
  queryClient.clear();
  return views;
}

/** The texts of all slots by language. */
export const texts = Object.fromEntries(
  await Promise.all(LANGS.map(async (lang) => [lang, { ...(await textsIn(lang)) }] as const)),
) as Readonly<Record<Lang, Messages>>;

/** The pictures by path, `*` for any other screen, as the session of this process sees them. */
export const views = await renderViews();
