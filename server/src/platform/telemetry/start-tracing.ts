import type { TracesConfig } from '../config.ts'
import { useTracing } from './tracing.ts'

/** Switches tracing on when a collector is set; answers what stops it. Without one the SDK is not even loaded. */
export async function startTracing(
  process: string,
  config: TracesConfig | null,
): Promise<() => Promise<void>> {
  if (config === null) return async () => undefined
  const { collectorProcessor, tracingEngine } = await import('./tracing-sdk.ts')
  const engine = tracingEngine(process, config, collectorProcessor(config))
  useTracing(engine)
  return async () => {
    useTracing(null)
    await engine.stop()
  }
}
