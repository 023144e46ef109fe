import type { ActionView } from '@caseloom/contract/automation/builder'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { SpecCatalog } from '@caseloom/playbook/actions'
import type { Issue } from '@caseloom/playbook/issues'
import { validatePlaybook } from '@caseloom/playbook/validate'
import { catalogOf } from './catalog.ts'

/** Messages from the page: the tenant's actions once, then documents to check. */
export type ProblemsQuestion =
  | { kind: 'actions'; actions: readonly ActionView[] }
  | { kind: 'check'; id: number; document: JsonObject }
/** Warnings don’t prevent publishing. */
export interface Problems {
  issues: readonly Issue[]
  warnings: readonly Issue[]
}
export type ProblemsAnswer = Problems & { id: number }

let catalog: SpecCatalog = catalogOf([])

self.addEventListener('message', ({ data }: MessageEvent<ProblemsQuestion>) => {
  if (data.kind === 'actions') {
    catalog = catalogOf(data.actions)
    return
  }
  const result = validatePlaybook(data.document, catalog)
  const { warnings } = result
  const issues = result.ok ? [] : result.issues
  self.postMessage({ id: data.id, issues, warnings } satisfies ProblemsAnswer)
})
