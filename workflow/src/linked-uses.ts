import type { Filter } from '@caseloom/contract/values/filter'
import type { When, Workflow, WorkflowBranch, WorkflowRule } from '@caseloom/contract/apps/workflow'

/** Which fields of linked records a workflow reads, by the reference field that leads to them. */
export type LinkedUses = ReadonlyMap<string, ReadonlySet<string>>

/** What of linked records has to be known before a record is saved: reference fields that the workflow requires count. */
export function linkedUses(workflow: Workflow): LinkedUses {
  const required = rulesOf(workflow).flatMap(({ actions }) =>
    actions.flatMap((action) => (action.do === 'require' ? action.fields : [])),
  )
  const none: ReadonlySet<string> = new Set()
  return new Map([...required.map((field) => [field, none] as const), ...linkedReads(workflow)])
}

/** What of linked records conditions and values of a workflow read. */
export function linkedReads(workflow: Workflow): LinkedUses {
  const uses = new Map<string, Set<string>>()
  const use = (field: string, keys: readonly string[]) => {
    const known = uses.get(field) ?? new Set<string>()
    for (const key of keys) known.add(key)
    uses.set(field, known)
  }
  for (const { when, actions } of rulesOf(workflow)) {
    for (const test of when === undefined ? [] : testsOf(when))
      if ('linked' in test) use(test.linked, test.where === undefined ? [] : keysOf(test.where))
    for (const action of actions)
      if ((action.do === 'set' || action.do === 'default') && 'through' in action.to)
        use(action.to.through, [action.to.field])
  }
  return uses
}

/** IDs of users, groups, and roles that conditions name. */
export function namedPrincipals(workflow: Workflow): ReadonlySet<string> {
  const tests = rulesOf(workflow).flatMap(({ when }) => (when === undefined ? [] : testsOf(when)))
  return new Set(tests.flatMap((test) => ('actor' in test && test.actor !== 'kind' ? test.in : [])))
}

/** IDs of roles that conditions about the actor name. */
export function namedRoles(workflow: Workflow): ReadonlySet<string> {
  const tests = rulesOf(workflow).flatMap(({ when }) => (when === undefined ? [] : testsOf(when)))
  return new Set(tests.flatMap((test) => ('actor' in test && test.actor === 'role' ? test.in : [])))
}

/** All rules in the order of the document. */
export function rulesOf({ stages }: Workflow): WorkflowRule[] {
  const inBranch = ({ rules }: WorkflowBranch): WorkflowRule[] =>
    rules.flatMap((rule) => [rule, ...rule.branches.flatMap(inBranch)])
  return stages.flatMap(({ branches }) => branches.flatMap(inBranch))
}

/** The single tests that a condition is made of. */
export function testsOf(when: When): Exclude<When, { all: When[] } | { any: When[] } | { none: When[] }>[] {
  if ('all' in when) return when.all.flatMap(testsOf)
  if ('any' in when) return when.any.flatMap(testsOf)
  if ('none' in when) return when.none.flatMap(testsOf)
  return [when]
}

function keysOf(filter: Filter): string[] {
  if ('all' in filter) return filter.all.flatMap(keysOf)
  if ('any' in filter) return filter.any.flatMap(keysOf)
  if ('not' in filter) return keysOf(filter.not)
  return 'field' in filter ? [filter.field] : []
}
