const UNITS = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
] as const;

/** A duration in the largest unit of which there is at least one. */
export function durationParts(seconds: number): {
  readonly value: number;
  readonly unit: 'day' | 'hour' | 'minute' | 'second';
} {
  const found = UNITS.find((each) => seconds >= each.seconds);
  return found === undefined
    ? { value: seconds, unit: 'second' }
    : { value: seconds / found.seconds, unit: found.unit };
}
