import { z } from 'zod'

/** What a web or worker process sends its launcher. */
export const FromRole = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready'), address: z.string() }),
  /** Lines for the operator, such as the sign-in of a demo installation or the installer's one-time code. */
  z.object({ type: z.literal('notice'), lines: z.array(z.string()) }),
  z.object({ type: z.literal('failed'), message: z.string(), next: z.string() }),
])
export type FromRole = z.output<typeof FromRole>

/** What the launcher sends a web or worker process. */
export const ToRole = z.object({ type: z.literal('stop') })
export type ToRole = z.output<typeof ToRole>

/** What the process that started the launcher may send it: sources have changed, restart web and worker. */
export const ToLauncher = z.object({ type: z.literal('reload') })

/** Shows lines on the launcher's terminal; without a launcher they go to the standard output. */
export function noticeToOperator(lines: readonly string[]): void {
  const notice: FromRole = { type: 'notice', lines: [...lines] }
  if (process.send) process.send(notice)
  else console.log(lines.join('\n'))
}
