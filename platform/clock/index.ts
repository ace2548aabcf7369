/** Cancels a timer. */
export type Stop = () => void;

/** Time of the program. Rules receive times as parameters; only effects read a clock. */
export interface Clock {
  /** Unix milliseconds. */
  now(): number;
  /** Runs a function once after a delay in milliseconds. */
  after(ms: number, run: () => void): Stop;
  /** Runs a function repeatedly, first after one interval. */
  every(ms: number, run: () => void): Stop;
  /** Is false from the detection of a clock jump until two operators resume: nothing may settle by time. */
  isTrusted(): boolean;
  /** Is true if the present time agrees with all known times, so that events may be stamped with it. */
  isSteady(): boolean;
}

/** The machine's clock; its timers do not keep the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms).unref();
    return () => clearTimeout(timer);
  },
  every(ms, run) {
    const timer = setInterval(run, ms).unref();
    return () => clearInterval(timer);
  },
  isTrusted: () => true,
  isSteady: () => true,
};

interface Alarm {
  at: number;
  readonly every: number | undefined;
  readonly run: () => void;
}

/** A clock driven by a test or a simulation: time passes only by `advance` or `set`. */
export interface VirtualClock extends Clock {
  /** Advances time and runs due timers in order. */
  advance(ms: number): void;
  /** Sets the time, also backwards; each timer passed over runs once. */
  set(now: number): void;
  /** State of the guard; trusted and steady at first. */
  judge(judgement: { readonly trusted: boolean; readonly steady: boolean }): void;
}

export function virtualClock(start = 1_700_000_000_000): VirtualClock {
  let now = start;
  let judgement = { trusted: true, steady: true };
  const alarms = new Set<Alarm>();
  const add = (alarm: Alarm): Stop => {
    alarms.add(alarm);
    return () => alarms.delete(alarm);
  };
  const nextDue = (until: number): Alarm | undefined => {
    let next: Alarm | undefined;
    for (const alarm of alarms) if (alarm.at <= until && (!next || alarm.at < next.at)) next = alarm;
    return next;
  };
  const ring = (until: number, step: (alarm: Alarm) => number): void => {
    for (let alarm = nextDue(until); alarm; alarm = nextDue(until)) {
      now = step(alarm);
      if (alarm.every === undefined) alarms.delete(alarm);
      else alarm.at = Math.max(alarm.at, now) + alarm.every;
      alarm.run();
    }
    now = until;
  };
  return {
    now: () => now,
    after: (ms, run) => add({ at: now + ms, every: undefined, run }),
    every: (ms, run) => add({ at: now + ms, every: ms, run }),
    advance: (ms) => ring(now + ms, (alarm) => alarm.at),
    set: (to) => ring(to, () => to),
    isTrusted: () => judgement.trusted,
    isSteady: () => judgement.steady,
    judge: (next) => void (judgement = next),
  };
}
