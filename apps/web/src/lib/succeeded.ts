/** Whether a call was answered; what kept it from that has been told by then. */
export const succeeded = (call: Promise<unknown>): Promise<boolean> =>
  call.then(
    () => true,
    () => false,
  );
