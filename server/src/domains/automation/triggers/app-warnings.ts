import { SYSTEM_FIELDS } from '@caseloom/contract/field-types/fields'
import { fieldTraits } from '@caseloom/contract/field-types/field-kind'
import type { Issue } from '@caseloom/contract/kernel/errors'
import { isJsonObject, type JsonObject, type JsonValue } from '@caseloom/contract/kernel/json'
import { type Actor, may, mayPass } from '@caseloom/contract/kernel/permissions'
import { isSharedWith } from '@caseloom/contract/kernel/sharing'
import { suggestion } from '@caseloom/playbook/issues'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import type { AppsDoor, CompiledApp } from '../../apps/apps.door.ts'
import { type Deed, deedsOf } from './deeds.rules.ts'

type Path = (string | number)[]

/** Properties that hold values by the key of their field. */
const VALUES = ['set', 'create', 'match'] as const
const NAMES_AN_APP = /^(?:record|clock)\.|^flow\.wait(?:Event|Condition)$/
const ABOUT_A_RECORD: ReadonlySet<string> = new Set(['human.approve', 'human.form', 'notify.users'])

interface Deps {
  apps: Pick<AppsDoor, 'compiled' | 'listApps'>
}

/** Apps, fields, options, and templates that steps name and that don't exist: such a step fails in every run. */
export async function appWarnings(
  deps: Deps,
  tx: TenantTx,
  actor: Actor,
  document: JsonObject,
): Promise<Issue[]> {
  const found: Issue[] = []
  for (const deed of deedsOf(document)) {
    const place = placeOf(deed)
    if (place === null) continue
    const app = await deps.apps.compiled(tx, place.app)
    // An app that isn't shared with someone doesn't exist for them.
    if (app === null || !may(actor, 'app:read') || !isSharedWith(actor, app.sharing, 'read'))
      found.push({
        path: place.path,
        code: 'unknown_app',
        message: `Unknown app "${place.app}"`,
        app: place.app,
      })
    else if (mayKnowFields(app, actor)) found.push(...faultsIn(app, deed))
  }
  return found
}

/** The same with the app that was most likely meant, of those that the actor sees. */
export async function withNearestApps(
  { apps }: Deps,
  scope: TenantScope,
  actor: Actor,
  warnings: readonly Issue[],
): Promise<Issue[]> {
  const isUnknown = warnings.some(({ code }) => code === 'unknown_app')
  const keys =
    isUnknown && may(actor, 'app:read') ? (await apps.listApps(scope, actor)).map(({ key }) => key) : []
  return warnings.map(({ app, ...warning }) =>
    typeof app === 'string' ? { ...warning, message: warning.message + suggestion(app, keys) } : warning,
  )
}

/** Whether a field exists is not shown where the actor can't read them all. */
export function mayKnowFields(app: CompiledApp, actor: Actor): boolean {
  return [...app.readClasses.values()].every((readers) => mayPass(actor, readers))
}

function placeOf({ action, input, path }: Deed): { app: string; path: Path } | null {
  const isAbout = ABOUT_A_RECORD.has(action)
  const holder = isAbout ? input['record'] : NAMES_AN_APP.test(action) ? input : undefined
  const app = isJsonObject(holder) ? holder['app'] : undefined
  if (typeof app !== 'string' || !isConstant(app)) return null
  return { app, path: [...path, ...(isAbout ? ['record'] : []), 'app'] }
}

function faultsIn(app: CompiledApp, { action, input, path }: Deed): Issue[] {
  if (ABOUT_A_RECORD.has(action)) return []
  return [
    ...VALUES.flatMap((part) => valueFaults(app, part, input[part], [...path, part])),
    ...listOf(input['fields']).flatMap((name, at) => nameFaults(app, name, [...path, 'fields', at])),
    ...nameFaults(app, input['field'], [...path, 'field']),
    ...listOf(input['sort']).flatMap((one, at) =>
      isJsonObject(one) ? searchedFaults(app, one['field'], [...path, 'sort', at, 'field']) : [],
    ),
    ...filterFaults(app, input['filter'], [...path, 'filter']),
    ...templateFaults(app, input['template'], [...path, 'template']),
  ]
}

function valueFaults(app: CompiledApp, part: string, values: JsonValue | undefined, path: Path): Issue[] {
  if (!isJsonObject(values)) return []
  return Object.entries(values).flatMap(([key, value]): Issue[] => {
    const at = [...path, key]
    const field = app.byKey.get(key)
    if (field === undefined) return nameFaults(app, key, at)
    if (part === 'match' && !field.unique) {
      const message = `"${key}" isn’t unique: only unique fields of "${app.key}" can be matched`
      return [{ path: at, code: 'not_unique_field', message }]
    }
    if (!isConstant(value)) return []
    const read = field.read(listed(field.definition, value))
    return (read.issues ?? []).map((issue) => ({
      ...issue,
      path: at,
      message: `${issue.message} for the field "${key}"${optionHint(value, issue)}`,
    }))
  })
}

// A playbook may give one value where a field holds a list.
function listed(definition: CompiledApp['fields'][number]['definition'], value: JsonValue): JsonValue {
  const isSeveral =
    'multiple' in definition
      ? definition.multiple
      : (({ several, observables, tasks }) => several || observables || tasks)(fieldTraits(definition))
  return isSeveral && value !== null && typeof value !== 'object' ? [value] : value
}

function optionHint(value: JsonValue, { options }: Issue): string {
  if (!Array.isArray(options)) return ''
  const keys = options.filter((option) => typeof option === 'string')
  const near = typeof value === 'string' ? suggestion(value, keys) : ''
  return near === '' ? `; its options are ${keys.slice(0, 10).join(', ')}` : near
}

function nameFaults(app: CompiledApp, name: JsonValue | undefined, path: Path): Issue[] {
  if (typeof name !== 'string' || !isConstant(name) || app.byKey.has(name)) return []
  const message = `The app "${app.key}" has no field "${name}"${suggestion(name, app.byKey.keys())}`
  return [{ path, code: 'unknown_field', message }]
}

function searchedFaults(app: CompiledApp, name: JsonValue | undefined, path: Path): Issue[] {
  return SYSTEM_FIELDS.some((system) => system === name) ? [] : nameFaults(app, name, path)
}

function filterFaults(app: CompiledApp, filter: JsonValue | undefined, path: Path): Issue[] {
  if (!isJsonObject(filter)) return []
  const { field, not } = filter
  // Parts of a field and fields of linked records have names with a dot.
  const isPlain = typeof field === 'string' && !field.includes('.')
  return [
    ...(isPlain ? searchedFaults(app, field, [...path, 'field']) : []),
    ...filterFaults(app, not, [...path, 'not']),
    ...(['all', 'any'] as const).flatMap((part) =>
      listOf(filter[part]).flatMap((one, at) => filterFaults(app, one, [...path, part, at])),
    ),
  ]
}

function templateFaults(app: CompiledApp, name: JsonValue | undefined, path: Path): Issue[] {
  if (typeof name !== 'string' || !isConstant(name)) return []
  const keys = app.templates.map(({ key }) => key)
  if (keys.includes(name)) return []
  const message = `The app "${app.key}" has no template "${name}"${suggestion(name, keys)}`
  return [{ path, code: 'unknown_template', message }]
}

function isConstant(value: JsonValue): boolean {
  return !JSON.stringify(value).includes('{%')
}

function listOf(value: JsonValue | undefined): JsonValue[] {
  return Array.isArray(value) ? value : []
}
