import type { FormItem, Workflow, WorkflowAction, WorkflowRule } from '@caseloom/contract/apps/workflow'
import { itemOfName } from '@caseloom/workflow/compile'
import { type ItemKey, keyOfItem } from './model/form-items.ts'
import { newId, rulesOf } from './model/workflow-tree.ts'

export type Visibility = 'hide' | 'show'
export type Need = 'optional' | 'require'

/** What a rule does with an item: null leaves what earlier rules decided. */
export interface PickState {
  visibility: Visibility | null
  need: Need | null
}

export type Picks = ReadonlyMap<ItemKey, PickState>

const LEAVE: PickState = { visibility: null, need: null }

export function pickOf(picks: Picks, key: ItemKey): PickState {
  return picks.get(key) ?? LEAVE
}

/** The switches as the actions of a rule set them; the later action wins. */
export function picksOf(rule: WorkflowRule): Map<ItemKey, PickState> {
  const picks = new Map<ItemKey, PickState>()
  const put = (key: ItemKey, over: Partial<PickState>) => picks.set(key, { ...pickOf(picks, key), ...over })
  for (const action of rule.actions) {
    if (action.off === true) continue
    if (action.do === 'show' || action.do === 'hide')
      for (const item of action.items) put(keyOfItem(item), { visibility: action.do })
    if (action.do === 'offer') put(`button:${action.button}`, { visibility: 'show' })
    if (action.do === 'require' || action.do === 'optional')
      for (const field of action.fields) put(`field:${field}`, { need: action.do })
  }
  return picks
}

export function countPicks(picks: Picks): number {
  let count = 0
  for (const { visibility, need } of picks.values())
    count += Number(visibility !== null) + Number(need !== null)
  return count
}

/** Items that are hidden but required: they could never be filled in. A hidden section hides its fields. */
export function contradictions(picks: Picks, parentOf: (key: ItemKey) => ItemKey | null): ItemKey[] {
  const isHidden = (key: ItemKey | null): boolean => {
    if (key === null) return false
    const { visibility } = pickOf(picks, key)
    return visibility === 'hide' || isHidden(parentOf(key))
  }
  return [...picks].flatMap(([key, { need }]) => (need === 'require' && isHidden(key) ? [key] : []))
}

const PICKED: readonly WorkflowAction['do'][] = ['show', 'hide', 'require', 'optional', 'offer']

/** The rule with one action per switch position; its other actions stay, in their order. */
export function withPicks(rule: WorkflowRule, picks: Picks): WorkflowRule {
  const idOf = (verb: WorkflowAction['do']) =>
    rule.actions.find((action) => action.do === verb && action.off !== true)?.id ?? newId('action')
  const items = (wanted: Visibility): FormItem[] =>
    [...picks].flatMap(([key, { visibility }]) => (visibility === wanted ? [itemOfName(key)] : []))
  const fields = (wanted: Need): string[] =>
    [...picks].flatMap(([key, { need }]) => (need === wanted ? [key.slice('field:'.length)] : []))
  const made: WorkflowAction[] = []
  for (const verb of ['show', 'hide'] as const) {
    const list = items(verb)
    if (list.length > 0) made.push({ id: idOf(verb), do: verb, items: list })
  }
  for (const verb of ['require', 'optional'] as const) {
    const list = fields(verb)
    if (list.length > 0) made.push({ id: idOf(verb), do: verb, fields: list })
  }
  const others = rule.actions.filter((action) => action.off === true || !PICKED.includes(action.do))
  return { ...rule, actions: [...made, ...others] }
}

/** What another rule does with an item. */
export interface OtherRule {
  rule: WorkflowRule
  state: PickState
}

/** The other rules that show, hide, or require an item. */
export function otherRules(workflow: Workflow, own: string): Map<ItemKey, OtherRule[]> {
  const others = new Map<ItemKey, OtherRule[]>()
  for (const rule of rulesOf(workflow)) {
    if (rule.id === own) continue
    for (const [key, state] of picksOf(rule)) others.set(key, [...(others.get(key) ?? []), { rule, state }])
  }
  return others
}
