/**
 * Returns the environment of a program that a test starts: the search path, the compile cache of this run, and the given
 * values. Nothing else of this process reaches it.
 */
export function programEnvironment(values: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return { PATH, ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }), ...values };
}
