/** A start that cannot go on: `message` says what is wrong, `next` what the operator should do about it. */
export class StartError extends Error {
  readonly next: string

  constructor(message: string, next: string) {
    super(message)
    this.name = 'StartError'
    this.next = next
  }
}

/** The error code of a failed system call (`ENOENT`, `ENOSPC`, …), or `undefined` for any other value. */
export function systemErrorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

/** Turns a failed system call on `path` into a start error an operator can act on; other errors pass through. */
export function explainSystemError(error: unknown, path: string): unknown {
  switch (systemErrorCode(error)) {
    case 'ENOSPC':
    case 'EDQUOT':
      return new StartError(
        `The disk is full: nothing could be written to ${path}.`,
        'Free some space there, or set CASELOOM_DATA to a folder on a disk with room, and start again.',
      )
    case 'EACCES':
    case 'EPERM':
      return new StartError(
        `The folder ${path} cannot be written by this user.`,
        'Give this user the right to write there, or set CASELOOM_DATA to another folder, and start again.',
      )
    case 'EROFS':
      return new StartError(
        `The folder ${path} lies on a read-only disk.`,
        'Set CASELOOM_DATA to a folder on a writable disk and start again.',
      )
    case 'ENOENT':
      return new StartError(
        `The folder ${path} cannot be made there.`,
        'Set CASELOOM_DATA to a folder on an ordinary disk and start again.',
      )
    case 'ENOTDIR':
    case 'EEXIST':
      return new StartError(
        `${path} cannot be used as a folder: a file is in the way.`,
        'Move that file away, or set CASELOOM_DATA to another folder, and start again.',
      )
    default:
      return error
  }
}
