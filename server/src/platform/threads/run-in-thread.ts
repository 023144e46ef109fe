import { Worker } from 'node:worker_threads'

export interface ThreadBounds {
  timeMs: number
  memoryMb: number
  signal?: AbortSignal
}

/** What a thread answered, or why it ended without an answer. */
export type ThreadEnd<Answer> =
  | { kind: 'answer'; answer: Answer }
  | { kind: 'time' | 'memory' | 'stopped' | 'failed' }

/**
 * Runs a module in a thread of its own, which gets `workerData` and posts one answer; it is ended when it goes out of
 * bounds. Never throws.
 */
export async function runInThread<Answer>(
  module: URL,
  workerData: unknown,
  { timeMs, memoryMb, signal }: ThreadBounds,
): Promise<ThreadEnd<Answer>> {
  if (signal?.aborted === true) return { kind: 'stopped' }
  const { promise, resolve } = Promise.withResolvers<ThreadEnd<Answer>>()
  const worker = new Worker(module, {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 },
    // Nothing of the process's secrets belongs into a thread that reads what strangers wrote.
    env: {},
  })
  const stop = () => resolve({ kind: 'stopped' })
  const timer = setTimeout(() => resolve({ kind: 'time' }), timeMs)
  signal?.addEventListener('abort', stop, { once: true })
  worker.on('message', (answer: Answer) => resolve({ kind: 'answer', answer }))
  worker.on('error', (error: Error & { code?: string }) =>
    resolve({ kind: error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'failed' }),
  )
  worker.on('exit', () => resolve({ kind: 'failed' }))
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
    await worker.terminate()
  }
}
