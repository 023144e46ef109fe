// Changing playbooks: edit, check, publish, delete, and list them.
import type { PlaybookView } from '@caseloom/contract/automation/automation'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { Playbook } from '@caseloom/playbook/document'
import { SEMANTICS } from '@caseloom/playbook/run-types'
import { audit } from '../../../platform/audit/audit.ts'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import { newId } from '../../../platform/uuid.ts'
import { revisionConflict } from './edit-playbook.ts'
import { playbookChanged } from '../playbooks/playbook.events.ts'
import { getPlaybookRow } from '../playbooks/playbook.store.ts'
import { insertVersion } from '../playbooks/version.store.ts'
import { underDocument } from '../playbooks/playbook-document.rules.ts'
import { type PlaybookReadDeps, problemsOf, readPlaybook } from './playbooks.read.ts'
import { readSharing } from '../sharing/read-sharing.ts'
import { actsAsInitiator, grantOf } from '../run-model/run-actor.ts'
import { disableTriggersBut, putTrigger, type TriggerPut, triggersOf } from '../intake/trigger.store.ts'
import { type PlanDeps, planTriggers } from '../triggers/plan-triggers.ts'
import { limitTriggers } from '../intake/trigger-limits.store.ts'
import { beginEvents } from '../intake/record-place.store.ts'
import { type FailedTests, failedTestsOf } from '../saved-tests/failed-tests.ts'
import type { SavedTestDeps } from '../saved-tests/run-saved-tests.ts'

export interface PublishDeps extends PlaybookReadDeps, PlanDeps, Omit<SavedTestDeps, 'expressions'> {
  apps: PlaybookReadDeps['apps']
}

export interface PublishPlaybook {
  playbookId: string
  revision: number
  note?: string | undefined
  /** Triggers that the playbook did not have before start turned off. */
  newTriggersOff?: boolean
  /** Why it is published although tests of it fail. */
  testsReason?: string | undefined
}

/**
 * Makes the draft the next version; from then on, its triggers take deliveries. The version acts with the publisher's
 * current permissions. One that acts with the permissions of others requires playbook:impersonate. Throws
 * playbook.invalid with all problems, playbook.tests_failed, right.missing, resource.version_conflict.
 */
export async function publishPlaybook(
  deps: PublishDeps,
  scope: TenantScope,
  actor: Actor,
  command: PublishPlaybook,
): Promise<PlaybookView> {
  allow(actor, 'playbook:build')
  const { playbookId, revision, note = '', newTriggersOff = false, testsReason } = command
  const before = await scope.read((tx) => getPlaybookRow(tx, playbookId))
  if (before.revision !== revision) throw revisionConflict(before.revision, before.draft)
  const shared = await readSharing(deps, scope, before.draft)
  const issues = [...(await problemsOf(deps, scope, before.draft, actor)), ...shared.issues]
  if (issues.length > 0) throw fail('playbook.invalid', { issues: underDocument(issues) })
  if (actsAsInitiator(before.draft)) allow(actor, 'playbook:impersonate')
  const document = Playbook.parse(before.draft)
  const known = await scope.read((tx) => triggersOf(tx, playbookId))
  const versionId = newId()
  // Stored with the version: its runs stay the same when a connector changes.
  const actions = (await deps.connectors?.catalog.specsFor(scope, before.draft)) ?? []
  const tested = { document: before.draft, actions, reason: testsReason }
  const failedTests = await failedTestsOf(deps, scope, actor, tested)
  const rows = await planTriggers(deps, scope, document, { playbookId, versionId, known, now: new Date() })
  await scope.tx(async (tx) => {
    const row = await getPlaybookRow(tx, playbookId, true)
    if (row.revision !== revision) throw revisionConflict(row.revision, row.draft)
    const number = (row.published_version ?? 0) + 1
    await insertVersion(tx, {
      id: versionId,
      playbookId,
      number,
      document: { ...row.draft, version: number } satisfies JsonObject,
      semantics: SEMANTICS,
      ...grantOf(actor),
      publishedBy: actor,
      note,
      failedTests,
      runDays: runDaysOf(document),
      sharedWith: shared.ids,
      actions,
    })
    await putTriggers(tx, playbookId, { rows, newTriggersOff })
    await limitTriggers(tx, playbookId, document.triggers)
    tx.announce(playbookChanged(tx, playbookId))
    const published = { playbookId, title: document.title, note, failedTests }
    await auditPublishing(tx, actor, { ...row.draft, version: number }, published)
  })
  return readPlaybook(deps, scope, actor, playbookId)
}

interface Published {
  playbookId: string
  title: string
  note: string
  failedTests: FailedTests | null
}

async function auditPublishing(tx: TenantTx, actor: Actor, version: JsonObject, published: Published) {
  const { playbookId, title, note, failedTests } = published
  const entry = { accountId: tx.accountId, tenantId: tx.tenantId, actor }
  const object = { kind: 'playbook', id: playbookId, name: title }
  const after = {
    ...version,
    ...(note === '' ? {} : { note }),
    ...(failedTests === null ? {} : { failedTests }),
  }
  await audit(tx, { ...entry, action: 'playbook.published', object, after })
  if (failedTests === null) return
  const name = `${title}: ${failedTests.reason}`
  await audit(tx, { ...entry, action: 'playbook.tests_overridden', object: { ...object, name }, after })
}

function runDaysOf({ keepRuns }: Playbook): number | null {
  if (keepRuns === undefined) return null
  return keepRuns === 'forever' ? 0 : keepRuns
}

async function putTriggers(
  tx: TenantTx,
  playbookId: string,
  { rows, newTriggersOff }: { rows: readonly TriggerPut[]; newTriggersOff: boolean },
): Promise<void> {
  for (const row of rows) await putTrigger(tx, row, newTriggersOff)
  await disableTriggersBut(
    tx,
    playbookId,
    rows.map((row) => row.key),
  )
  await beginEvents(
    tx,
    rows.flatMap(({ kind, app_id }) => (kind === 'record' && app_id !== null ? [app_id] : [])),
  )
}
