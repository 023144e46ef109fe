import { AppId, RunId, TriggerId } from '@caseloom/contract/kernel/ids'
import { type Actor, may } from '@caseloom/contract/kernel/permissions'
import type { TriggerOverview } from '@caseloom/contract/automation/triggers'
import { Playbook } from '@caseloom/playbook/document'
import { audit } from '../../../platform/audit/audit.ts'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import type { AppsDoor } from '../../apps/apps.door.ts'
import { type LoggedDelivery, LogRow, originOf } from '../deliveries/deliveries.read.ts'
import type { GateDeps } from '../gate/run-gate.ts'
import { seenDeliveries } from '../deliveries/see-deliveries.ts'
import { getPlaybookRow } from '../playbooks/playbook.store.ts'
import { pauseTrigger, triggerById, type TriggerRow, triggersOf } from '../intake/trigger.store.ts'
import type { Versions } from '../playbooks/versions.ts'
import { cronWords } from '../schedules/cron-words.rules.ts'
import { scheduleFault, ticksAfter } from '../schedules/cron.ts'
import { nextPoll, ScheduleOptions } from '../schedules/next-poll.ts'
import { noteTriggerSwitch } from '../notices/notice.store.ts'
import { beginEvents } from '../intake/record-place.store.ts'

export interface OverviewDeps extends GateDeps {
  apps: Pick<AppsDoor, 'compiled'>
  versions: Versions
  publicUrl: string
  mailDomain: string | null
}

const SHOWN = 5

/** Triggers of the published version; throws resource.not_found. */
export async function listTriggers(
  deps: OverviewDeps,
  scope: TenantScope,
  actor: Actor,
  playbookId: string,
): Promise<TriggerOverview[]> {
  const rows = await scope.read(async (tx) => {
    await getPlaybookRow(tx, playbookId)
    return (await triggersOf(tx, playbookId)).filter((row) => row.published)
  })
  return Promise.all(rows.map((row) => overview(deps, scope, actor, row)))
}

/**
 * Switches a trigger off or on. A schedule continues with its next moment, record changes count from then on, and
 * polling resumes where it was.
 */
export async function switchTrigger(
  deps: OverviewDeps,
  scope: TenantScope,
  actor: Actor,
  command: { triggerId: string; enabled: boolean; ip?: string },
): Promise<TriggerOverview> {
  allow(actor, 'playbook:build')
  const { triggerId, enabled, ip } = command
  const row = await scope.tx(async (tx) => {
    const found = await triggerById(tx, triggerId, true)
    if (found?.published !== true) throw fail('resource.not_found')
    if (found.paused !== enabled) return found
    await pauseTrigger(tx, { ...placeAfter(found, enabled, tx.now), id: found.id, paused: !enabled })
    await noteTriggerSwitch(tx, found, { enabled, by: actor.id })
    if (found.app_id !== null && found.kind === 'record') await beginEvents(tx, [found.app_id])
    await audit(tx, {
      accountId: tx.accountId,
      tenantId: tx.tenantId,
      actor,
      action: enabled ? 'trigger.enabled' : 'trigger.disabled',
      object: { kind: 'trigger', id: found.id, name: found.key },
      before: { enabled: !enabled },
      after: { enabled },
      ip: ip ?? null,
    })
    return triggerById(tx, triggerId)
  })
  if (row === null) throw fail('resource.not_found')
  return overview(deps, scope, actor, row)
}

function placeAfter(row: TriggerRow, enabled: boolean, now: Date): Pick<TriggerRow, 'cursor' | 'due_at'> {
  const { cursor, due_at } = row
  if (!enabled) return { cursor, due_at }
  const look = nextPoll(row, now)
  const isPolled = row.kind === 'poll' || row.kind === 'mail'
  return { cursor: isPolled ? cursor : look.cursor, due_at: look.dueAt }
}

