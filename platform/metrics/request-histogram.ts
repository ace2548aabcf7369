/** Result of a request: success, refusal or server failure. */
export type Outcome = 'ok' | 'refused' | 'failed';

const NAME = 'karat_request_seconds';
const BOUNDS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];

/** Durations of one call with one outcome. */
interface Series {
  /** Requests of each bucket; the last holds those above all bounds. */
  readonly counts: Float64Array;
  sum: number;
}

/**
 * Durations of requests by call and outcome. Every request is counted, so a series is found by its names alone; the
 * library checks and serialises the labels each time.
 */
export class RequestHistogram {
  readonly #calls = new Map<string, Map<Outcome, Series>>();

  /** Counts a request of a duration in seconds. */
  count(call: string, outcome: Outcome, seconds: number): void {
    const series = this.#find(call, outcome);
    let bucket = 0;
    while (bucket < BOUNDS_S.length && seconds > (BOUNDS_S[bucket] ?? 0)) bucket += 1;
    series.counts[bucket] = (series.counts[bucket] ?? 0) + 1;
    series.sum += seconds;
  }

  /** Returns the histogram in the format of the registry's text. */
  text(): string {
    const lines = [`# HELP ${NAME} Time to answer, by call and outcome`, `# TYPE ${NAME} histogram`];
    for (const [call, outcomes] of this.#calls)
      for (const [outcome, series] of outcomes)
        lines.push(...linesOf(`call="${call}",outcome="${outcome}"`, series));
    return `${lines.join('\n')}\n`;
  }

  #find(call: string, outcome: Outcome): Series {
    let outcomes = this.#calls.get(call);
    if (outcomes === undefined) {
      outcomes = new Map();
      this.#calls.set(call, outcomes);
    }
    let series = outcomes.get(outcome);
    if (series === undefined) {
      series = { counts: new Float64Array(BOUNDS_S.length + 1), sum: 0 };
      outcomes.set(outcome, series);
    }
    return series;
  }
}

function linesOf(labels: string, { counts, sum }: Series): string[] {
  let total = 0;
  const buckets = [...BOUNDS_S, '+Inf'].map((bound, bucket) => {
    total += counts[bucket] ?? 0;
    return `${NAME}_bucket{le="${bound}",${labels}} ${total}`;
  });
  return [...buckets, `${NAME}_sum{${labels}} ${sum}`, `${NAME}_count{${labels}} ${total}`];
}
