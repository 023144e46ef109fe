import type { Issue } from '@caseloom/contract/kernel/errors'
import type { Principals } from '@caseloom/contract/identity/identity'
import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { RecordView } from '@caseloom/contract/records/records'
import { Trigger } from '@caseloom/playbook/document'
import { nearest } from '@caseloom/playbook/issues'
import { triggerPathWarnings } from '@caseloom/playbook/trigger-paths'
import { type Shape, triggerShape } from '@caseloom/playbook/trigger-shape'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import type { AppsDoor, CompiledApp } from '../../apps/apps.door.ts'
import type { SharingDeps } from '../sharing/read-sharing.ts'

export interface WarningDeps extends SharingDeps {
  apps: Pick<AppsDoor, 'compiled'>
}

/** What would fail or stay empty in a run of this draft although it is valid. */
export async function draftWarnings(
  deps: WarningDeps,
  scope: TenantScope,
  actor: Actor,
  document: JsonObject,
): Promise<Issue[]> {
  const shapes = await scope.read((tx) => shapesOf(deps, tx, actor, document))
  const unnamed = deps.principals && namesPeople(document) ? await deps.principals(scope) : null
  return [
    ...triggerPathWarnings(document, shapes),
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
  const isOpen = [...app.readClasses.values()].every(
    (readers) => readers === null || readers.some((id) => actor.principals.includes(id)),
  )
  const fields = Object.fromEntries([...app.byKey.keys()].map((key) => [key, null]))
  return { ...own, fields: isOpen ? fields : null }
}

/** Lists of people that actions take, by the property that holds their names. */
const KINDS = ['roles', 'groups'] as const
const ASKS_PEOPLE = new Set(['human.approve', 'human.form', 'notify.users'])

function namesPeople(document: JsonObject): boolean {
  const text = JSON.stringify(document)
  return [...ASKS_PEOPLE].some((action) => text.includes(action))
}

function peopleWarnings(value: JsonValue, path: (string | number)[], known: Principals): Issue[] {
  if (Array.isArray(value)) return value.flatMap((item, at) => peopleWarnings(item, [...path, at], known))
  if (!isObject(value)) return []
  const { action, with: input } = value
  const isAsking = typeof action === 'string' && ASKS_PEOPLE.has(action) && isObject(input)
  const own = isAsking ? [...toWarnings(input['to'], [...path, 'with', 'to'], known)] : []
  const later = isAsking && isObject(input['escalate']) ? input['escalate']['to'] : undefined
  const escalated = toWarnings(later, [...path, 'with', 'escalate', 'to'], known)
  const inner = Object.entries(value).flatMap(([key, part]) => peopleWarnings(part, [...path, key], known))
  return [...own, ...escalated, ...inner]
}

function toWarnings(to: JsonValue | undefined, path: (string | number)[], known: Principals): Issue[] {
  if (!isObject(to)) return []
  return KINDS.flatMap((kind) => {
    const names = to[kind]
    if (!Array.isArray(names)) return []
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

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
