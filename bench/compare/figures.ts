/** A figure that a bench printed: its name and its value. */
export type Figures = ReadonlyMap<string, number>;

/** Figures of one round: those of the other checkout and those of this one. */
export interface Round {
  readonly before: Figures;
  readonly now: Figures;
}

/** One line of the comparison. */
export interface Comparison {
  readonly figure: string;
  /** Medians over the rounds. */
  readonly before: number;
  readonly now: number;
  /** Median of `now / before` of each round: the machine's speed changes less within a round than between rounds. */
  readonly ratio: number;
  readonly lowest: number;
  readonly highest: number;
}

const NUMBER = /(?<![\w.])-?\d[\d,]*(?:\.\d+)?/g;
const NAME_LENGTH_MAX = 60;

/**
 * Returns the figures of a bench's output: the numeric columns of each table, and the numbers in its other lines, named
 * after their line. Figures with the same name are numbered.
 */
export function readFigures(output: string): Figures {
  const figures = new Map<string, number>();
  const add = (name: string, value: number): void => {
    let unique = name;
    for (let count = 2; figures.has(unique); count++) unique = `${name} (${count})`;
    figures.set(unique, value);
  };
  let header: readonly string[] | undefined;
  for (const line of output.split('\n')) {
    const cells = cellsOf(line);
    if (cells === undefined) {
      if (!/[┌├└]/.test(line)) {
        header = undefined;
        for (const [name, value] of figuresOfLine(line)) add(name, value);
      }
    } else if (header === undefined) header = cells;
    else {
      for (const [index, cell] of cells.entries()) {
        const value = Number(cell);
        // The first column is the number of the row.
        if (index > 0 && cell !== '' && Number.isFinite(value)) add(header[index] ?? '', value);
      }
    }
  }
  return figures;
}

/** Returns the cells of a line of `console.table`, strings without their quotes; undefined for another line. */
function cellsOf(line: string): readonly string[] | undefined {
  if (!line.startsWith('│')) return undefined;
  return line
    .split('│')
    .slice(1, -1)
    .map((cell) => cell.trim().replace(/^'(.*)'$/, '$1'));
}

function figuresOfLine(line: string): [string, number][] {
  const found = [...line.matchAll(NUMBER)];
  return found.map((match, index): [string, number] => {
    const marked = found
      .toReversed()
      .reduce(
        (text, each) =>
          text.slice(0, each.index) + (each === match ? '#' : '_') + text.slice(each.index + each[0].length),
        line.trimEnd(),
      );
    const from = Math.max(0, marked.indexOf('#') - NAME_LENGTH_MAX / 2);
    const name = marked.slice(from, from + NAME_LENGTH_MAX).trim();
    return [name === '#' ? `figure ${index + 1}` : name, Number(match[0].replaceAll(',', ''))];
  });
}

/** Compares the figures that every round of both checkouts has, except those that never differ. */
export function compareRounds(rounds: readonly Round[]): Comparison[] {
  const names = [...(rounds[0]?.before.keys() ?? [])].filter((name) =>
    rounds.every(({ before, now }) => before.has(name) && now.has(name)),
  );
  return names.flatMap((figure) => {
    const pairs = rounds.map(({ before, now }) => ({
      before: before.get(figure) ?? 0,
      now: now.get(figure) ?? 0,
    }));
    const all = pairs.flatMap((pair) => [pair.before, pair.now]);
    if (all.every((value) => value === all[0])) return [];
    const ratios = pairs.map(({ before, now }) => (before === 0 && now === 0 ? 1 : now / before));
    return [
      {
        figure,
        before: median(pairs.map((pair) => pair.before)),
        now: median(pairs.map((pair) => pair.now)),
        ratio: median(ratios),
        lowest: Math.min(...ratios),
        highest: Math.max(...ratios),
      },
    ];
  });
}

/** Returns the middle value; of an even count, the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}
