/** Where a command writes, and what it knows of its surroundings. */
export interface Terminal {
  /** One line of the answer. */
  line(text: string): void
  /** One line about what went wrong. */
  error(text: string): void
  env: Readonly<Record<string, string | undefined>>
}

/** One command of the terminal program; its words stand in commands.ts. */
export interface Command {
  /** One line for the list of commands. */
  summary: string
  /** What follows the words of the command. */
  usage: string
  /** Options and examples, line by line. */
  help: readonly string[]
  /** Answers the exit code: 0 good, 1 the answer is no or it failed. Throws UsageError for wrong arguments. */
  run(args: string[], terminal: Terminal): Promise<number>
}

/** The command was called the wrong way: exit code 2, with the way it is called. */
export class UsageError extends Error {}

/** It could not be done, for a reason that the caller can fix: exit code 1, without a stack. */
export class CommandError extends Error {}
