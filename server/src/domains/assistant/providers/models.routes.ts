import * as routes from '@caseloom/contract/assistant/assistant-models'
import type { Http } from '../../../platform/http/types.ts'
import { type ChoicesDeps, listChoices } from './model-choices.ts'
import { readModelSettings, saveModel } from './model-settings.ts'
import { listSent, readSent } from './request-log.ts'
import { type TestModelDeps, testModel } from './test-model.ts'

/** Serves the account's language model and the log of what was sent to it. */
export function bindModelRoutes(http: Http, deps: TestModelDeps & ChoicesDeps): void {
  http.bind(routes.modelSettings, ({ params }) => readModelSettings(deps, params.accountId))
  http.bind(routes.saveModelSettings, ({ params, body, actor, request }) =>
    saveModel(deps, { accountId: params.accountId, draft: body, actor, ip: request.ip }),
  )
  http.bind(routes.tryModel, ({ params, body, actor, request }) =>
    testModel(deps, {
      accountId: params.accountId,
      draft: body,
      actor,
      ip: request.ip,
      signal: request.signal,
    }),
  )
  http.bind(routes.modelChoices, async ({ params, actor }) => ({
    apps: await listChoices(deps, params.accountId, actor),
  }))
  http.bind(routes.listSent, ({ params, query }) => listSent(deps.system, params.accountId, query))
  http.bind(routes.getSent, ({ params, actor, request }) =>
    readSent(deps.system, { accountId: params.accountId, actor, ip: request.ip }, params.sentId),
  )
}
