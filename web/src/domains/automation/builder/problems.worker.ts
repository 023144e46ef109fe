import type { ActionView } from '@caseloom/contract/builder'
import type { JsonObject } from '@caseloom/contract/json'
import type { Catalogue } from '@caseloom/playbook/actions'
import type { Issue } from '@caseloom/playbook/issues'
import { validatePlaybook } from '@caseloom/playbook/validate'
import { catalogueOf } from './catalogue.ts'

/** Messages from the page: the tenant's actions once, then documents to check. */
export type ProblemsQuestion =
  | { kind: 'actions'; actions: readonly ActionView[] }
  | { kind: 'check'; id: number; document: JsonObject }
export type ProblemsAnswer = { id: number; issues: Issue[] }

let catalogue: Catalogue = catalogueOf([])

self.addEventListener('message', ({ data }: MessageEvent<ProblemsQuestion>) => {
  if (data.kind === 'actions') {
    catalogue = catalogueOf(data.actions)
    return
  }
  const result = validatePlaybook(data.document, catalogue)
  self.postMessage({ id: data.id, issues: result.ok ? [] : result.issues } satisfies ProblemsAnswer)
})
