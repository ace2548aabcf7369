/** Says in one line why it cannot go on and what to do, and ends with code 1: no stack trace for what a person can mend. */
export function refuse(line) {
  process.stderr.write(`karat: ${line}\n`);
  process.exit(1);
}

/** One line of progress, for steps that take more than a moment. */
export function say(line) {
  process.stdout.write(`karat: ${line}\n`);
}
