// Kills the server while money moves over every path and repeats the requests afterwards. Run: npm run crash:money
// [rounds]
import { crashMoney } from './money-crash.ts';

const ROUNDS = 20;
const rounds = Number(process.argv[2] ?? ROUNDS);
await crashMoney(rounds, (line) => process.stdout.write(`${line}\n`));
