import { MAX_RULE_DEPTH, MAX_RULES, type When } from '@caseloom/contract/apps/workflow'
import type { Checking } from './checking.ts'

const MAX_CONDITION_DEPTH = 10
const MAX_CONDITIONS = 200

/** Limits, IDs that are there twice, and an `else` that is not at the end of its branch. */
export function structureProblems({ workflow, rules, report }: Checking): void {
  if (rules.length > MAX_RULES) {
    const message = `The workflow has ${rules.length} rules; at most ${MAX_RULES} are allowed`
    report({ code: 'too_many', path: ['stages'], message, items: [] })
    return
  }
  const ids = new Set<string>()
  const once = (id: string, path: (string | number)[]) => {
    if (ids.has(id))
      report({ code: 'duplicate', path, message: `Two parts have the ID "${id}"`, items: [id] })
    ids.add(id)
  }
  for (const [at, { id }] of workflow.stages.entries()) once(id, ['stages', at, 'id'])
  for (const { rule, path, depth, branch } of rules) {
    once(rule.id, [...path, 'id'])
    for (const [at, { id }] of rule.actions.entries()) once(id, [...path, 'actions', at, 'id'])
    if (depth === MAX_RULE_DEPTH + 1) {
      const message = `Rules are nested more than ${MAX_RULE_DEPTH} levels deep`
      report({ code: 'too_deep', path, message, items: [rule.id] })
    }
    if (rule.when === undefined && branch.rules.at(-1) !== rule) {
      const message = 'Only the last rule of a branch can be an else'
      report({ code: 'misplaced_else', path, message, items: [rule.id] })
    }
    if (rule.when === undefined && branch.rules.length === 1) {
      const message = 'An else needs a rule before it in its branch'
      report({ code: 'misplaced_else', path, message, items: [rule.id] })
    }
    if (rule.when !== undefined) sizeProblems(rule.when, [...path, 'when'], { rule: rule.id, report })
  }
}

function sizeProblems(
  when: When,
  path: (string | number)[],
  { rule, report }: { rule: string; report: Checking['report'] },
): void {
  const { depth, count } = sizeOf(when)
  if (depth > MAX_CONDITION_DEPTH) {
    const message = `At most ${MAX_CONDITION_DEPTH} levels of all, any, and none`
    report({ code: 'too_deep', path, message, items: [rule] })
  }
  if (count > MAX_CONDITIONS)
    report({ code: 'too_many', path, message: `At most ${MAX_CONDITIONS} conditions`, items: [rule] })
}

function sizeOf(when: When): { depth: number; count: number } {
  const parts = partsOf(when)
  if (parts === null) return { depth: 1, count: 1 }
  const sizes = parts.map(sizeOf)
  return {
    depth: 1 + Math.max(0, ...sizes.map(({ depth }) => depth)),
    count: sizes.reduce((sum, { count }) => sum + count, 0),
  }
}

/** The conditions that a group is made of; null for a single one. */
export function partsOf(when: When): readonly When[] | null {
  if ('all' in when) return when.all
  if ('any' in when) return when.any
  return 'none' in when ? when.none : null
}

/** The name of a group. */
export function groupOf(when: When): 'all' | 'any' | 'none' | null {
  if ('all' in when) return 'all'
  if ('any' in when) return 'any'
  return 'none' in when ? 'none' : null
}
