import type { MailView } from '@caseloom/contract/records/mail'
import { fail } from '../../../platform/errors.ts'
import { runInThread } from '../../../platform/threads/run-in-thread.ts'
import { createTenantSemaphore } from '../../../platform/threads/tenant-semaphore.ts'
import { isOutlook, type MailAnswer, mailContent, type MailTask } from './mail-content.ts'

export interface MailReaderLimits {
  timeMs: number
  memoryMb: number
  /** Smaller emails are read without a thread, whose start would take longer. */
  inPlaceBytes: number
}

const LIMITS: MailReaderLimits = { timeMs: 20_000, memoryMb: 512, inPlaceBytes: 16 * 1024 }
/** Threads at the same time; of one tenant only one. */
const MAX_THREADS = 2
const NEVER = new AbortController().signal

/** An email file: its bytes are loaded when their turn comes, so that few of them are in memory at the same time. */
export interface MailFile {
  size: number
  /** Ends the wait and the reading: the client has left. */
  signal?: AbortSignal | undefined
  load(): Promise<MailTask>
}

/** Reads emails, large ones in a thread that is ended when it goes out of bounds. */
export interface MailReader {
  /** Throws file.too_complex, also when it is stopped. */
  read(tenantId: string, file: MailFile): Promise<MailView>
}

export function createMailReader(limits: Partial<MailReaderLimits> = {}): MailReader {
  const bounds = { ...LIMITS, ...limits }
  const [ofTenant, ofAll] = [createTenantSemaphore(1), createTenantSemaphore(MAX_THREADS)]
  return {
    async read(tenantId, { size, signal = NEVER, load }) {
      const small = size <= bounds.inPlaceBytes ? await load() : null
      // A damaged Outlook file can lead in circles.
      if (small !== null && !isOutlook(small.bytes)) return mailOf(await mailContent(small))
      const leaveTenant = await ofTenant.take(tenantId, signal)
      const leaveAll = await ofAll.take('', signal)
      try {
        if (signal.aborted) return mailOf({ kind: 'too_complex' })
        const module = new URL('./mail-thread.ts', import.meta.url)
        const end = await runInThread<MailAnswer>(module, small ?? (await load()), { ...bounds, signal })
        if (end.kind === 'failed') throw new Error('The thread that reads an email ended without an answer')
        return mailOf(end.kind === 'answer' ? end.answer : { kind: 'too_complex' })
      } finally {
        leaveAll()
        leaveTenant()
      }
    },
  }
}

function mailOf(answer: MailAnswer): MailView {
  if (answer.kind === 'too_complex') throw fail('file.too_complex')
  return answer.mail
}
