import * as routes from '@caseloom/contract/automation/builder'
import * as testRoutes from '@caseloom/contract/automation/playbook-tests'
import type { Http } from '../../platform/http/types.ts'
import type { Automation } from './automation.ts'
import { usesOfPlaybook } from './components/playbook-uses.read.ts'
import { lookUpObservables } from './components/look-up-observables.ts'
import { listComponents, runComponent } from './components/run-component.ts'
import { deletePlaybook } from './publishing/delete-playbook.ts'
import { getPlaybookVersion, listPlaybookVersions } from './publishing/playbook-versions.read.ts'
import { rerunFromStep } from './runs/rerun-from-step.ts'
import { replayTriggers } from './testing/replay-triggers.ts'
import { makeTest, runTests } from './testing/saved-tests.ts'
import { heartbeatEditor } from './publishing/editor-presence.ts'
import { testPlaybook } from './testing/test-playbook.ts'
import { testStep } from './testing/test-step.ts'

/** Serves versions, uses, tests, replays and components. */
export function bindBuilderRoutes(http: Http, deps: Automation): void {
  http.bindTenant(routes.listPlaybookVersions, async ({ scope, params }) => ({
    items: await listPlaybookVersions(scope, params.playbookId),
  }))
  http.bindTenant(routes.getPlaybookVersion, ({ scope, params }) =>
    getPlaybookVersion(scope, params.playbookId, params.number),
  )
  http.bindTenant(routes.playbookUses, async ({ scope, params }) => ({
    items: await usesOfPlaybook(scope, params.playbookId),
  }))
  http.bindTenant(routes.deletePlaybook, async ({ scope, actor, params, request }) => {
    await deletePlaybook(scope, actor, { playbookId: params.playbookId, ip: request.ip })
    return undefined
  })
  http.bindTenant(routes.sitAtDraft, async ({ scope, actor, params, body }) => ({
    items: await heartbeatEditor(scope, actor, { ...body, playbookId: params.playbookId }),
  }))
  http.bindTenant(routes.testPlaybook, ({ scope, actor, params, body }) =>
    testPlaybook(deps, scope, actor, { ...body, playbookId: params.playbookId }),
  )
  http.bindTenant(routes.testStep, ({ scope, actor, params, body }) =>
    testStep(deps, scope, actor, { ...body, playbookId: params.playbookId }),
  )
  http.bindTenant(routes.replayTriggers, async ({ scope, actor, params, body }) => ({
    items: await replayTriggers(deps, scope, actor, { ...body, playbookId: params.playbookId }),
  }))
  http.bindTenant(testRoutes.runPlaybookTests, async ({ scope, actor, params, body }) => ({
    items: await runTests(deps, scope, actor, { ...body, playbookId: params.playbookId }),
  }))
  http.bindTenant(testRoutes.makePlaybookTest, ({ scope, actor, params, body }) =>
    makeTest(deps, scope, actor, { ...body, playbookId: params.playbookId }),
  )
  http.bindTenant(routes.rerunFromStep, ({ scope, actor, params, body, request }) =>
    rerunFromStep(deps, scope, actor, { runId: params.runId, path: body.path, ip: request.ip }),
  )
  http.bindTenant(routes.listComponents, async ({ scope, actor }) => ({
    items: await listComponents(scope, actor),
  }))
  http.bindTenant(routes.lookUpObservables, ({ scope, actor, params, body, request }) =>
    lookUpObservables(deps, scope, actor, { ...body, playbookId: params.componentId, ip: request.ip }),
  )
  http.bindTenant(routes.runComponent, ({ scope, actor, params, body, request }) =>
    runComponent(deps, scope, actor, { ...body, playbookId: params.componentId, ip: request.ip }),
  )
}
