import { StartError } from '../start-error.ts'

/** Why a worker cannot begin with this engine, in words for the operator. */
export function explainEngineError(
  error: unknown,
  { adminUrl, workerUrl }: { adminUrl: string; workerUrl: string },
): unknown {
  if (!(error instanceof Error) || error instanceof StartError) return error
  if (/META0003|META0013|RT0010/.test(error.message))
    return new StartError(
      `The engine cannot reach the workers at ${workerUrl}.`,
      'Set CASELOOM_WORKER_URL to the address of the workers (or of their balancer) as the engine sees it; the balancer must speak HTTP/2 and forward to CASELOOM_WORKER_LISTEN.',
    )
  if (error.message.startsWith('The engine refused'))
    return new StartError(error.message, 'Look into the log of the engine; its version must be 1.7 or newer.')
  return new StartError(
    `The engine at ${adminUrl} does not answer.`,
    'Start it, or correct RESTATE_ADMIN_URL, and start again.',
  )
}
