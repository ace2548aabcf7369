import { refuse } from '@karat/contract';
import type { Contract, Reply, UserId } from '@karat/contract';
import type { Lang } from '@karat/i18n';
import { getCountries } from 'libphonenumber-js';
import type { OptionsDeps } from './deps.ts';
import { lockPerson, writeQuiz } from './people-store.ts';
import type { Question, Quiz } from './questions.ts';

/** The questions in a language, without the right answers. */
export const quizIn = (
  { version, questions }: Quiz,
  lang: Lang,
): Reply<Contract['options']['microtrade/quiz']> => ({
  version,
  questions: questions.map(({ id, text, answers }) => ({
    id,
    text: text[lang],
    answers: answers.map((answer, index) => ({ id: index + 1, text: answer[lang] })),
  })),
});

/** Reads `1:2,2:1`; undefined unless every question is answered once. */
export function readAnswers(
  questions: readonly Question[],
  text: string,
): ReadonlyMap<number, number> | undefined {
  const answers = text.split(',').map((part) => /^([1-9][0-9]?):([1-9])$/.exec(part.trim()));
  const given = new Map(
    answers.flatMap((part) => (part ? [[Number(part[1]), Number(part[2])] as const] : [])),
  );
  const whole = answers.every(Boolean) && answers.length === questions.length;
  return whole && questions.every(({ id }) => given.has(id)) ? given : undefined;
}

/** Numbers of the questions with a wrong answer. */
export const wrongAnswers = (questions: readonly Question[], given: ReadonlyMap<number, number>): number[] =>
  questions.flatMap(({ id, right }) => (given.get(id) === right ? [] : [id]));

/**
 * Checks the answers to a risk quiz and the country of residence. All must be right; it may be retried. Refuses
 * `option_quiz_invalid` and `area_unknown`.
 */
export async function answerQuiz(
  { ctx }: Pick<OptionsDeps, 'ctx'>,
  { product, version, questions }: Quiz,
  user: UserId,
  input: { readonly answers: string; readonly country: string },
): Promise<{ passed: boolean; wrong: number[] }> {
  const given = readAnswers(questions, input.answers) ?? refuse('option_quiz_invalid');
  const country =
    getCountries().find((code) => code === input.country.toUpperCase()) ?? refuse('area_unknown');
  const wrong = wrongAnswers(questions, given);
  if (wrong.length > 0) return { passed: false, wrong };
  await ctx.db.transact(async (tx) => {
    const now = ctx.clock.now();
    await lockPerson(tx, user, now);
    await writeQuiz(tx, user, { product, country, version, now });
  });
  return { passed: true, wrong };
}
