import type { Issue } from '@caseloom/contract/kernel/errors'
import type { Principals } from '@caseloom/contract/identity/identity'
import { UserId } from '@caseloom/contract/kernel/ids'
import { isJsonObject, type JsonObject, type JsonValue } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { RecordView } from '@caseloom/contract/records/records'
import { Trigger } from '@caseloom/playbook/document'
import { nearest } from '@caseloom/playbook/issues'
import { triggerPathWarnings } from '@caseloom/playbook/trigger-paths'
import { type Shape, triggerShape } from '@caseloom/playbook/trigger-shape'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import type { AppsDoor, CompiledApp } from '../../apps/apps.door.ts'
import { componentWarnings } from '../components/component-warnings.ts'
import { appWarnings, mayKnowFields, withNearestApps } from './app-warnings.ts'
import type { Directory } from '../directory/directory-port.ts'
import type { SharingDeps } from '../sharing/read-sharing.ts'

export interface WarningDeps extends SharingDeps {
  /** Those who can act in the tenant, with their email addresses; without it, no users are checked. */
  members?: Directory['members'] | undefined
  apps: Pick<AppsDoor, 'compiled' | 'listApps'>
}

/** What would fail or stay empty in a run of this draft although it is valid. */
export async function draftWarnings(
  deps: WarningDeps,
  scope: TenantScope,
  actor: Actor,
  document: JsonObject,
): Promise<Issue[]> {
  const { shapes, named, called } = await scope.read(async (tx) => ({
    shapes: await shapesOf(deps, tx, actor, document),
    named: await appWarnings(deps, tx, actor, document),
    called: await componentWarnings(tx, document, actor),
  }))
  const unnamed = namesPeople(document) ? await peopleKnown(deps, scope, document) : null
  return [
    ...triggerPathWarnings(document, shapes),
    ...(await withNearestApps(deps, scope, actor, named)),
    ...called,
    ...(unnamed === null ? [] : peopleWarnings(document, [], unnamed)),
  ]
}

async function shapesOf(
  deps: WarningDeps,
  tx: TenantTx,
  actor: Actor,
  { triggers }: JsonObject,
): Promise<(Shape | null)[]> {
  if (!Array.isArray(triggers)) return []
  const shapes: (Shape | null)[] = []
  for (const value of triggers) {
    const parsed = Trigger.safeParse(value)
    shapes.push(parsed.success ? await shapeOf(deps, tx, actor, parsed.data) : null)
  }
  return shapes
}

async function shapeOf(
  deps: WarningDeps,
  tx: TenantTx,
  actor: Actor,
  trigger: Trigger,
): Promise<Shape | null> {
  if (trigger.kind !== 'record' && trigger.kind !== 'button') return triggerShape(trigger.kind, null)
  const app = await deps.apps.compiled(tx, trigger.with.app)
  return app === null ? null : triggerShape(trigger.kind, recordShape(app, actor))
}

/** Whether a field exists is not shown where the actor can't read them all. */
function recordShape(app: CompiledApp, actor: Actor): Shape | null {
  const { can: _can, ...parts } = RecordView.shape
  const own = Object.fromEntries(Object.keys(parts).map((key) => [key, null]))
  const fields = Object.fromEntries([...app.byKey.keys()].map((key) => [key, null]))
  return { ...own, fields: mayKnowFields(app, actor) ? fields : null }
}

/** Lists of people that actions take, by the property that holds their names. */
const KINDS = ['roles', 'groups', 'users'] as const
const ASKS_PEOPLE = new Set(['human.approve', 'human.form', 'notify.users'])

/** Roles, groups, and users by name; users also by the email addresses that actions take. */
async function peopleKnown(
  { principals, members }: WarningDeps,
  scope: TenantScope,
  document: JsonObject,
): Promise<Principals | null> {
  const known = (await principals?.(scope)) ?? null
  if (known === null) return null
  if (members === undefined || !JSON.stringify(document).includes('"users"')) return { ...known, users: [] }
  const users = (await members(scope)).flatMap(({ actor, email }) =>
    actor.id === null ? [] : [{ id: UserId.parse(actor.id), name: email }],
  )
  return { ...known, users }
}

function namesPeople(document: JsonObject): boolean {
  const text = JSON.stringify(document)
  return [...ASKS_PEOPLE].some((action) => text.includes(action))
}

function peopleWarnings(value: JsonValue, path: (string | number)[], known: Principals): Issue[] {
  if (Array.isArray(value)) return value.flatMap((item, at) => peopleWarnings(item, [...path, at], known))
  if (!isJsonObject(value)) return []
  const { action, with: input } = value
  const isAsking = typeof action === 'string' && ASKS_PEOPLE.has(action) && isJsonObject(input)
  const own = isAsking ? [...toWarnings(input['to'], [...path, 'with', 'to'], known)] : []
  const later = isAsking && isJsonObject(input['escalate']) ? input['escalate']['to'] : undefined
  const escalated = toWarnings(later, [...path, 'with', 'escalate', 'to'], known)
  const inner = Object.entries(value).flatMap(([key, part]) => peopleWarnings(part, [...path, key], known))
  return [...own, ...escalated, ...inner]
}

function toWarnings(to: JsonValue | undefined, path: (string | number)[], known: Principals): Issue[] {
  if (!isJsonObject(to)) return []
  return KINDS.flatMap((kind) => {
    const names = to[kind]
    // A tenant always has users and roles: none are known here.
    if (!Array.isArray(names) || (kind === 'users' && known.users.length === 0)) return []
    return names.flatMap((name, at) => {
      const isPlain = typeof name === 'string' && !name.includes('{%')
      if (!isPlain || known[kind].some((one) => same(one.id, name) || same(one.name, name))) return []
      const message = `Unknown ${kind.slice(0, -1)} "${name}"${hint(name, known[kind])}`
      return [{ path: [...path, kind, at], code: `unknown_${kind.slice(0, -1)}`, message }]
    })
  })
}

function hint(name: string, known: readonly { name: string }[]): string {
  const names = known.map((one) => one.name)
  const wanted = name.trim().toLowerCase()
  const near =
    nearest(name, names) ?? names.find((one) => wanted.length > 2 && one.toLowerCase().includes(wanted))
  return near === undefined ? '' : `; did you mean "${near}"?`
}

function same(value: string, wanted: string): boolean {
  return value.toLowerCase() === wanted.trim().toLowerCase()
}
