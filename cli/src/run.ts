import { type Command, CommandError, type Terminal, UsageError } from './terminal/command.ts'

const PROGRAM = 'caseloom'
const EXIT = { good: 0, failed: 1, usage: 2 }

/**
 * Finds the command by the first words of the arguments and runs it. Answers the exit code: 0 good, 1 failed, 2 called
 * the wrong way.
 */
export async function run(
  commands: Readonly<Record<string, Command>>,
  args: readonly string[],
  terminal: Terminal,
): Promise<number> {
  const found = findCommand(commands, args)
  if (found === null) return overview(commands, args, terminal)
  const { words, command, rest } = found
  if (rest.some((arg) => arg === '--help' || arg === '-h')) {
    for (const line of helpOf(words, command)) terminal.line(line)
    return EXIT.good
  }
  try {
    return await command.run([...rest], terminal)
  } catch (error) {
    if (isUsage(error)) {
      terminal.error(error.message)
      terminal.error(`Usage: ${PROGRAM} ${words} ${command.usage}`)
      return EXIT.usage
    }
    if (!(error instanceof CommandError)) throw error
    terminal.error(error.message)
    return EXIT.failed
  }
}

/** Our own word for it, or that of node:util's parseArgs. */
function isUsage(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  if (error instanceof UsageError) return true
  return 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
}

function findCommand(commands: Readonly<Record<string, Command>>, args: readonly string[]) {
  for (const length of [3, 2, 1]) {
    const words = args.slice(0, length).join(' ')
    const command = Object.hasOwn(commands, words) ? commands[words] : undefined
    if (args.length >= length && command !== undefined) return { words, command, rest: args.slice(length) }
  }
  return null
}

function overview(
  commands: Readonly<Record<string, Command>>,
  args: readonly string[],
  terminal: Terminal,
): number {
  const [first] = args
  const asked = first === undefined || ['help', '--help', '-h'].includes(first)
  const group = Object.entries(commands).filter(([words]) => words.startsWith(`${first} `))
  const wrong = !asked && (group.length === 0 || args.length > 1)
  const say = wrong ? terminal.error : terminal.line
  if (wrong) say(`Unknown command "${args.slice(0, 2).join(' ')}"`)
  say(`Usage: ${PROGRAM} COMMAND [OPTIONS]. For details: ${PROGRAM} COMMAND --help`)
  const shown = group.length > 0 ? group : Object.entries(commands)
  const width = Math.max(...shown.map(([words]) => words.length))
  for (const [words, { summary }] of shown) say(`  ${words.padEnd(width)}  ${summary}`)
  return wrong ? EXIT.usage : EXIT.good
}

function helpOf(words: string, command: Command): string[] {
  return [command.summary, '', `Usage: ${PROGRAM} ${words} ${command.usage}`, '', ...command.help]
}
