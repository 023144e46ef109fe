import { Worker } from 'node:worker_threads'
import { createTenantSemaphore } from '../../../effects/tenant-semaphore.ts'
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
  const { promise, resolve } = Promise.withResolvers<ParseAnswer>()
  const worker = new Worker(new URL('./parse-thread.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 },
    // Nothing of the process's secrets belongs into a thread that reads what strangers wrote.
    env: {},
  })
  const stop = () => resolve(refusal('step.timeout', 'The step ended before the file was read'))
  const timer = setTimeout(
    () => resolve(refusal('step.too_large', `Reading the file takes longer than ${timeMs / 1_000} s`)),
    timeMs,
  )
  signal.addEventListener('abort', stop, { once: true })
  worker.on('message', (answer: ParseAnswer) => resolve(answer))
  worker.on('error', (error: Error & { code?: string }) =>
    resolve(
      error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? refusal('step.too_large', 'Reading the file takes too much memory')
        : refusal('file.unreadable', 'The file can’t be read'),
    ),
  )
  worker.on('exit', () => resolve(refusal('file.unreadable', 'The file can’t be read')))
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
    await worker.terminate()
  }
}

function refusal(code: string, message: string): ParseAnswer {
  return { ok: false, code, message, at: null }
}
