import type { WorkflowBranch, WorkflowRule, WorkflowStage, Workflow } from '@caseloom/contract/apps/workflow'

export type Path = readonly (string | number)[]

/** A rule with where it is: its place in the document, and what it is nested in. */
export interface PlacedRule {
  rule: WorkflowRule
  path: Path
  stage: WorkflowStage
  branch: WorkflowBranch
  /** The rule whose branch this one is in; null in a branch of the stage. */
  parent: PlacedRule | null
  /** Rules before it in its branch. */
  earlier: readonly PlacedRule[]
  /** 1 for rules of a stage. */
  depth: number
  /** It or what it is in is disabled. */
  off: boolean
}

/** All rules in document order: a rule, then what is nested in it. */
export function placedRules({ stages }: Workflow): PlacedRule[] {
  const found: PlacedRule[] = []
  for (const [at, stage] of stages.entries())
    visit(stage.branches, { path: ['stages', at], stage, parent: null, found })
  return found
}

interface Visit {
  path: Path
  stage: WorkflowStage
  parent: PlacedRule | null
  found: PlacedRule[]
}

function visit(branches: readonly WorkflowBranch[], { path, stage, parent, found }: Visit): void {
  for (const [at, branch] of branches.entries()) {
    const earlier: PlacedRule[] = []
    for (const [index, rule] of branch.rules.entries()) {
      const placed: PlacedRule = {
        rule,
        path: [...path, 'branches', at, 'rules', index],
        stage,
        branch,
        parent,
        earlier: [...earlier],
        depth: (parent?.depth ?? 0) + 1,
        off: rule.off === true || (parent === null ? stage.off === true : parent.off),
      }
      found.push(placed)
      earlier.push(placed)
      visit(rule.branches, { path: placed.path, stage, parent: placed, found })
    }
  }
}
