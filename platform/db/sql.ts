import { raw } from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';

/** SQL statements are written with this tag only: every value becomes a parameter, never text. */
export { default as sql, empty, join, raw } from 'sql-template-tag';
export type { Sql } from 'sql-template-tag';

/** Quotes the name of a table or column. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** The name of a table that is known only when the program runs. */
export const identifier = (name: string): Sql => raw(quoted(name));
