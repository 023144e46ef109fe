// Trying a draft: test runs, single steps, and past triggers replayed.
import type { RunSummary } from '@caseloom/contract/automation/automation'
import type { TestInput } from '@caseloom/contract/automation/builder'
import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { Logger } from 'pino'
import { Playbook } from '@caseloom/playbook/document'
import { SEMANTICS } from '@caseloom/playbook/run-types'
import type { TenantScope } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import { newId } from '../../../platform/uuid.ts'
import type { ConnectorServices } from '../connectors/connector-services.ts'
import { inheritTouches } from '../gate/run-touch.store.ts'
import type { HookLimits } from '../intake/hook-limits.ts'
import { type GetRunDeps, getRun } from '../runs/get-run.ts'
import { getPlaybookRow } from '../playbooks/playbook.store.ts'
import { insertVersion } from '../playbooks/version.store.ts'
import { underDocument } from '../playbooks/playbook-document.rules.ts'
import { type PlaybookReadDeps, problemsOf } from '../publishing/playbooks.read.ts'
import { grantOf } from '../run-model/run-actor.ts'
import { runById, runSummary } from '../runs/runs.read.ts'
import { type NewRun, type StartRunDeps, startRunIn } from '../runs/start-run.ts'
import { putTest } from '../runs/run-test.store.ts'

export type TestDeps = GetRunDeps &
  Omit<PlaybookReadDeps, 'connectors'> &
  StartRunDeps & { limits: HookLimits; log: Logger; connectors?: ConnectorServices }

/**
 * Runs a draft once, with the permissions of the requester. Effects that reach outside are stubbed unless named
 * `real`. Throws playbook.invalid with all problems, request.too_many, resource.not_found.
 */
export async function testPlaybook(
  deps: TestDeps,
  scope: TenantScope,
  actor: Actor,
  command: TestInput & { playbookId: string },
): Promise<RunSummary> {
  allow(actor, 'playbook:build')
  const { playbookId, inputs, stubs, recordedFrom } = command
  await checkTest(deps, scope, actor, command)
  await deps.limits.allowAcceptance(scope)
  const actions = (await deps.connectors?.catalog.specsFor(scope, command.document)) ?? []
  return scope.tx(async (tx) => {
    const versionId = newId()
    await insertVersion(tx, {
      runDays: null,
      sharedWith: null,
      id: versionId,
      playbookId,
      number: null,
      document: command.document,
      semantics: SEMANTICS,
      ...grantOf(actor),
      publishedBy: actor,
      actions,
    })
    const runId = await startRunIn(deps, tx, {
      playbookId,
      versionId,
      inputs,
      initiator: actor.id,
      test: true,
      ...givenOf(command),
    })
    await putTest(tx, runId, { stubs, recordedFrom })
    if (recordedFrom !== null) await inheritTouches(tx, { runId, from: recordedFrom })
    const made = await runById(tx, runId)
    if (made === null) throw new Error('The test run is missing')
    return runSummary(made)
  })
}

/** The document has no problems, and who tests may see the run whose outputs are to stand in. */
export async function checkTest(
  deps: TestDeps,
  scope: TenantScope,
  actor: Actor,
  { playbookId, document, recordedFrom }: TestInput & { playbookId: string },
): Promise<Playbook> {
  await scope.read((tx) => getPlaybookRow(tx, playbookId))
  const issues = await problemsOf(deps, scope, document)
  if (issues.length > 0) throw fail('playbook.invalid', { issues: underDocument(issues) })
  if (recordedFrom !== null) {
    const run = await getRun(deps, scope, actor, recordedFrom)
    if (!run.can.data) throw fail('resource.not_found')
  }
  return Playbook.parse(document)
}

/** The trigger's value for the test: a webhook's payload is in `trigger.body`. */
export function givenOf({
  document,
  trigger,
}: TestInput): Pick<NewRun, 'triggerKey' | 'triggerKind' | 'payload' | 'http'> {
  const found = Playbook.parse(document).triggers.find(({ key }) => key === trigger.key)
  const { headers, query } = trigger
  const triggerKey = trigger.key ?? 'test'
  if (found === undefined || found.kind === 'webhook') {
    return {
      triggerKey,
      triggerKind: found?.kind ?? 'test',
      payload: trigger.payload,
      http: { headers, query },
    }
  }
  return { triggerKey, triggerKind: found.kind, payload: objectOf(trigger.payload) }
}

function objectOf(value: JsonValue): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
}
