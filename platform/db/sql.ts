/** SQL statements are written with this tag only: every value becomes a parameter, never text. */
export { default as sql, empty, join, raw } from 'sql-template-tag';
export type { Sql } from 'sql-template-tag';
