/** Number of boxes by artwork, as the form holds them. */
export type Counts = Readonly<Record<string, string | undefined>>;

const chosen = (counts: Counts): readonly (readonly [artwork: string, count: number])[] =>
  Object.entries(counts)
    .map(([artwork, count]) => [artwork, Number(count ?? '')] as const)
    .filter(([, count]) => count > 0);

/** The contents of a series as the call takes them, `12:5,13:20`; artworks without boxes are left out. */
export const contentsOf = (counts: Counts): string =>
  chosen(counts)
    .map((each) => each.join(':'))
    .join();

/** Number of boxes of a series. */
export const boxesOf = (counts: Counts): number => chosen(counts).reduce((sum, [, count]) => sum + count, 0);
