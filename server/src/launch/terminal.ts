import { StartError } from '../platform/start-error.ts'

/** Where the launcher writes; only `isTTY` and `write` of a stream are used. */
export type Output = { isTTY?: boolean | undefined; write(text: string): unknown }

/** The launcher's lines: steps with a tick and their time, notes, failures with the next step. */
export type Terminal = {
  line(text?: string): void
  /** Shows a step while it runs, then its tick and time; on a pipe only the finished line. */
  step<T>(title: string, run: () => Promise<T>): Promise<T>
  warn(text: string): void
  fail(error: unknown): void
}

/** Makes a terminal on an output; colors and rewritten lines only where someone looks. */
export function makeTerminal(output: Output, now: () => number = () => performance.now()): Terminal {
  const live = output.isTTY === true && !process.env['NO_COLOR']
  const paint = (code: number, text: string) => (live ? `\x1b[${code}m${text}\x1b[0m` : text)
  const line = (text = '') => void output.write(`${text}\n`)
  let open = 0
  return {
    line,
    warn: (text) => line(`  ${paint(33, '!')} ${text}`),
    async step(title, run) {
      const since = now()
      open += 1
      // Of several steps at the same time only finished lines are shown: they would overwrite each other.
      if (live && open === 1) output.write(`  … ${title}`)
      const clear = live ? '\r\x1b[K' : ''
      try {
        const result = await run()
        output.write(`${clear}  ${paint(32, '✓')} ${title.padEnd(22)} ${paint(2, seconds(now() - since))}\n`)
        return result
      } catch (error) {
        output.write(`${clear}  ${paint(31, '✗')} ${title}\n`)
        throw error
      } finally {
        open -= 1
      }
    },
    fail(error) {
      if (error instanceof StartError) {
        line(`\n${paint(31, error.message)}\n→ ${error.next}`)
        return
      }
      line(`\n${paint(31, 'Caseloom stopped because of an internal error.')}`)
      line(error instanceof Error ? (error.stack ?? error.message) : String(error))
    },
  }
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}
