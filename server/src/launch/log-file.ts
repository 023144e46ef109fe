import { closeSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs'

const MAX_BYTES = 10 * 1024 * 1024
const MAX_FILES = 3

/** A log file of bounded size: at 10 MB it becomes `.1`, the former `.1` becomes `.2`, and so on up to `.3`. */
export type LogFile = { path: string; write(chunk: Buffer): void; close(): void }

/** Opens a log file for more lines; a disk that is full loses lines, never the process. */
export function openLogFile(path: string): LogFile {
  let fd: number | null = tryOpen(path)
  let size = fd === null ? 0 : fstatSync(fd).size
  const turn = () => {
    if (fd !== null) closeSync(fd)
    for (let index = MAX_FILES; index >= 1; index -= 1) {
      tryRename(index === 1 ? path : `${path}.${index - 1}`, `${path}.${index}`)
    }
    fd = tryOpen(path)
    size = 0
  }
  return {
    path,
    write(chunk) {
      if (size > MAX_BYTES) turn()
      size += chunk.length
      tryWrite(fd, chunk)
    },
    close() {
      if (fd !== null) closeSync(fd)
      fd = null
    },
  }
}

function tryOpen(path: string): number | null {
  try {
    return openSync(path, 'a', 0o600)
  } catch {
    // Without a log file the process still runs; its lines are lost.
    return null
  }
}

function tryWrite(fd: number | null, chunk: Buffer): void {
  if (fd === null) return
  try {
    writeSync(fd, chunk)
  } catch {
    // A full disk: the next line may fit again.
  }
}

function tryRename(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch {
    // The older file does not exist yet.
  }
}
