import type { AppletLink } from '@caseloom/contract/apps/applet-links'
import type { MergeItem } from '@caseloom/contract/apps/applets'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { ruleSentence } from '../sentences.ts'
import { placedRules } from '../walk.ts'
import type { AppletBundle } from './expand.ts'
import { asJson, sameJson } from './same-json.ts'

interface LogicItem {
  subject: MergeItem['subject']
  value: JsonValue
}

/** Stages and rules that the new revision adds, changes, or removes, and those that the app turned off. */
export function ruleItems(base: AppletBundle, next: AppletBundle, link: AppletLink): MergeItem[] {
  const [from, to] = [itemsOf(base), itemsOf(next)]
  const off = new Set<string>(link.rulesOff)
  const items: MergeItem[] = []
  for (const [key, { subject, value }] of to) {
    const before = from.get(key)?.value ?? null
    const changed = !sameJson(before, value)
    const item = { id: `${subject.kind}/${subject.key}`, subject, property: null, base: before, next: value }
    const isOff = off.has(subject.key)
    if (before === null) items.push({ ...item, kind: 'add', here: null, result: value })
    else if (isOff)
      items.push({
        ...item,
        kind: 'keep',
        property: 'off',
        here: turnedOff(before),
        result: turnedOff(value),
      })
    else if (changed) items.push({ ...item, kind: 'change', here: before, result: value })
  }
  for (const [key, { subject, value }] of from) {
    if (to.has(key)) continue
    const here = off.has(subject.key) ? turnedOff(value) : value
    const id = `${subject.kind}/${subject.key}`
    items.push({ id, kind: 'remove', subject, property: null, base: value, here, next: null, result: null })
  }
  return items
}

function turnedOff(value: JsonValue): JsonValue {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
    ? { ...value, off: true }
    : value
}

function itemsOf({ fields, workflow }: AppletBundle): Map<string, LogicItem> {
  const items = new Map<string, LogicItem>()
  for (const { branches: _branches, ...stage } of workflow?.stages ?? [])
    items.set(`stage/${stage.id}`, {
      subject: { kind: 'stage', key: stage.id, name: stage.title },
      value: asJson(stage),
    })
  for (const { rule, parent, stage } of placedRules(workflow ?? { stages: [] })) {
    const { branches: _nested, ...own } = rule
    const name = rule.name ?? ruleSentence(rule, { fields })
    items.set(`rule/${rule.id}`, {
      subject: { kind: 'rule', key: rule.id, name },
      value: asJson({ ...own, in: parent?.rule.id ?? stage.id }),
    })
  }
  return items
}
