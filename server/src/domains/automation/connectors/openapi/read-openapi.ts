import { Worker } from 'node:worker_threads'
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

async function readInThread(input: ThreadInput, { timeMs, memoryMb }: ReaderLimits): Promise<ThreadOutput> {
  const { promise, resolve } = Promise.withResolvers<ThreadOutput>()
  const worker = new Worker(new URL('./openapi-thread.ts', import.meta.url), {
    workerData: input,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 },
    // Nothing of the process's secrets belongs into a thread that reads what strangers wrote.
    env: {},
  })
  const timer = setTimeout(() => resolve(refusal('Reading the document takes too long')), timeMs)
  worker.on('message', (output: ThreadOutput) => resolve(output))
  worker.on('error', (error: Error & { code?: string }) => {
    const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    resolve(refusal(isMemory ? 'Reading the document takes too much memory' : 'Couldn’t read the document'))
  })
  worker.on('exit', () => resolve(refusal('Couldn’t read the document')))
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}

function refusal(message: string): ThreadOutput {
  return { issues: [{ path: [], code: 'bad_value', message }] }
}
