import { tracingConfig } from '@caseloom/contract/telemetry'
import { call } from './call.ts'
import { sendSpansTo } from './traces.ts'
import { userZone } from './zone.ts'

/** Asks where spans go and loads the exporter when they go anywhere; called once the first page stands. */
export async function startTraces(): Promise<void> {
  try {
    const config = await call(tracingConfig, {})
    if (config.url === null) {
      sendSpansTo(null)
      return
    }
    const { collectorExporter, startExport } = await import('./traces-export.ts')
    sendSpansTo(startExport(collectorExporter({ ...config, url: config.url }, userZone)))
  } catch {
    // Nobody misses spans: without an answer this page goes on without.
    sendSpansTo(null)
  }
}
