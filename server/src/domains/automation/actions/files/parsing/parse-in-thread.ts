import { runInThread } from '../../../../../platform/threads/run-in-thread.ts'
import { createTenantSemaphore } from '../../../../../platform/threads/tenant-semaphore.ts'
import { parseContent } from './parse-content.ts'
import type { ParseAnswer, ParseTask } from './parse-messages.ts'

export interface ParserLimits {
  timeMs: number
  memoryMb: number
  /** Smaller content is read without a thread, whose start would take longer. */
  inPlaceBytes: number
}

const LIMITS: ParserLimits = { timeMs: 30_000, memoryMb: 512, inPlaceBytes: 64 * 1024 }
/** Threads at the same time; of one tenant only one. */
const MAX_THREADS = 2

/** Reads content as values; large content in a thread that is ended when it goes out of bounds. */
export interface Parser {
  parse(task: ParseTask, context: { tenantId: string; signal: AbortSignal }): Promise<ParseAnswer>
}

export function createParser(limits: Partial<ParserLimits> = {}): Parser {
  const bounds = { ...LIMITS, ...limits }
  const [ofTenant, ofAll] = [createTenantSemaphore(1), createTenantSemaphore(MAX_THREADS)]
  return {
    async parse(task, { tenantId, signal }) {
      const { content } = task
      // What a workbook unpacks to can't be seen from its size.
      const isSmall = content.length <= bounds.inPlaceBytes && !isArchive(content)
      if (isSmall) return parseContent(task)
      const leaveTenant = await ofTenant.take(tenantId, signal)
      const leaveAll = await ofAll.take('', signal)
      try {
        signal.throwIfAborted()
        return await parseInThread(task, bounds, signal)
      } finally {
        leaveAll()
        leaveTenant()
      }
    },
  }
}

function isArchive(content: ParseTask['content']): boolean {
  return typeof content !== 'string' && content[0] === 0x50 && content[1] === 0x4b
}

async function parseInThread(
  task: ParseTask,
  { timeMs, memoryMb }: ParserLimits,
  signal: AbortSignal,
): Promise<ParseAnswer> {
  const module = new URL('./parse-thread.ts', import.meta.url)
  const end = await runInThread<ParseAnswer>(module, task, { timeMs, memoryMb, signal })
  switch (end.kind) {
    case 'answer':
      return end.answer
    case 'stopped':
      return refusal('step.timeout', 'The step ended before the file was read')
    case 'time':
      return refusal('step.too_large', `Reading the file takes longer than ${timeMs / 1_000} s`)
    case 'memory':
      return refusal('step.too_large', 'Reading the file takes too much memory')
    case 'failed':
      return refusal('file.unreadable', 'The file can’t be read')
    default:
      return end satisfies never
  }
}

function refusal(code: string, message: string): ParseAnswer {
  return { ok: false, code, message, at: null }
}
