import * as routes from '@caseloom/contract/records/warning-lists'
import type { Http } from '../../../platform/http/types.ts'
import { checkObservables, extractFromText, type Warnings } from './check-observables.ts'
import { importWarningList, replaceWarningList } from './import-warning-list.ts'
import { exportWarningList, getWarningList, listWarningLists } from './list-warning-lists.ts'
import {
  createWarningList,
  deleteWarningList,
  saveWarningList,
  turnWarningList,
} from './save-warning-list.ts'

/** Serves warning lists, and what they say about values. */
export function bindWarningListRoutes(http: Http, deps: { warnings: Warnings }): void {
  http.bindTenant(routes.listWarningLists, async ({ scope, actor }) => ({
    items: await listWarningLists(scope, actor),
  }))
  http.bindTenant(routes.createWarningList, ({ scope, actor, body, request: { ip } }) =>
    createWarningList(scope, { actor, ip }, { input: body, from: 'body' }),
  )
  http.bindTenant(routes.getWarningList, ({ scope, actor, params }) =>
    getWarningList(scope, actor, params.warningListId),
  )
  http.bindTenant(routes.saveWarningList, ({ scope, actor, params, body, request: { ip } }) => {
    const { version, ...input } = body
    return saveWarningList(scope, { actor, ip }, { ...params, version, input, from: 'body' })
  })
  http.bindTenant(routes.turnWarningList, ({ scope, actor, params, body, request: { ip } }) =>
    turnWarningList(scope, { actor, ip }, { ...params, ...body }),
  )
  http.bindTenant(routes.deleteWarningList, async ({ scope, actor, params, request: { ip } }) => {
    await deleteWarningList(scope, { actor, ip }, params.warningListId)
    return undefined
  })
  http.bindTenant(routes.importWarningList, ({ scope, actor, raw, request: { ip } }) =>
    importWarningList(scope, { actor, ip }, raw),
  )
  http.bindTenant(routes.replaceWarningList, ({ scope, actor, params, raw, request: { ip } }) =>
    replaceWarningList(scope, { actor, ip }, { ...params, bytes: raw }),
  )
  http.bindTenant(routes.exportWarningList, async ({ scope, actor, params }) => {
    const { fileName, text } = await exportWarningList(scope, actor, params.warningListId)
    return { mediaType: 'application/json', content: Buffer.from(text), fileName }
  })
  http.bindTenant(routes.checkObservables, async ({ scope, actor, body }) => {
    const { hidden } = await checkObservables(deps, scope, actor, body.observables)
    return { hidden }
  })
  http.bindTenant(routes.extractFromText, ({ scope, actor, body }) =>
    extractFromText(deps, scope, actor, body),
  )
}
