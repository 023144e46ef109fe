import type {
  Workflow,
  WorkflowAction,
  WorkflowBranch,
  WorkflowRule,
  WorkflowStage,
} from '@caseloom/contract/apps/workflow'

/** Editing a workflow: every function returns a new one and shares what did not change. */

export type Entry =
  | { kind: 'stage'; item: WorkflowStage; path: readonly string[] }
  | { kind: 'branch'; item: WorkflowBranch; path: readonly string[] }
  | { kind: 'rule'; item: WorkflowRule; path: readonly string[] }
  | { kind: 'action'; item: WorkflowAction; path: readonly string[] }

/** All items by ID, in document order; `path` has the IDs of what an item is in, outermost first. */
export function entriesOf(workflow: Workflow): Map<string, Entry> {
  const entries = new Map<string, Entry>()
  const addRule = (rule: WorkflowRule, path: readonly string[]) => {
    entries.set(rule.id, { kind: 'rule', item: rule, path })
    const inside = [...path, rule.id]
    for (const action of rule.actions) entries.set(action.id, { kind: 'action', item: action, path: inside })
    for (const branch of rule.branches) addBranch(branch, inside)
  }
  const addBranch = (branch: WorkflowBranch, path: readonly string[]) => {
    entries.set(branch.id, { kind: 'branch', item: branch, path })
    for (const rule of branch.rules) addRule(rule, [...path, branch.id])
  }
  for (const stage of workflow.stages) {
    entries.set(stage.id, { kind: 'stage', item: stage, path: [] })
    for (const branch of stage.branches) addBranch(branch, [stage.id])
  }
  return entries
}

export function ruleOf(workflow: Workflow, id: string): WorkflowRule | null {
  const entry = entriesOf(workflow).get(id)
  return entry?.kind === 'rule' ? entry.item : null
}

export function rulesOf(workflow: Workflow): WorkflowRule[] {
  return [...entriesOf(workflow).values()].flatMap((entry) => (entry.kind === 'rule' ? [entry.item] : []))
}

/** The stage of an item, itself included. */
export function stageOf(workflow: Workflow, id: string): WorkflowStage | null {
  const entry = entriesOf(workflow).get(id)
  if (entry === undefined) return null
  if (entry.kind === 'stage') return entry.item
  return workflow.stages.find((stage) => stage.id === entry.path[0]) ?? null
}

/** Null removes an item. */
export interface Changes {
  stage?: (stage: WorkflowStage) => WorkflowStage | null
  branch?: (branch: WorkflowBranch) => WorkflowBranch | null
  rule?: (rule: WorkflowRule) => WorkflowRule | null
  action?: (action: WorkflowAction) => WorkflowAction | null
}

function mapList<T>(list: readonly T[], change: (item: T) => T | null): T[] {
  const next = list.flatMap((item) => change(item) ?? [])
  const isSame = next.length === list.length && next.every((item, at) => item === list[at])
  // An unchanged list keeps its identity, so that cards compare quickly.
  return isSame ? (list as T[]) : next
}

/** Applies changes from the inside out. */
export function mapWorkflow(workflow: Workflow, changes: Changes): Workflow {
  const { stage: ofStage = same, branch: ofBranch = same, rule: ofRule = same, action = same } = changes
  const onRule = (rule: WorkflowRule): WorkflowRule | null => {
    const actions = mapList(rule.actions, action)
    const branches = mapList(rule.branches, onBranch)
    return ofRule(
      actions === rule.actions && branches === rule.branches ? rule : { ...rule, actions, branches },
    )
  }
  const onBranch = (branch: WorkflowBranch): WorkflowBranch | null => {
    const rules = mapList(branch.rules, onRule)
    return ofBranch(rules === branch.rules ? branch : { ...branch, rules })
  }
  const onStage = (stage: WorkflowStage): WorkflowStage | null => {
    const branches = mapList(stage.branches, onBranch)
    return ofStage(branches === stage.branches ? stage : { ...stage, branches })
  }
  const stages = mapList(workflow.stages, onStage)
  return stages === workflow.stages ? workflow : { ...workflow, stages }
}

function same<T>(item: T): T {
  return item
}

export function changeStage(
  workflow: Workflow,
  id: string,
  change: (stage: WorkflowStage) => WorkflowStage,
): Workflow {
  return mapWorkflow(workflow, { stage: (stage) => (stage.id === id ? change(stage) : stage) })
}

