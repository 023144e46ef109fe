/** A start that cannot continue: `message` says what is wrong, `next` what the operator should do about it. */
export class StartError extends Error {
  readonly next: string

  constructor(message: string, next: string) {
    super(message)
    this.name = 'StartError'
    this.next = next
  }
}

/** The error code of a failed system call (`ENOENT`, `ENOSPC`, …), or `undefined` for any other value. */
/** For `catch`: null for a file that doesn’t exist; throws every other error again. */
export function nullIfMissing(error: unknown): null {
  if (systemErrorCode(error) === 'ENOENT') return null
  throw error
}

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
        `The disk is full: couldn’t write to ${path}.`,
        'Free some space there, or set CASELOOM_DATA to a folder on a disk with enough space, and start again.',
      )
    case 'EACCES':
    case 'EPERM':
      return new StartError(
        `The folder ${path} isn’t writable by this user.`,
        'Give this user write permission, or set CASELOOM_DATA to another folder, and start again.',
      )
    case 'EROFS':
      return new StartError(
        `The folder ${path} is on a read-only disk.`,
        'Set CASELOOM_DATA to a folder on a writable disk and start again.',
      )
    case 'ENOENT':
      return new StartError(
        `The folder ${path} can’t be created there.`,
        'Set CASELOOM_DATA to a folder on an ordinary disk and start again.',
      )
    case 'ENOTDIR':
    case 'EEXIST':
      return new StartError(
        `${path} can’t be used as a folder: a file with this name exists.`,
        'Move that file away, or set CASELOOM_DATA to another folder, and start again.',
      )
    default:
      return error
  }
}
