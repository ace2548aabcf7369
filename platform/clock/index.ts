/** Stops what was scheduled. */
export type Stop = () => void;

/** Time as the program sees it. Rules get times passed in; only effects ask a clock. */
export interface Clock {
  /** Unix milliseconds. */
  now(): number;
  /** Runs once after a delay in milliseconds. */
  after(ms: number, run: () => void): Stop;
  /** Runs again and again, first after one interval. */
  every(ms: number, run: () => void): Stop;
  /**
   * Whether what settles by time may run: false from the moment at which a jump of the clock was noticed until two operators
   * resume it.
   */
  isTrusted(): boolean;
  /** Whether the time of this moment agrees with what is known of it, so that events may be stamped with it. */
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

/** A clock that a test or a simulation drives: time passes only by `advance` or `set`. */
export interface VirtualClock extends Clock {
  /** Lets time pass, ringing what falls due in order. */
  advance(ms: number): void;
  /** Jumps, also backwards; alarms passed over ring once. */
  set(now: number): void;
  /** What a guard would say of it; trusted and steady from the start. */
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
