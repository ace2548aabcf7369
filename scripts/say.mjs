/** Prints one line with the remedy and exits with code 1: no stack trace for a failure that a person can fix. */
export function refuse(line) {
  process.stderr.write(`karat: ${line}\n`);
  process.exit(1);
}

/** Prints one line of progress, for steps that take more than a moment. */
export function say(line) {
  process.stdout.write(`karat: ${line}\n`);
}
