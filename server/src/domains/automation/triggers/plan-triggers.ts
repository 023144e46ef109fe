import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import type { Playbook, Trigger } from '@caseloom/playbook/document'
import { randomBytes } from 'node:crypto'
import type { TenantScope } from '../../../platform/database/types.ts'
import { newId } from '../../../platform/uuid.ts'
import type { AppsDoor } from '../../apps/apps.door.ts'
import { type HookSecrets, newHookKey, newHookSecret } from '../hooks/hook-secrets.ts'
import type { TriggerPut, TriggerRow } from '../intake/trigger.store.ts'
import { nextPoll } from '../schedules/next-poll.ts'

export interface PlanDeps {
  secrets: HookSecrets
  apps: Pick<AppsDoor, 'compiled'>
}

export interface TriggerPlan {
  playbookId: string
  versionId: string
  known: readonly TriggerRow[]
  now: Date
}

/** The rows of a version's triggers; what they had read stays as long as they read the same. */
export async function planTriggers(
  deps: PlanDeps,
  scope: TenantScope,
  { triggers }: Pick<Playbook, 'triggers'>,
  plan: TriggerPlan,
): Promise<TriggerPut[]> {
  return Promise.all(triggers.map((trigger) => planOne(deps, scope, trigger, plan)))
}

async function planOne(
  deps: PlanDeps,
  scope: TenantScope,
  trigger: Trigger,
  plan: TriggerPlan,
): Promise<TriggerPut> {
  const { playbookId, versionId, known, now } = plan
  const before = known.find((row) => row.key === trigger.key)
  const old = before?.kind === trigger.kind ? before : undefined
  const id = before?.id ?? newId()
  // A trigger's options are JSON: its document was.
  const options = JSON.parse(JSON.stringify(trigger.with)) as JsonObject
  const continues = old?.published === true && sameSource(old, options)
  const look = continues ? { cursor: old.cursor, dueAt: old.due_at } : nextPoll({ ...trigger, options }, now)
  return {
    id,
    playbook_id: playbookId,
    version_id: versionId,
    key: trigger.key,
    kind: trigger.kind,
    hook_key: old?.hook_key ?? (trigger.kind === 'mail' ? newMailKey() : newHookKey()),
    ...(await credentials(deps, scope, { trigger, id, old })),
    options,
    cursor: look.cursor,
    due_at: look.dueAt,
    app_id: await appOf(deps, scope, trigger),
  }
}

type Credentials = Pick<TriggerRow, 'auth' | 'header' | 'answer' | 'secret'>

/** Address and secret of a webhook stay from version to version; another kind of credentials gets a new secret. */
async function credentials(
  deps: PlanDeps,
  scope: TenantScope,
  { trigger, id, old }: { trigger: Trigger; id: string; old: TriggerRow | undefined },
): Promise<Credentials> {
  if (trigger.kind !== 'webhook') return { auth: 'none', header: null, answer: 'accepted', secret: '' }
  const { auth, header, answer } = trigger.with
  const keepsSecret = old !== undefined && (old.auth === 'basic') === (auth === 'basic')
  const secret = keepsSecret ? old.secret : await deps.secrets.seal(scope, id, newHookSecret(auth))
  return { auth, header: header ?? null, answer, secret }
}

/** Parts of the options that say what is read; by others of them its place means nothing. */
const SOURCES: Readonly<Partial<Record<Trigger['kind'], readonly string[]>>> = {
  schedule: ['cron', 'timeZone'],
  poll: ['action', 'asset'],
  mail: ['via', 'asset', 'folder'],
  record: ['app'],
}

function sameSource(old: TriggerRow, options: JsonObject): boolean {
  const parts = SOURCES[old.kind] ?? []
  return parts.every((part) => same(old.options[part], options[part]))
}

function same(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  return JSON.stringify(a ?? null) === JSON.stringify(b ?? null)
}

async function appOf(deps: PlanDeps, scope: TenantScope, trigger: Trigger): Promise<string | null> {
  if (trigger.kind !== 'record' && trigger.kind !== 'button') return null
  const { app } = trigger.with
  const compiled = await scope.read((tx) => deps.apps.compiled(tx, app))
  return compiled?.id ?? null
}

/** Local parts of mail addresses are read without regard to case. */
function newMailKey(): string {
  return randomBytes(12).toString('hex')
}