/** A plan in words with its next moments; throws request.invalid at the part that cannot be read. */
export function previewSchedule(plan: { cron: string; timeZone: string }, now: Date) {
  const fault = scheduleFault(plan.cron, plan.timeZone)
  if (fault !== null) {
    const issue = { path: ['body', fault.at], code: 'bad_value', message: fault.message }
    throw fail('request.invalid', { issues: [issue] })
  }
  return {
    words: cronWords(plan.cron),
    next: ticksAfter(plan.cron, plan.timeZone, now, SHOWN).map((at) => at.toISOString()),
  }
}

async function overview(
  deps: OverviewDeps,
  scope: TenantScope,
  actor: Actor,
  row: TriggerRow,
): Promise<TriggerOverview> {
  const version = await deps.versions.get(scope, row.version_id)
  const { triggers } = Playbook.parse(version.document)
  const { app, last } = await scope.read(async (tx) => ({
    app: row.app_id === null ? null : await deps.apps.compiled(tx, row.app_id),
    last: await lastOf(tx, row.id),
  }))
  const [seen = null] = last === null ? [] : await seenDeliveries(deps, scope, actor, [last])
  const schedule = row.kind === 'schedule' ? ScheduleOptions.parse(row.options) : null
  return {
    id: TriggerId.parse(row.id),
    key: row.key,
    title: triggers.find(({ key }) => key === row.key)?.title ?? row.key,
    kind: row.kind,
    enabled: row.enabled,
    options: row.options,
    address: addressOf(deps, scope, row),
    app: app === null ? null : { id: AppId.parse(app.id), name: app.name },
    next: row.enabled ? nextOf(row, schedule) : [],
    words: schedule === null ? null : cronWords(schedule.cron),
    last: seen === null ? null : lastSeen(seen),
    failing: row.failing,
    can: { switch: may(actor, 'playbook:build') },
  }
}

function lastSeen({ at, outcome, reason, runId, runState, runError }: SeenLast): SeenLast {
  return { at, outcome, reason, runId, runState, runError }
}

function nextOf(row: TriggerRow, schedule: ScheduleOptions | null): string[] {
  if (schedule === null) return row.due_at === null ? [] : [row.due_at.toISOString()]
  return ticksAfter(schedule.cron, schedule.timeZone, new Date(), SHOWN).map((at) => at.toISOString())
}

function addressOf(
  { publicUrl, mailDomain }: OverviewDeps,
  { tenantId, accountId }: TenantScope,
  row: TriggerRow,
): string | null {
  switch (row.kind) {
    case 'webhook':
      return `${publicUrl}/hooks/${tenantId}/${row.hook_key}`
    case 'form':
      return row.options['audience'] === 'link'
        ? `${publicUrl}/forms/${tenantId}/${row.hook_key}`
        : `${publicUrl}/account/${accountId}/tenant/${tenantId}/orchestration/form/${row.id}`
    case 'mail':
      return row.options['via'] === 'smtp' && mailDomain !== null ? `${row.hook_key}@${mailDomain}` : null
    case 'schedule':
    case 'record':
    case 'button':
    case 'poll':
    case 'failure':
      return null
    default:
      return row.kind satisfies never
  }
}

type SeenLast = NonNullable<TriggerOverview['last']>
type Last = SeenLast & LoggedDelivery

async function lastOf(tx: TenantTx, triggerId: string): Promise<Last | null> {
  const [row] = await tx.rows(
    LogRow,
    `select d.at, d.outcome, d.reason, d.run_id, d.app_id, d.record_id, d.loop_stop, t.kind,
            r.state as run_state, r.error as run_error
       from caseloom.delivery d join caseloom.trigger t on t.id = d.trigger_id
       left join caseloom.run r on r.id = d.run_id and r.tenant_id = $1
      where d.tenant_id = $1 and d.trigger_id = $2 order by d.id desc limit 1`,
    [tx.tenantId, triggerId],
    'automation-last-delivery',
  )
  if (row === undefined) return null
  return {
    at: row.at.toISOString(),
    outcome: row.outcome,
    reason: row.reason,
    runId: row.run_id === null ? null : RunId.parse(row.run_id),
    runState: row.run_state,
    runError: row.run_error,
    summary: null,
    dedupKey: null,
    ...originOf(row),
  }
}
