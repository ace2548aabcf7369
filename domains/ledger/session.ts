/**
 * Settings for the session of a writer that posts large batches. Its statements join arrays to tables by primary key;
 * a nested loop over the index is right for any size of both. By default the planner chooses scans and hash joins
 * while tables are small or arrays long, and keeps such a plan when the tables have grown.
 */
export const WRITER_SESSION: Readonly<Record<string, string>> = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  random_page_cost: '1.1',
};
