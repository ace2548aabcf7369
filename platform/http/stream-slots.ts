/** Files on their way at once. Each holds pages of rows for as long as its client reads. */
const AT_ONCE = 24;
const PER_CALLER = 2;

/** Limits the files that are read piece by piece, in all and by caller. */
export interface StreamSlots {
  /** Takes a slot. Returns what frees it, which may be called again; undefined if all, or all of the caller, are taken. */
  take(caller: string): (() => void) | undefined;
}

export function createStreamSlots(): StreamSlots {
  const byCaller = new Map<string, number>();
  let taken = 0;
  return {
    take(caller) {
      const own = byCaller.get(caller) ?? 0;
      if (taken >= AT_ONCE || own >= PER_CALLER) return undefined;
      taken += 1;
      byCaller.set(caller, own + 1);
      let held = true;
      return () => {
        if (!held) return;
        held = false;
        taken -= 1;
        const left = (byCaller.get(caller) ?? 1) - 1;
        if (left === 0) byCaller.delete(caller);
        else byCaller.set(caller, left);
      };
    },
  };
}
