import type { JsonObject } from '@caseloom/contract/json'
import * as contract from '@caseloom/contract/system'
import type { Http } from './types.ts'

/** A dependency that must answer before the product is ready. Rejects, with a reason fit for an operator, when it does not. */
export type Check = () => Promise<void>

export interface SystemRoutesDeps {
  checks: Readonly<Record<string, Check>>
  openapi: () => JsonObject
}

const CHECK_WITHIN_MS = 3000

/** Liveness, readiness and the description of the interface. */
export function bindSystemRoutes(http: Http, deps: SystemRoutesDeps): void {
  http.bind(contract.health, async () => ({ status: 'ok' as const }))
  http.bind(contract.openapi, async () => deps.openapi())
  http.bind(contract.ready, async ({ reply }) => {
    const names = Object.keys(deps.checks)
    const results = await Promise.all(names.map((name) => judge(deps.checks[name])))
    const parts = Object.fromEntries(names.map((name, at) => [name, results[at] ?? { ok: false }]))
    const ok = results.every((result) => result.ok)
    if (!ok) {
      reply.status(503)
      reply.header('retry-after', '2')
    }
    return { status: ok ? ('ready' as const) : ('unavailable' as const), parts }
  })
}

async function judge(check: Check | undefined): Promise<{ ok: boolean; detail?: string }> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), CHECK_WITHIN_MS)
  })
  try {
    await Promise.race([check?.(), late])
    return { ok: true }
  } catch (error) {
    return { ok: false, detail: error instanceof Error ? error.message : 'unknown' }
  } finally {
    clearTimeout(timer)
  }
}
