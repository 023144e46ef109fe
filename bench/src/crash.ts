import { alertOf } from './alerts.ts'
import type { Caseloom } from './caseloom.ts'
import { drive, postJson } from './load.ts'
import { enrichAlert } from './playbooks.ts'
import type { Stub } from './stub.ts'
import { repeated, type Figure } from './workloads.ts'

const SETTLE_WITHIN_MS = 120_000

/** W3: kills the whole product in the middle of accepted work, starts it again, and counts what is lost or repeated. */
export async function w3(
  bench: { caseloom: Caseloom; stub: Stub },
  product: { kill(): void; restart(): Promise<void> },
): Promise<Figure> {
  const { id, hook } = await bench.caseloom.publish(enrichAlert(bench.stub.url, true))
  bench.stub.enriched.clear()
  const accepted = new Set<string>()
  let killed = false
  await drive(
    1000,
    20,
    async (i) => {
      const alert = alertOf(5_000_000 + i)
      await postJson(hook, alert)
      accepted.add(alert.alert_key)
      if (accepted.size >= 400 && !killed) {
        killed = true
        product.kill()
      }
    },
    () => killed,
  )
  const begin = performance.now()
  await product.restart()
  const upSeconds = (performance.now() - begin) / 1000
  const missing = () => [...accepted].filter((key) => !bench.stub.done.has(key)).length
  for (const deadline = Date.now() + SETTLE_WITHIN_MS; missing() > 0 && Date.now() < deadline; ) {
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  let runs = await bench.caseloom.runs(id)
  const open = () => (runs['queued'] ?? 0) + (runs['running'] ?? 0) + (runs['waiting'] ?? 0)
  for (const deadline = Date.now() + SETTLE_WITHIN_MS; open() > 0 && Date.now() < deadline; ) {
    await new Promise((resolve) => setTimeout(resolve, 200))
    runs = await bench.caseloom.runs(id)
  }
  const settledSeconds = (performance.now() - begin) / 1000
  return {
    workload: 'W3 kill -9 of everything in the middle of accepted work',
    reached: `${missing()} of ${accepted.size} lost, ${repeated(bench.stub)} calls under a second key`,
    goal: '0 lost, 0 recorded steps repeated',
    peers: 'n8n 14 of 400 never finish; Node-RED 280 of 419 lost',
    details: { upSeconds, settledSeconds, runs },
  }
}
