/** Awaits a call and returns whether it succeeded; failures have been shown by then. */
export const succeeded = (call: Promise<unknown>): Promise<boolean> =>
  call.then(
    () => true,
    () => false,
  );
