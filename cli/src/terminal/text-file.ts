import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { CommandError } from './command.ts'

/** Reads a text file. Throws CommandError with its name. */
export async function readText(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: unknown) => {
    throw new CommandError(`The file "${path}" couldn’t be read (${codeOf(error)})`)
  })
}

/** Writes a file that is not there yet. Throws CommandError when it is, or cannot be written. */
export async function writeNew(path: string, text: string, mode: number): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text, { flag: 'wx', mode })
  } catch (error) {
    const code = codeOf(error)
    throw new CommandError(
      code === 'EEXIST'
        ? `The file "${path}" already exists and wasn’t changed`
        : `The file "${path}" couldn’t be written (${code})`,
    )
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
}
