import { createHmac, randomUUID } from 'node:crypto'
import { createRequire } from 'node:module'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import { z } from 'zod'

/** One webhook delivery as GitHub sends it: event name, delivery id and the exact bytes of the body. */
export interface GithubDelivery {
  event: string
  id: string
  body: string
}

const Examples = z.array(z.object({ name: z.string(), examples: z.array(z.record(z.string(), z.json())) }))
/** Events whose payloads the intake playbook turns into alerts. */
const ALERT_EVENTS = ['code_scanning_alert', 'dependabot_alert', 'repository_vulnerability_alert']

/** All example payloads of @octokit/webhooks-examples (329 in 7.6.1), each with a delivery id of its own. */
export function githubDeliveries(): GithubDelivery[] {
  const examples = Examples.parse(createRequire(import.meta.url)('@octokit/webhooks-examples'))
  return examples.flatMap(({ name, examples: payloads }) =>
    payloads.map((payload) => ({ event: name, id: randomUUID(), body: JSON.stringify(payload) })),
  )
}

/** The 13 deliveries of `githubDeliveries` that report a security alert; they concern 5 distinct alerts. */
export function githubAlertDeliveries(): GithubDelivery[] {
  return githubDeliveries().filter((delivery) => ALERT_EVENTS.includes(delivery.event))
}

/**
 * The alert deliveries `times` over, each round about different alerts: number and ID shifted, delivery ID fresh.
 * Rounds count from `first`: a call that continues the previous one yields alerts that were never reported.
 */
export function renumberedAlerts(times: number, first = 0): GithubDelivery[] {
  return Array.from({ length: times }, (_, round) =>
    githubAlertDeliveries().map((one) => renumber(one, first + round)),
  ).flat()
}

function renumber(delivery: GithubDelivery, round: number): GithubDelivery {
  const payload = z.record(z.string(), z.json()).parse(JSON.parse(delivery.body))
  const alert = z.record(z.string(), z.json()).parse(payload['alert'])
  const moved: JsonObject = { ...alert }
  for (const key of ['number', 'id']) {
    const value = alert[key]
    if (typeof value === 'number') moved[key] = value + (round + 1) * 1_000_000
  }
  return { ...delivery, id: randomUUID(), body: JSON.stringify({ ...payload, alert: moved }) }
}

/** The headers of a delivery, signed as GitHub signs. */
export function signedHeaders(delivery: GithubDelivery, secret: string): Record<string, string> {
  return {
    'content-type': 'application/json',
    'x-github-event': delivery.event,
    'x-github-delivery': delivery.id,
    'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(delivery.body).digest('hex')}`,
  }
}

/** Posts one delivery to a hook. */
export async function deliver(address: string, delivery: GithubDelivery, secret: string): Promise<Response> {
  return fetch(address, { method: 'POST', headers: signedHeaders(delivery, secret), body: delivery.body })
}

/** Runs `work` over all items, at most `width` at a time; results in the order of the items. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  width: number,
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  let next = 0
  const lane = async () => {
    for (let index = next++; index < items.length; index = next++) {
      const item = items[index]
      if (item !== undefined) results[index] = await work(item, index)
    }
  }
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, lane))
  return results
}
