/** Does once, so many ms after the first asking, what is asked for many times in quick succession. */
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
