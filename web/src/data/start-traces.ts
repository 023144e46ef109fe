import { tracingConfig } from '@caseloom/contract/system/telemetry'
import { call } from './call.ts'
import { sendSpansTo } from './traces.ts'
import { userZone } from './zone.ts'

/** Loads the exporter when spans go anywhere; called once the first page is rendered. */
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
    // Spans are optional: without an answer the page works without them.
    sendSpansTo(null)
  }
}
