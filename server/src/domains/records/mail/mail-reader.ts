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

/** Reads emails, large ones in a thread that is ended when it goes out of bounds. */
export interface MailReader {
  /** Throws file.too_complex. */
  read(tenantId: string, task: MailTask): Promise<MailView>
}

export function createMailReader(limits: Partial<MailReaderLimits> = {}): MailReader {
  const bounds = { ...LIMITS, ...limits }
  const [ofTenant, ofAll] = [createTenantSemaphore(1), createTenantSemaphore(MAX_THREADS)]
  const patience = new AbortController().signal
  return {
    async read(tenantId, task) {
      const isSmall = task.bytes.length <= bounds.inPlaceBytes && !isOutlook(task.bytes)
      if (isSmall) return mailOf(await mailContent(task))
      const leaveTenant = await ofTenant.take(tenantId, patience)
      const leaveAll = await ofAll.take('', patience)
      try {
        const module = new URL('./mail-thread.ts', import.meta.url)
        const end = await runInThread<MailAnswer>(module, task, bounds)
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
