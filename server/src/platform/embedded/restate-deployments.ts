import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { engineDoor, type EngineDoor } from '../durable/engine-door.ts'

const Deployments = z.object({
  deployments: z.array(
    z.object({
      id: z.string(),
      uri: z.string().optional(),
      metadata: z.record(z.string(), z.string()).optional(),
    }),
  ),
})
const Registered = z.object({ id: z.string() })

const OURS = { product: 'caseloom' }

export type RegisterOptions = {
  /** Give up after this many milliseconds without a reachable engine or worker; default 60,000. */
  withinMs?: number
  signal?: AbortSignal
}

/**
 * Registers the workers' address with the engine and returns the deployment's ID. The same address again refreshes the
 * list of services; a different one moves the deployment, and with it the runs that started at the old address.
 */
export async function registerDeployment(
  adminUrl: string,
  workerUrl: string,
  { withinMs = 60_000, signal }: RegisterOptions = {},
): Promise<string> {
  const deadline = Date.now() + withinMs
  const admin = engineDoor(adminUrl, { connections: 1 })
  try {
    for (let delay = 100; ; delay = Math.min(delay * 2, 2_000)) {
      try {
        return await registerOnce(admin, workerUrl, signal)
      } catch (error) {
        if (error instanceof Refused || signal?.aborted || Date.now() + delay > deadline) throw error
        await pause(delay, undefined, signal ? { signal } : {})
      }
    }
  } finally {
    await admin.close()
  }
}

type Method = 'GET' | 'PATCH' | 'POST'

async function registerOnce(admin: EngineDoor, workerUrl: string, signal?: AbortSignal): Promise<string> {
  const ask = (method: Method, path: string, body?: unknown) => call(admin, { method, path, body }, signal)
  const { deployments } = Deployments.parse(await ask('GET', '/deployments'))
  const known = deployments.some(({ uri }) => uri !== undefined && sameAddress(uri, workerUrl))
  const moved = known ? undefined : deployments.find(({ metadata }) => metadata?.['product'] === OURS.product)
  const answer = moved
    ? await ask('PATCH', `/deployments/${moved.id}`, { uri: workerUrl, overwrite: true })
    : await ask('POST', '/deployments', { uri: workerUrl, force: true, metadata: OURS })
  return Registered.parse(answer).id
}

/** The engine understood and said no: asking again would not help. */
class Refused extends Error {}

async function call(
  admin: EngineDoor,
  { method, path, body }: { method: Method; path: string; body: unknown },
  signal?: AbortSignal,
): Promise<unknown> {
  const timeout = AbortSignal.timeout(15_000)
  const response = await admin.request({
    method,
    path,
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  })
  const { statusCode: status } = response
  const text = await response.body.text()
  if (status < 300) return JSON.parse(text)
  const message = `The engine rejected ${method} ${path} (${status}): ${text.slice(0, 500)}`
  // A worker that does not answer yet is reported as 4xx too, with the code of a failed discovery.
  const final = status < 500 && !/META0003|META0013|RT0010/.test(text)
  throw final ? new Refused(message) : new Error(message)
}

function sameAddress(one: string, other: string): boolean {
  return new URL(one).href === new URL(other).href
}
