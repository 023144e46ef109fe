import * as hooks from '@caseloom/contract/automation/hooks'
import * as routes from '@caseloom/contract/automation/automation'
import * as redelivery from '@caseloom/contract/automation/redelivery'
import * as control from '@caseloom/contract/automation/run-control'
import * as counts from '@caseloom/contract/automation/run-counts'
import { fail } from '../../platform/errors.ts'
import type { Http } from '../../platform/http/types.ts'
import { answerHook } from './hooks/answer-hook.ts'
import type { Automation } from './automation.ts'
import { bindBuilderRoutes } from './builder.routes.ts'
import { cancelRun } from './runs/cancel-run.ts'
import { countRuns } from './runs/count-runs.ts'
import { createPlaybook, saveDraft } from './publishing/edit-playbook.ts'
import { seeRuns } from './runs/see-runs.ts'
import { readPayload } from './deliveries/read-payload.ts'
import { redeliver } from './deliveries/redeliver.ts'
import { seeDeliveries } from './deliveries/see-deliveries.ts'
import { seeFailureGroups } from './operations/see-failure-groups.ts'
import { getRun, getRunStep, readStepValue } from './runs/get-run.ts'
import { countFailing } from './notices/failing-playbooks.read.ts'
import { listPlaybooks, readPlaybook } from './publishing/playbooks.read.ts'
import { publishPlaybook } from './publishing/publish-playbook.ts'
import { listQueue } from './operations/queue.read.ts'
import { queryOf } from './runs/query.rules.ts'
import { queueFigures } from './operations/queue-figures.read.ts'
import { getBulkRerun, rerunFailures, stopBulkRerun } from './bulk-reruns/rerun-failures.ts'
import { rerunRun } from './runs/rerun-run.ts'
import { runEvidence } from './operations/run-evidence.ts'
import { authenticateDelivery, logTooLarge } from './hooks/accept-delivery.ts'
import { answerHandshake } from './hooks/answer-handshake.ts'
import { readTriggerSecret } from './hooks/trigger-secret.ts'

/** Serves playbooks, runs and hooks. */
export function bindAutomationRoutes(http: Http, deps: Automation): void {
  bindBuilderRoutes(http, deps)
  http.bindTenant(routes.countFailingPlaybooks, async ({ scope }) => ({ failing: await countFailing(scope) }))
  http.bindTenant(routes.listPlaybooks, async ({ scope, actor }) => ({
    items: await listPlaybooks(scope, actor),
  }))
  http.bindTenant(routes.createPlaybook, ({ scope, actor, body }) =>
    createPlaybook(deps, scope, actor, body.document),
  )
  http.bindTenant(routes.getPlaybook, ({ scope, actor, params }) =>
    readPlaybook(deps, scope, actor, params.playbookId),
  )
  http.bindTenant(routes.savePlaybookDraft, ({ scope, actor, params, body }) =>
    saveDraft(deps, scope, actor, { playbookId: params.playbookId, ...body }),
  )
  http.bindTenant(routes.publishPlaybook, ({ scope, actor, params, body }) =>
    publishPlaybook(deps, scope, actor, { playbookId: params.playbookId, ...body }),
  )
  http.bindTenant(routes.triggerSecret, ({ scope, actor, params }) =>
    readTriggerSecret(deps, scope, actor, params.triggerId),
  )
  http.bindTenant(routes.listDeliveries, ({ scope, actor, params, query }) =>
    seeDeliveries(deps, scope, actor, { triggerId: params.triggerId, filter: query }),
  )
  http.bindTenant(redelivery.deliveryPayload, ({ scope, actor, params }) =>
    readPayload(deps, scope, actor, params.deliveryId),
  )
  http.bindTenant(redelivery.redeliver, ({ scope, actor, params, body, request }) =>
    redeliver(deps, scope, actor, { deliveryId: params.deliveryId, ...body, ip: request.ip }),
  )
  http.bindTenant(routes.listRuns, ({ scope, actor, query }) => seeRuns(deps, scope, actor, query))
  http.bindTenant(counts.countRuns, ({ scope, actor, query }) => countRuns(deps, scope, actor, query))
  http.bindTenant(routes.getRun, ({ scope, actor, params }) => getRun(deps, scope, actor, params.runId))
  http.bindTenant(routes.stepValue, ({ scope, actor, params, query }) =>
    readStepValue(deps, scope, actor, { runId: params.runId, ...query }),
  )
  http.bindTenant(control.listQueue, ({ scope, query }) => listQueue(scope, query))
  http.bindTenant(control.queueFigures, ({ scope }) => queueFigures(deps, scope))
  http.bindTenant(control.cancelRun, ({ scope, actor, params, request }) =>
    cancelRun(deps, scope, actor, { runId: params.runId, ip: request.ip }),
  )
  http.bindTenant(control.rerunRun, ({ scope, actor, params, body, request }) =>
    rerunRun(deps, scope, actor, { runId: params.runId, ...body, ip: request.ip }),
  )
  http.bindTenant(control.getRunStep, ({ scope, actor, params, query }) =>
    getRunStep(deps, scope, actor, { runId: params.runId, ...query }),
  )
  http.bindTenant(control.listFailureGroups, async ({ scope, actor, query }) => ({
    items: await seeFailureGroups(deps, scope, actor, query),
  }))
  http.bindTenant(control.repeatFailures, ({ scope, actor, body, request }) =>
    rerunFailures(scope, actor, { ...body, ip: request.ip }),
  )
  http.bindTenant(control.getRepetition, ({ scope, actor, params }) =>
    getBulkRerun(scope, actor, params.repetitionId),
  )
  http.bindTenant(control.stopRepetition, ({ scope, actor, params, request }) =>
    stopBulkRerun(scope, actor, { id: params.repetitionId, ip: request.ip }),
  )
  http.bindTenant(control.runEvidence, ({ scope, actor, params, request }) =>
    runEvidence(deps, scope, actor, { runId: params.runId, ip: request.ip }),
  )
  http.bindTenant(hooks.hookHandshake, ({ scope, params, request: { headers, ip }, query }) =>
    answerHandshake(deps, scope, { hookKey: params.hookKey, headers, ip, query }),
  )
  http.bindTenant(
    hooks.hook,
    ({ scope, params, raw, request, reply, query }) =>
      answerHook(deps, scope, { hookKey: params.hookKey, raw, request, reply, query: queryOf(query) }),
    {
      beforeBody: async ({ scope, params, request, size }) => {
        if (scope === null) throw fail('resource.not_found')
        const { headers, ip } = request
        return authenticateDelivery(deps, scope, { hookKey: params['hookKey'] ?? '', headers, ip, size })
      },
      tooLarge: ({ scope, params, size, limit }) =>
        logTooLarge(deps, scope, { hookKey: params['hookKey'] ?? '', size, limit }),
    },
  )
}
