import { isJsonObject, type JsonObject, type JsonValue } from '@caseloom/contract/kernel/json'

/** One place of a document that names an asset, an action of a connector, or other playbooks. */
export interface Use {
  /** Key of the step; of the trigger with `trigger ` before it. */
  place: string
  /** Its path in the document. */
  path: (string | number)[]
  action: string | null
  asset: string | null
  /** Keys of playbooks that the step calls, or whose failure starts this one. */
  playbooks: string[]
  /** Key of the reference table that the step reads or changes. */
  table: string | null
  /** Key or ID of the app whose records it works with, or waits for; an expression where it is worked out. */
  app: string | null
  /** Keys of the fields that it sets. */
  fields: string[]
  /** Roles, groups, and users that it asks or notifies, by ID, name, or email address. */
  people: { kind: PeopleKind; name: string }[]
}

const PEOPLE_KINDS = ['roles', 'groups', 'users'] as const
type PeopleKind = (typeof PEOPLE_KINDS)[number]

/** All steps and triggers of a document, nested ones too; drafts may hold anything. */
export function usesOf(document: JsonObject): Use[] {
  return [
    ...listOf(document['triggers']).flatMap((trigger, at) => usesOfTrigger(trigger, at)),
    ...stepsIn(document['steps'], ['steps']),
    ...stepsIn(memberOf(document['onError'], 'steps'), ['onError', 'steps']),
  ]
}

function usesOfTrigger(trigger: JsonValue, at: number): Use[] {
  if (!isJsonObject(trigger)) return []
  const withs = isJsonObject(trigger['with']) ? trigger['with'] : {}
  const place = `trigger ${textOf(trigger['key']) ?? at + 1}`
  const use = {
    place,
    action: textOf(withs['action']),
    asset: textOf(withs['asset']) ?? textOf(trigger['asset']),
    table: null,
    playbooks:
      trigger['kind'] === 'failure' ? listOf(withs['playbooks']).flatMap((key) => textOf(key) ?? []) : [],
    app: textOf(withs['app']),
    fields: listOf(withs['fields']).flatMap((key) => textOf(key) ?? []),
    people: [],
  }
  return [{ ...use, path: ['triggers', at, 'with', 'asset'] }]
}

function stepsIn(steps: JsonValue | undefined, path: (string | number)[]): Use[] {
  return listOf(steps).flatMap((step, at) => (isJsonObject(step) ? usesOfStep(step, [...path, at]) : []))
}

function usesOfStep(step: JsonObject, path: (string | number)[]): Use[] {
  const place = textOf(step['key']) ?? String(path.at(-1))
  const own = {
    place,
    path: [...path, 'asset'],
    action: textOf(step['action']),
    asset: textOf(step['asset']),
    playbooks: calledBy(step),
    table: tableOf(step),
    ...worksWith(step['with']),
  }
  const undo = isJsonObject(step['compensate']) ? step['compensate'] : null
  const undoes =
    undo === null
      ? []
      : [
          {
            place,
            path: [...path, 'compensate', 'asset'],
            action: textOf(undo['action']),
            asset: textOf(undo['asset']),
            playbooks: calledBy(undo),
            table: tableOf(undo),
            ...worksWith(undo['with']),
          },
        ]
  const inner = ['steps', 'catch', 'finally'].flatMap((part) => stepsIn(step[part], [...path, part]))
  const branches = listOf(step['branches']).flatMap((branch, at) =>
    stepsIn(memberOf(branch, 'steps'), [...path, 'branches', at, 'steps']),
  )
  return [own, ...undoes, ...inner, ...branches]
}

function calledBy(deed: JsonObject): string[] {
  const component = deed['action'] === 'flow.call' ? textOf(memberOf(deed['with'], 'component')) : null
  return component === null ? [] : [component]
}

function worksWith(input: JsonValue | undefined): Pick<Use, 'app' | 'fields' | 'people'> {
  const asked = [memberOf(input, 'to'), memberOf(memberOf(input, 'escalate'), 'to')]
  return {
    app: textOf(memberOf(input, 'app')) ?? textOf(memberOf(memberOf(input, 'record'), 'app')),
    fields: ['match', 'set', 'create'].flatMap((part) => keysOf(memberOf(input, part))),
    people: asked.flatMap((to) =>
      PEOPLE_KINDS.flatMap((kind) =>
        listOf(memberOf(to, kind)).flatMap((name) => (typeof name === 'string' ? [{ kind, name }] : [])),
      ),
    ),
  }
}

function keysOf(value: JsonValue | undefined): string[] {
  return isJsonObject(value) ? Object.keys(value) : []
}

function tableOf(deed: JsonObject): string | null {
  const isTable = textOf(deed['action'])?.startsWith('table.') === true
  return isTable ? textOf(memberOf(deed['with'], 'table')) : null
}

function listOf(value: JsonValue | undefined): JsonValue[] {
  return Array.isArray(value) ? value : []
}

function memberOf(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return isJsonObject(value) ? value[name] : undefined
}

function textOf(value: JsonValue | undefined): string | null {
  return typeof value === 'string' ? value : null
}
