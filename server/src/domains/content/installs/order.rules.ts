import { isJsonObject, type JsonValue } from '@caseloom/contract/kernel/json'
import type { PlaybooksPort } from '../ports/content-deps.ts'
import { tablesNamedIn } from '../format/named-tables.rules.ts'
import { nameOf, type PackageItem } from '../format/package-file.ts'

/** Names of what an item of a package needs to be there before it. */
export function needsOfItem(
  { kind, document }: PackageItem,
  needsOf: PlaybooksPort['needsOf'],
): ReadonlySet<string> {
  if (kind === 'playbook') {
    const { playbooks, tables } = needsOf(document)
    const called = playbooks.map(({ key }) => `playbook/${key}`)
    return new Set([...called, ...tables.map(({ key }) => `table/${key}`), ...appNames(document)])
  }
  if (kind === 'dashboard') return new Set([...appNames(document), ...linkedApps(document)])
  const definition = document[kind]
  if (!isJsonObject(definition)) return new Set()
  if (kind === 'report') return new Set([...appNames(document), ...linkedApps(definition['filter'] ?? null)])
  if (kind === 'workspace')
    return new Set([...namesIn(definition['apps'], 'app'), ...namesIn(definition['dashboards'], 'dashboard')])
  if (kind === 'homepage') return new Set(keysIn(definition['widgets'], 'dashboard', 'dashboard'))
  const { fields, applets } = definition
  const tables = tablesNamedIn(definition).map((key) => `table/${key}`)
  return new Set([...keysIn(fields, 'app', 'app'), ...keysIn(applets, 'applet', 'applet'), ...tables])
}

function keysIn(list: JsonValue | undefined, member: string, kind: string): string[] {
  if (!Array.isArray(list)) return []
  return list.flatMap((one) =>
    isJsonObject(one) && typeof one[member] === 'string' ? [`${kind}/${one[member]}`] : [],
  )
}

function namesIn(list: JsonValue | undefined, kind: string): string[] {
  return Array.isArray(list) ? list.map((key) => `${kind}/${String(key)}`) : []
}

function appNames(value: JsonValue): string[] {
  if (Array.isArray(value)) return value.flatMap(appNames)
  if (!isJsonObject(value)) return []
  const { app } = value
  const own = typeof app === 'string' ? [`app/${app}`] : []
  return [...own, ...Object.values(value).flatMap(appNames)]
}

/** Apps whose linked records a filter asks about: `app.field`. */
function linkedApps(value: JsonValue): string[] {
  if (Array.isArray(value)) return value.flatMap(linkedApps)
  if (!isJsonObject(value)) return []
  const { has } = value
  const own = typeof has === 'string' && has.includes('.') ? [`app/${has.split('.')[0] ?? ''}`] : []
  return [...own, ...Object.values(value).flatMap(linkedApps)]
}

/**
 * Items so that each comes after what it needs. Where they need each other, an app comes first: it is created with
 * its title alone, and completed once the others are there.
 */
export function inOrder(
  items: readonly PackageItem[],
  needsOf: PlaybooksPort['needsOf'],
): { item: PackageItem; isWhole: boolean }[] {
  const names = new Set(items.map(nameOf))
  const waiting = new Map(
    items.map((item) => {
      const needs = new Set([...needsOfItem(item, needsOf)].filter((name) => names.has(name)))
      return [nameOf(item), { item, needs }]
    }),
  )
  const steps: { item: PackageItem; isWhole: boolean }[] = []
  const begun = new Set<string>()
  while (waiting.size > 0) {
    const ready = [...waiting.values()].find(({ needs }) => needs.size === 0)
    const shell = [...waiting.values()].find(({ item }) => item.kind === 'app' && !begun.has(nameOf(item)))
    const next = ready ?? shell ?? [...waiting.values()][0]
    if (next === undefined) break
    const name = nameOf(next.item)
    const isWhole = next !== shell || next === ready
    steps.push({ item: next.item, isWhole })
    begun.add(name)
    if (isWhole) waiting.delete(name)
    for (const { needs } of waiting.values()) needs.delete(name)
  }
  return steps
}
