/** What a script thread is given. */
export interface ScriptTask {
  code: string
  /** JSON text of `input`. */
  input: string
  timeoutMs: number
}

/** How a script can end badly; part of the step's error. */
export type ScriptFault =
  | 'script.syntax'
  | 'script.threw'
  | 'script.timeout'
  | 'script.memory'
  | 'script.stack'
  | 'script.never_settled'
  | 'script.output'

/** What a script gave: its result as JSON text, or why it gave none; `log` is what it wrote until then. */
export type ScriptAnswer =
  | { ok: true; result: string; log: string }
  | { ok: false; code: ScriptFault; message: string; log: string }

export const SCRIPT_LIMITS = {
  memoryBytes: 64 * 1024 * 1024,
  /** More than this lets deep recursion abort the whole module instead of the script. */
  stackBytes: 256 * 1024,
  logCharacters: 64 * 1024,
  resultCharacters: 5 * 1024 * 1024,
  timeoutMs: 30_000,
} as const