export function changeBranch(
  workflow: Workflow,
  id: string,
  change: (branch: WorkflowBranch) => WorkflowBranch,
): Workflow {
  return mapWorkflow(workflow, { branch: (branch) => (branch.id === id ? change(branch) : branch) })
}

export function changeRule(
  workflow: Workflow,
  id: string,
  change: (rule: WorkflowRule) => WorkflowRule,
): Workflow {
  return mapWorkflow(workflow, { rule: (rule) => (rule.id === id ? change(rule) : rule) })
}

export function changeAction(
  workflow: Workflow,
  id: string,
  change: (action: WorkflowAction) => WorkflowAction,
): Workflow {
  return mapWorkflow(workflow, { action: (action) => (action.id === id ? change(action) : action) })
}

/** Removes an item with all in it, and branches that become empty. */
export function removeItem(workflow: Workflow, id: string): Workflow {
  const keep = <T extends { id: string }>(item: T): T | null => (item.id === id ? null : item)
  return mapWorkflow(workflow, {
    stage: keep,
    rule: keep,
    action: keep,
    branch: (branch) => (branch.id === id || branch.rules.length === 0 ? null : branch),
  })
}

/** Turns a stage, rule, or action off, or on again. */
export function toggleItem(workflow: Workflow, id: string): Workflow {
  const toggle = <T extends { id: string; off?: boolean | undefined }>(item: T): T => {
    if (item.id !== id) return item
    const { off, ...rest } = item
    // All but the switch stays as it was.
    return off === true ? (rest as T) : { ...item, off: true }
  }
  return mapWorkflow(workflow, { stage: toggle, rule: toggle, action: toggle })
}

/** An ID that two editors of one workflow do not make alike. */
export function newId(kind: 'stage' | 'branch' | 'rule' | 'action' | 'test'): string {
  return `${kind}-${crypto.randomUUID().replaceAll('-', '').slice(0, 10)}`
}

/** The same rule with new IDs. */
export function copyOfRule(rule: WorkflowRule): WorkflowRule {
  return {
    ...rule,
    id: newId('rule'),
    actions: rule.actions.map((action) => ({ ...action, id: newId('action') })),
    branches: rule.branches.map(copyOfBranch),
  }
}

export function copyOfBranch(branch: WorkflowBranch): WorkflowBranch {
  return { ...branch, id: newId('branch'), rules: branch.rules.map(copyOfRule) }
}

export function copyOfStage(stage: WorkflowStage): WorkflowStage {
  return { ...stage, id: newId('stage'), branches: stage.branches.map(copyOfBranch) }
}

/** Where a rule goes: into a branch, before the rule at an index. */
export interface RulePlace {
  branch: string
  at: number
}

/** An `else` stays last. */
export function insertRule(workflow: Workflow, place: RulePlace, rule: WorkflowRule): Workflow {
  return changeBranch(workflow, place.branch, (branch) => {
    const hasElse = branch.rules.at(-1)?.when === undefined && branch.rules.length > 0
    const last = hasElse && rule.when !== undefined ? branch.rules.length - 1 : branch.rules.length
    const at = rule.when === undefined ? last : Math.min(place.at, last)
    return { ...branch, rules: branch.rules.toSpliced(at, 0, rule) }
  })
}

/** Adds rules as a branch of their own, at the end of a stage or nested in a rule. */
export function addBranch(workflow: Workflow, parent: string, branch: WorkflowBranch): Workflow {
  const grown = <T extends { id: string; branches: WorkflowBranch[] }>(item: T): T =>
    item.id === parent ? { ...item, branches: [...item.branches, branch] } : item
  return mapWorkflow(workflow, { stage: grown, rule: grown })
}

export function placeOfRule(workflow: Workflow, id: string): RulePlace | null {
  const entries = entriesOf(workflow)
  const branch = entries.get(entries.get(id)?.path.at(-1) ?? '')
  if (branch?.kind !== 'branch') return null
  return { branch: branch.item.id, at: branch.item.rules.findIndex((rule) => rule.id === id) }
}

/** Null where a rule would go into itself; the index counts before it leaves its old position. */
export function moveRule(workflow: Workflow, id: string, to: RulePlace): Workflow | null {
  const entries = entriesOf(workflow)
  const rule = ruleOf(workflow, id)
  const target = entries.get(to.branch)
  if (rule === null || target === undefined || target.path.includes(id)) return null
  // Added before it leaves: a branch without rules is removed.
  const stand: WorkflowRule = { ...rule, id: `${id.slice(0, 30)}-moving` }
  const without = removeItem(insertRule(workflow, to, stand), id)
  return changeRule(without, stand.id, (one) => ({ ...one, id }))
}

