import { CATEGORIES } from '@karat/contract';
import type { CategoryId, Contract, Read } from '@karat/contract';
import { publish, publishable, publishedVersion, versionOf } from '@karat/domains/content';
import type { Publication, Version } from '@karat/domains/content';
import { LANGS } from '@karat/i18n';
import type { Context } from '@karat/platform/context';
import type { ApprovalKind } from './operators.ts';
import { change, fact, momentText } from './presentation.ts';
import type { Change } from './presentation.ts';
import type { Payload } from './rules.ts';

export const ARTICLE_PUBLICATION = 'article publication';

const CATEGORY_NAMES: Readonly<Record<CategoryId, string>> = {
  [CATEGORIES.news]: 'News',
  [CATEGORIES.banners]: 'Banner',
  [CATEGORIES.faq]: 'Question',
  [CATEGORIES.about]: 'About',
  [CATEGORIES.rebate]: 'Rebate rules',
  [CATEGORIES.popup]: 'Start notice',
  [CATEGORIES.contact]: 'Contact',
  [CATEGORIES.compliance]: 'Compliance',
};

/** Payload of a request. Absent moments are left out, so that equal requests have equal digests. */
export const payloadOf = (input: Read<Contract['operators']['console/article_publish']>): Payload => ({
  version: input.version,
  announces: input.announce === true,
  ...(input.starts_ms === undefined ? {} : { starts_ms: input.starts_ms }),
  ...(input.ends_ms === undefined ? {} : { ends_ms: input.ends_ms }),
});

const momentOf = (payload: Payload, name: string): number | null => {
  const value = payload[name];
  return typeof value === 'number' ? value : null;
};

/** What a request asks to publish. */
export const publicationOf = (payload: Payload): Publication => ({
  version: Number(payload['version']),
  startsMs: momentOf(payload, 'starts_ms'),
  endsMs: momentOf(payload, 'ends_ms'),
  announces: payload['announces'] === true,
});

const EXCERPT = 200;
const BEFORE_DIFFERENCE = 40;

/** A text from shortly before the place where it differs from another. */
function excerpt(text: string, other: string): string {
  let from = 0;
  while (from < text.length && text[from] === other[from]) from += 1;
  const start = Math.max(0, from - BEFORE_DIFFERENCE);
  const part = text.slice(start, start + EXCERPT);
  return `${start > 0 ? '…' : ''}${part}${start + EXCERPT < text.length ? '…' : ''}`;
}

const PARTS = { title: 'Title', abstract: 'Summary', content: 'Text' } as const;

/** The texts that differ from those that are shown, by language; the preview has all of them. */
function textChanges(before: Version | undefined, after: Version): Change[] {
  const changes: Change[] = [];
  for (const lang of LANGS) {
    for (const part of ['title', 'abstract', 'content'] as const) {
      const [was, is] = [before?.texts[lang][part] ?? '', after.texts[lang][part]];
      if (was === is) continue;
      changes.push(
        change(`${PARTS[part]} (${lang})`, before ? excerpt(was, is) : null, excerpt(is, before ? was : '')),
      );
    }
  }
  return changes;
}

/** Presentation and effect of the publication of a version. */
export const articlePublication = (ctx: Pick<Context, 'clock'>): ApprovalKind => ({
  async present(db, payload) {
    const publication = publicationOf(payload);
    const now = ctx.clock.now();
    const after = await publishable(db, publication, now);
    const shown = await publishedVersion(db, now, after.article_id);
    const before = shown === undefined ? undefined : await versionOf(db, shown);
    const { startsMs, endsMs, announces } = publication;
    return {
      title: 'Publish an article',
      subject: `${CATEGORY_NAMES[after.c_id]} ${after.article_id}, version ${after.number}: ${after.texts.en.title}`,
      articleVersion: after.id,
      changes: [
        change(
          'Shown',
          before ? `version ${before.number}` : null,
          `version ${after.number} from ${startsMs === null || startsMs <= now ? 'the approval' : momentText(startsMs)} on`,
        ),
        fact('Until', endsMs === null ? 'withdrawn' : momentText(endsMs)),
        fact('Notifies all users', announces ? 'yes' : 'no'),
        change('Position', before ? String(before.position) : null, String(after.position)),
        change('Leads to', before?.link ?? null, after.link),
        change('Thumbnail', before?.thumbnail ?? null, after.thumbnail),
        ...textChanges(before, after),
      ],
    };
  },
  execute: (tx, payload, { askedBy, approvedBy }) =>
    publish(tx, publicationOf(payload), { requestedBy: askedBy, decidedBy: approvedBy }, ctx.clock.now()),
});
