import type { Issue } from '@caseloom/contract/kernel/errors'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import { Trigger } from '@caseloom/playbook/document'
import type { TenantTx } from '../../../platform/database/types.ts'
import type { AppsDoor, CompiledApp } from '../../apps/apps.door.ts'
import type { EffectActions } from '../effects/effects.ts'
import { scheduleFault } from '../schedules/cron.ts'

export interface ProblemDeps {
  apps: Pick<AppsDoor, 'compiled'>
  actions: EffectActions
  /** Domain of the addresses that this installation receives mail for; null when it receives none. */
  mailDomain: string | null
}

/** Faults of triggers that only this installation can see; the rest is the playbook package's. */
export async function triggerProblems(
  deps: ProblemDeps,
  tx: TenantTx,
  document: JsonObject,
  /** Names of the connectors' actions that the document uses. */
  foreign: ReadonlySet<string> = new Set(),
): Promise<Issue[]> {
  const { triggers } = document
  if (!Array.isArray(triggers)) return []
  const found: Issue[] = []
  for (const [index, value] of triggers.entries()) {
    const parsed = Trigger.safeParse(value)
    if (!parsed.success) continue
    const faults = await faultsOf(deps, tx, parsed.data, foreign)
    for (const { at, message } of faults)
      found.push({ path: ['triggers', index, 'with', ...at], code: 'bad_value', message })
  }
  return found
}

interface Fault {
  at: (string | number)[]
  message: string
}

async function faultsOf(
  deps: ProblemDeps,
  tx: TenantTx,
  trigger: Trigger,
  foreign: ReadonlySet<string>,
): Promise<Fault[]> {
  switch (trigger.kind) {
    case 'schedule': {
      const fault = scheduleFault(trigger.with.cron, trigger.with.timeZone)
      return fault === null ? [] : [{ at: [fault.at], message: fault.message }]
    }
    case 'record':
    case 'button': {
      const app = await deps.apps.compiled(tx, trigger.with.app)
      if (app === null) return [{ at: ['app'], message: `Unknown app "${trigger.with.app}"` }]
      return trigger.kind === 'record' ? unknownFields(app, trigger.with.fields ?? []) : []
    }
    case 'poll': {
      if (deps.actions.has(trigger.with.action) || foreign.has(trigger.with.action)) return []
      return [{ at: ['action'], message: `Unknown action "${trigger.with.action}" that can be polled` }]
    }
    case 'mail': {
      if (trigger.with.via === 'imap')
        return trigger.with.then === 'move' && trigger.with.moveTo === undefined
          ? [{ at: ['moveTo'], message: 'Enter the folder that emails are moved to' }]
          : []
      if (deps.mailDomain !== null) return []
      return [{ at: ['via'], message: 'This installation doesn’t receive email: MAIL_IN_PORT isn’t set' }]
    }
    case 'webhook':
    case 'form':
    case 'failure':
      return []
    default:
      return trigger satisfies never
  }
}

function unknownFields(app: CompiledApp, fields: readonly string[]): Fault[] {
  return fields.flatMap((field, index) =>
    app.byKey.has(field)
      ? []
      : [{ at: ['fields', index], message: `The app "${app.key}" has no field "${field}"` }],
  )
}
