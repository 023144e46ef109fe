import type { Area } from './types.ts'

/** Tracing: how browsers export their spans, and the relay that takes them. */
export const telemetry: Area = {
  good: {
    relayTraces: () => ({ body: { resourceSpans: [{ scopeSpans: [] }] } }),
  },
  otherStatus: {
    // The shared world has no collector: then there is nothing that could take spans.
    relayTraces: [404],
  },
}
