import { runInThread } from '../../../../platform/threads/run-in-thread.ts'
import type { ThreadInput, ThreadOutput } from './thread-messages.ts'

export interface ReaderLimits {
  timeMs: number
  memoryMb: number
}

const LIMITS: ReaderLimits = { timeMs: 60_000, memoryMb: 1_024 }

/** Reads OpenAPI documents, one at a time, each in a thread of its own that is ended when it goes out of bounds. */
export interface OpenApiReader {
  read(input: ThreadInput): Promise<ThreadOutput>
}

export function createOpenApiReader(limits: Partial<ReaderLimits> = {}): OpenApiReader {
  let last: Promise<unknown> = Promise.resolve()
  return {
    read(input) {
      const turn = last.then(() => readInThread(input, { ...LIMITS, ...limits }))
      // The caller gets the error; the next document must not.
      last = turn.catch(() => undefined)
      return turn
    },
  }
}

async function readInThread(input: ThreadInput, limits: ReaderLimits): Promise<ThreadOutput> {
  const module = new URL('./openapi-thread.ts', import.meta.url)
  const end = await runInThread<ThreadOutput>(module, input, limits)
  if (end.kind === 'answer') return end.answer
  if (end.kind === 'time') return refusal('Reading the document takes too long')
  return refusal(
    end.kind === 'memory' ? 'Reading the document takes too much memory' : 'Couldn’t read the document',
  )
}

function refusal(message: string): ThreadOutput {
  return { issues: [{ path: [], code: 'bad_value', message }] }
}
