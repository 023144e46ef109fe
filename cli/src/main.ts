import { COMMANDS } from './commands.ts'
import { run } from './run.ts'

process.exitCode = await run(COMMANDS, process.argv.slice(2), {
  line: (text) => void process.stdout.write(`${text}\n`),
  error: (text) => void process.stderr.write(`${text}\n`),
  env: process.env,
})
