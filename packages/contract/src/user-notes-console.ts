import * as z from 'zod';
import { get, post } from './call.ts';
import { desk } from './desks.ts';
import { pageOf, paging, text, timeMs, userIdText } from './scalars.ts';

const note = z.object({ id: z.number(), operator: z.string(), text: z.string(), created_ms: timeMs });

/** Notes of operators on users. */
export const userNotesConsole = {
  'console/user_notes': get({
    who: desk.anyone,
    effect: 'read',
    summary: 'Notes of operators on a user, newest first; the user never sees them.',
    input: z.object({ uid: userIdText, ...paging }),
    reply: pageOf(note),
  }),
  'console/user_note': post({
    who: desk.anyone,
    effect: 'write',
    summary: 'Adds a note on a user. Notes can be neither changed nor removed. In the audit log.',
    perMinute: 30,
    input: z.object({ uid: userIdText, text: text(2000, 1) }),
    reply: note,
    refusals: ['not_found'],
  }),
};
