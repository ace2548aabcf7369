import { pageReply, refuse } from '@karat/contract';
import type { Contract } from '@karat/contract';
import { LANGS } from '@karat/i18n';
import type { Lang } from '@karat/i18n';
import { append } from '@karat/platform/audit';
import type { Handlers } from '@karat/platform/http';
import { cannedAnswers, cannedIdOf, deleteCanned, insertCanned, updateCanned } from './canned-store.ts';
import type { CannedAnswer, CannedInput } from './canned-store.ts';
import type { SupportDeps } from './deps.ts';
import { textIn } from './rules.ts';

type Calls = Contract['support'];

const view = ({ id, shortcut, texts, updatedMs }: CannedAnswer, lang: Lang) => {
  const { lang: textLang, text } = textIn(texts, lang);
  const all = Object.fromEntries(LANGS.map((each) => [each, texts[each] ?? '']));
  return {
    ...{ id, shortcut, text, text_lang: textLang },
    texts: all as Record<Lang, string>,
    updated_ms: updatedMs,
  };
};

/** Adds (id 0) or changes a canned answer, with its audit entry. Returns its id. */
export async function saveCanned(
  { ctx }: Pick<SupportDeps, 'ctx'>,
  id: number,
  input: Omit<CannedInput, 'at'>,
): Promise<number> {
  if ((input.texts.en ?? '') === '') refuse('value_invalid', { field: 'texts.en' });
  const at = ctx.clock.now();
  return ctx.db.transact(async (tx) => {
    const sameShortcut = await cannedIdOf(tx, input.shortcut);
    if (sameShortcut !== undefined && sameShortcut !== id) refuse('support_shortcut_taken');
    const added = id === 0 ? await insertCanned(tx, { ...input, at }) : id;
    if (added === undefined) refuse('support_shortcut_taken');
    if (id !== 0 && (await updateCanned(tx, id, { ...input, at })) === 0) refuse('not_found');
    const { by: actor, shortcut } = input;
    await append(tx, {
      ...{ actor, action: 'support canned answer', subject: `canned answer:${added}`, at },
      detail: { shortcut },
    });
    return added;
  });
}

/** Canned answers in the console. */
export const cannedHandlers = (
  deps: SupportDeps,
): Pick<
  Handlers<Calls>,
  'console/support_canned' | 'console/support_canned_save' | 'console/support_canned_delete'
> => ({
  'console/support_canned': async ({ input, lang }) => {
    const { rows, total } = await cannedAnswers(deps.ctx.db, input.keyword ?? '', input);
    return pageReply(
      rows.map((row) => view(row, input.lang ?? lang)),
      total,
      input.page,
      input.limit,
    );
  },
  'console/support_canned_save': async ({ caller, input }) => {
    const texts = Object.fromEntries(Object.entries(input.texts).filter(([, text]) => text !== ''));
    const { id, shortcut } = input;
    return { id: await saveCanned(deps, id, { shortcut, texts, by: caller.login }) };
  },
  'console/support_canned_delete': async ({ caller, input }) => {
    await deps.ctx.db.transact(async (tx) => {
      if ((await deleteCanned(tx, input.id)) === 0) refuse('not_found');
      await append(tx, {
        actor: caller.login,
        action: 'support canned answer delete',
        subject: `canned answer:${input.id}`,
        detail: {},
        at: deps.ctx.clock.now(),
      });
    });
    return 'ok' as const;
  },
});
