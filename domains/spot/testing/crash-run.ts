// Kills the server under load and checks what it had acknowledged. Run: npm run crash [rounds]
import { crashAgainAndAgain } from './crash.ts';

const ROUNDS = 50;
const rounds = Number(process.argv[2] ?? ROUNDS);
await crashAgainAndAgain(rounds, (line) => process.stdout.write(`${line}\n`));
