/** Returns a function that runs `run` once, `ms` after the first of several calls. */
export function debounce(
  ms: number,
  run: () => void,
): { readonly ask: () => void; readonly end: () => void } {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  return {
    ask: () => {
      waiting ??= setTimeout(() => {
        waiting = undefined;
        run();
      }, ms);
    },
    end: () => clearTimeout(waiting),
  };
}
