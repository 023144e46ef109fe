import { JsonValue } from '@caseloom/contract/kernel/json'
import type { Dispatcher } from 'undici'
import { z } from 'zod'
import { fail } from '../errors.ts'
import { engineDoor, type EngineDoor } from './engine-door.ts'
import { inLanes } from '../scheduling/in-lanes.ts'
import { type DurableEngine, type EngineState, RUN_HANDLER, RUN_SERVICE, type RunStart } from './types.ts'

/** Addresses as `engineDoor` takes them. */
export interface RestateEngineOptions {
  ingressUrl: string
  adminUrl: string
  /** Connections held open to the ingress; default 32. */
  connections?: number
}

const Row = z.object({
  key: z.string(),
  id: z.string(),
  status: z.string(),
  result: z.string().nullish(),
  failure: z.string().nullish(),
})
type Row = z.infer<typeof Row>
const Rows = z.object({ rows: z.array(Row) })
const START_TIMEOUT_MS = 10_000
const MAX_LOOKUPS = 16

/** The Restate engine by its ingress and admin interfaces. */
export function restateEngine(options: RestateEngineOptions): DurableEngine {
  const ingress = engineDoor(options.ingressUrl, options)
  const admin = engineDoor(options.adminUrl, options)
  const call = (door: EngineDoor, request: Omit<Dispatcher.RequestOptions, 'origin'>) =>
    door.request({ headersTimeout: START_TIMEOUT_MS, bodyTimeout: 0, ...request }).catch((error: unknown) => {
      throw request.signal instanceof AbortSignal && request.signal.aborted ? error : away(error)
    })
  const submit = (key: string, start: RunStart, mode: 'call' | 'send', signal?: AbortSignal) =>
    call(ingress, {
      path: `/${RUN_SERVICE}/${RUN_HANDLER}${mode === 'send' ? '/send' : ''}`,
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ ...start, key }),
      ...(signal === undefined ? {} : { signal, headersTimeout: 0 }),
    })
  const find = async (keys: readonly string[]): Promise<Row[]> => {
    const response = await call(admin, rowsRequest(keys))
    if (response.statusCode !== 200) throw away(await response.body.text())
    return Rows.parse(await response.body.json()).rows
  }
  return {
    async start(key, start) {
      const response = await submit(key, start, 'send')
      const text = await response.body.text()
      if (response.statusCode >= 300) throw away(text)
    },
    async startAndWait(key, start, signal) {
      try {
        const response = await submit(key, start, 'call', signal)
        const text = await response.body.text()
        if (response.statusCode === 200) return JsonValue.parse(JSON.parse(text))
        if (response.statusCode >= 500 || signal.aborted) return null
        throw away(text)
      } catch (error) {
        if (signal.aborted) return null
        throw error
      }
    },
    async cancel(key) {
      const [row] = await find([key])
      if (row === undefined || row.status === 'completed') return false
      const response = await call(admin, patchOf(row.id, 'cancel'))
      await response.body.dump()
      if (response.statusCode >= 500) throw away(`The engine responded with ${response.statusCode}`)
      return response.statusCode < 300
    },
    async wake(key) {
      const response = await call(ingress, {
        path: `/restate/awakeables/${encodeURIComponent(key)}/resolve`,
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: 'null',
      })
      await response.body.dump()
      if (response.statusCode >= 500) throw away(`The engine responded with ${response.statusCode}`)
      return response.statusCode < 300
    },
    async giveUp(invocationId) {
      const response = await call(admin, patchOf(invocationId, 'kill'))
      await response.body.dump()
      if (response.statusCode >= 500) throw away(`The engine responded with ${response.statusCode}`)
    },
    known: (keys) => statesOf(keys, find, (request) => call(ingress, request)),
    async ping() {
      const response = await call(admin, { path: '/health', method: 'GET' })
      await response.body.dump()
      if (response.statusCode !== 200) throw away(`The engine responded with ${response.statusCode}`)
    },
    async close() {
      await Promise.all([ingress.close(), admin.close()])
    },
  }
}

type Ask = (request: Omit<Dispatcher.RequestOptions, 'origin'>) => Promise<Dispatcher.ResponseData>

async function statesOf(
  keys: readonly string[],
  find: (keys: readonly string[]) => Promise<Row[]>,
  ask: Ask,
): Promise<Map<string, EngineState>> {
  const states = new Map<string, EngineState>()
  for (let from = 0; from < keys.length; from += 500) {
    for (const row of await find(keys.slice(from, from + 500))) states.set(row.key, stateOf(row))
  }
  // An engine that was killed answers queries from what it has read of its log so far: right after its start that
  // may be nothing. Its ingress answers only when the log is read to its end.
  const absent = keys.filter((key) => !states.has(key))
  await inLanes(absent, MAX_LOOKUPS, async (key) => {
    const state = await lookUp(ask, key)
    if (state !== null) states.set(key, state)
  })
  return states
}

/** What the leader of the invocation's partition knows of it; null when there is none. */
async function lookUp(ask: Ask, key: string): Promise<EngineState | null> {
  const response = await ask({
    path: `/restate/invocation/${RUN_SERVICE}/${RUN_HANDLER}/${encodeURIComponent(key)}/output`,
    method: 'GET',
  })
  await response.body.dump()
  if (response.statusCode === 404) return null
  if (response.statusCode === NOT_COMPLETED) return { state: 'alive' }
  if (response.statusCode === 200) return { state: 'succeeded' }
  throw away(`The engine responded with ${response.statusCode}`)
}

/** Status of the engine for the output of an invocation that is still at work. */
const NOT_COMPLETED = 470

function patchOf(invocationId: string, act: 'kill' | 'cancel') {
  // Narrowed for the client.
  return { path: `/invocations/${encodeURIComponent(invocationId)}/${act}`, method: 'PATCH' as const }
}

/** Asks the engine for invocations by their start keys. */
function rowsRequest(keys: readonly string[]) {
  const list = keys.map(quoted).join(',')
  const query = `select idempotency_key as key, id, status, completion_result as result, completion_failure as failure
                   from sys_invocation where target_service_name = '${RUN_SERVICE}' and idempotency_key in (${list})`
  return {
    path: '/query',
    method: 'POST' as const, // narrowed for the client
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ query }),
  }
}

function stateOf(row: Row): EngineState {
  // No one but an administrator of the engine pauses a run, and then it would stay so permanently.
  if (row.status === 'paused') return { state: 'failed', reason: 'The engine paused this run' }
  if (row.status !== 'completed') return { state: 'alive' }
  if (row.result === 'success') return { state: 'succeeded' }
  return { state: 'failed', reason: row.failure ?? 'The engine gave up on this run' }
}

/** Keys are our own ids; anything else has no business in a query. */
function quoted(key: string): string {
  if (!/^[0-9a-f-]{36}$/.test(key)) throw new Error('A start key is a GUID')
  return `'${key}'`
}

function away(cause: unknown): Error {
  return fail('dependency.unavailable', {
    detail: 'The durable engine isn’t responding',
    retryAfter: 5,
    cause,
  })
}