/** Nests a rule in another, in the branch of its own subject where there is one. */
export function nestRule(workflow: Workflow, id: string, parent: string): Workflow | null {
  const entries = entriesOf(workflow)
  const rule = ruleOf(workflow, id)
  const target = entries.get(parent)
  if (rule === null || target?.kind !== 'rule' || parent === id || target.path.includes(id)) return null
  const open = target.item.branches.at(-1)
  if (open !== undefined) return moveRule(workflow, id, { branch: open.id, at: open.rules.length })
  const without = removeItem(workflow, id)
  return addBranch(without, parent, { id: newId('branch'), rules: [rule] })
}

function moved<T extends { id: string }>(list: readonly T[], id: string, step: -1 | 1): T[] | null {
  const at = list.findIndex((item) => item.id === id)
  const item = list[at]
  if (item === undefined || at + step < 0 || at + step >= list.length) return null
  return list.toSpliced(at, 1).toSpliced(at + step, 0, item)
}

/** One step up or down among its neighbors; null at the ends. */
export function stepItem(workflow: Workflow, id: string, step: -1 | 1): Workflow | null {
  const entry = entriesOf(workflow).get(id)
  if (entry === undefined) return null
  const parent = entry.path.at(-1) ?? ''
  if (entry.kind === 'stage') {
    const stages = moved(workflow.stages, id, step)
    return stages === null ? null : { ...workflow, stages }
  }
  if (entry.kind === 'action') {
    const actions = moved(ruleOf(workflow, parent)?.actions ?? [], id, step)
    return actions === null ? null : changeRule(workflow, parent, (rule) => ({ ...rule, actions }))
  }
  if (entry.kind === 'branch') return stepBranch(workflow, parent, id, step)
  return stepRule(workflow, id, step)
}

function stepBranch(workflow: Workflow, parent: string, id: string, step: -1 | 1): Workflow | null {
  const owner = entriesOf(workflow).get(parent)
  if (owner?.kind !== 'stage' && owner?.kind !== 'rule') return null
  const branches = moved<WorkflowBranch>(owner.item.branches, id, step)
  if (branches === null) return null
  return owner.kind === 'stage'
    ? changeStage(workflow, parent, (stage) => ({ ...stage, branches }))
    : changeRule(workflow, parent, (rule) => ({ ...rule, branches }))
}

/** At the end of its branch, a rule continues into the next one of the same parent. */
function stepRule(workflow: Workflow, id: string, step: -1 | 1): Workflow | null {
  const place = placeOfRule(workflow, id)
  const entries = entriesOf(workflow)
  const branch = place === null ? undefined : entries.get(place.branch)
  if (place === null || branch?.kind !== 'branch') return null
  const rule = branch.item.rules[place.at]
  const other = branch.item.rules[place.at + step]
  const blocked = rule?.when === undefined || (other !== undefined && other.when === undefined && step > 0)
  if (other !== undefined)
    return blocked
      ? null
      : changeBranch(workflow, branch.item.id, (one) => ({
          ...one,
          rules: moved(one.rules, id, step) ?? one.rules,
        }))
  const owner = entries.get(branch.path.at(-1) ?? '')
  if (owner?.kind !== 'stage' && owner?.kind !== 'rule') return null
  const at = owner.item.branches.findIndex((one) => one.id === branch.item.id)
  const next = owner.item.branches[at + step]
  if (next === undefined) return null
  return moveRule(workflow, id, { branch: next.id, at: step > 0 ? 0 : next.rules.length })
}

/** Out of the rule that it is nested in, right after it; null where it is not nested. */
export function unnestRule(workflow: Workflow, id: string): Workflow | null {
  const entry = entriesOf(workflow).get(id)
  const parent = entry?.path.at(-2)
  if (entry?.kind !== 'rule' || parent === undefined) return null
  const place = placeOfRule(workflow, parent)
  return place === null ? null : moveRule(workflow, id, { ...place, at: place.at + 1 })
}

/** Into the rule before it; null for the first one. */
export function indentRule(workflow: Workflow, id: string): Workflow | null {
  const place = placeOfRule(workflow, id)
  const branch = place === null ? undefined : entriesOf(workflow).get(place.branch)
  if (place === null || branch?.kind !== 'branch') return null
  const before = branch.item.rules[place.at - 1]
  return before === undefined ? null : nestRule(workflow, id, before.id)
}
