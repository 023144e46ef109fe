import { StartError } from '../start-error.ts'

/** Why a worker cannot begin with this engine, in words for the operator. */
export function explainEngineError(
  error: unknown,
  { adminUrl, workerUrl }: { adminUrl: string; workerUrl: string },
): unknown {
  if (!(error instanceof Error) || error instanceof StartError) return error
  if (/META0003|META0013|RT0010/.test(error.message))
    return new StartError(
      `The engine can’t reach the workers at ${workerUrl}.`,
      'Set CASELOOM_WORKER_URL to the address of the workers (or their load balancer) as seen by the engine. The load balancer must support HTTP/2 and forward to CASELOOM_WORKER_LISTEN.',
    )
  if (error.message.startsWith('The engine rejected'))
    return new StartError(error.message, 'Check the log of the engine. Its version must be 1.7 or newer.')
  return new StartError(
    `The engine at ${adminUrl} isn’t responding.`,
    'Start it, or correct RESTATE_ADMIN_URL, and start again.',
  )
}
