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
export type ProblemsAnswer = { id: number; issues: Issue[] }

let catalog: SpecCatalog = catalogOf([])

self.addEventListener('message', ({ data }: MessageEvent<ProblemsQuestion>) => {
  if (data.kind === 'actions') {
    catalog = catalogOf(data.actions)
    return
  }
  const result = validatePlaybook(data.document, catalog)
  self.postMessage({ id: data.id, issues: result.ok ? [] : result.issues } satisfies ProblemsAnswer)
})
