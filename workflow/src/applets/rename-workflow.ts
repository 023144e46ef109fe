import type { Filter } from '@caseloom/contract/values/filter'
import type {
  FormItem,
  ValueSource,
  When,
  WorkflowAction,
  WorkflowBranch,
  WorkflowRule,
  WorkflowStage,
} from '@caseloom/contract/apps/workflow'
import { withRenamed } from '@caseloom/contract/apps/message-names'
import { type Names, prefixedId, renameExpression, renamed } from './names.ts'

const READS = { roots: ['record', 'before'], bare: false }

export function renameFilter(filter: Filter, names: Names): Filter {
  if ('all' in filter) return { all: filter.all.map((part) => renameFilter(part, names)) }
  if ('any' in filter) return { any: filter.any.map((part) => renameFilter(part, names)) }
  if ('not' in filter) return { not: renameFilter(filter.not, names) }
  if ('has' in filter) return { ...filter, has: renamed(filter.has, names) }
  return { ...filter, field: renamed(filter.field, names) }
}

function renameWhen(when: When, names: Names): When {
  if ('all' in when) return { all: when.all.map((part) => renameWhen(part, names)) }
  if ('any' in when) return { any: when.any.map((part) => renameWhen(part, names)) }
  if ('none' in when) return { none: when.none.map((part) => renameWhen(part, names)) }
  if ('changed' in when) return { changed: renamed(when.changed, names) }
  if ('linked' in when) return { ...when, linked: renamed(when.linked, names) }
  if ('expression' in when) return { expression: renameExpression(when.expression, names, READS) }
  if ('actor' in when || 'opened' in when) return when
  return { ...when, field: renamed(when.field, names) }
}

function renameItem(item: FormItem, names: Names): FormItem {
  if ('field' in item) return { field: renamed(item.field, names) }
  if ('block' in item && names.blocks?.has(item.block) === true)
    return { block: prefixedId(names.prefix, item.block) }
  return 'section' in item && item.section === names.section ? { section: names.prefix } : item
}

function renameSource(to: ValueSource, names: Names): ValueSource {
  if ('expression' in to) return { expression: renameExpression(to.expression, names, READS) }
  return 'through' in to ? { ...to, through: renamed(to.through, names) } : to
}

function renameAction(action: WorkflowAction, names: Names): WorkflowAction {
  const id = prefixedId(names.prefix, action.id)
  if ('items' in action) return { ...action, id, items: action.items.map((item) => renameItem(item, names)) }
  if ('fields' in action) return { ...action, id, fields: action.fields.map((key) => renamed(key, names)) }
  if ('to' in action)
    return { ...action, id, field: renamed(action.field, names), to: renameSource(action.to, names) }
  if ('field' in action) return { ...action, id, field: renamed(action.field, names) }
  if (action.do !== 'message') return { ...action, id }
  const text = withRenamed(action.text, (key) => renamed(key, names))
  return { ...action, id, text, ...(action.at === undefined ? {} : { at: renameItem(action.at, names) }) }
}

function renameBranch(branch: WorkflowBranch, names: Names, off: ReadonlySet<string>): WorkflowBranch {
  const { subject } = branch
  return {
    ...branch,
    id: prefixedId(names.prefix, branch.id),
    ...(subject === undefined ? {} : { subject: renamed(subject, names) }),
    rules: branch.rules.map((rule) => renameRule(rule, names, off)),
  }
}

function renameRule(rule: WorkflowRule, names: Names, off: ReadonlySet<string>): WorkflowRule {
  return {
    ...rule,
    id: prefixedId(names.prefix, rule.id),
    ...(rule.when === undefined ? {} : { when: renameWhen(rule.when, names) }),
    ...(off.has(rule.id) ? { off: true } : {}),
    actions: rule.actions.map((action) => renameAction(action, names)),
    branches: rule.branches.map((branch) => renameBranch(branch, names, off)),
  }
}

/** A stage of an applet with the keys and IDs of the app; `off` holds the stages and rules that the app turns off. */
export function renameStage(stage: WorkflowStage, names: Names, off: ReadonlySet<string>): WorkflowStage {
  return {
    ...stage,
    id: prefixedId(names.prefix, stage.id),
    ...(off.has(stage.id) ? { off: true } : {}),
    branches: stage.branches.map((branch) => renameBranch(branch, names, off)),
  }
}
