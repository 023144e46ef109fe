import { Workflow, type WorkflowRule } from '@caseloom/contract/apps/workflow'
import { describe, expect, it } from 'vitest'
import { layoutStage } from '../../../field-types/workflow/card-layout.ts'
import { moveToStage, stepToStage } from './model/move-to-stage.ts'
import { addElse, addRuleAt } from './model/new-items.ts'
import { picksOf, contradictions, withPicks } from './picker-states.ts'
import { clipOf, clipText, pasteClip, readClip } from './workflow-clip.ts'
import { rowsOf } from './workflow-rows.ts'
import { readWorkflow, workflowYaml } from './workflow-yaml.ts'
import {
  entriesOf,
  indentRule,
  moveRule,
  removeItem,
  rulesOf,
  stepItem,
  toggleItem,
  unnestRule,
} from './model/workflow-tree.ts'

function rule(id: string, more: Partial<WorkflowRule> = {}): WorkflowRule {
  return { id, when: { field: 'status', op: 'eq', value: id }, actions: [], branches: [], ...more }
}

function aWorkflow(): Workflow {
  return Workflow.parse({
    stages: [
      {
        id: 's1',
        title: 'Intake',
        on: ['edit', 'save'],
        branches: [
          {
            id: 'b1',
            subject: 'status',
            rules: [
              rule('r1', {
                actions: [
                  { id: 'a1', do: 'hide', items: [{ field: 'reason' }] },
                  { id: 'a2', do: 'require', fields: ['reason'] },
                ],
                branches: [{ id: 'b2', rules: [rule('r2')] }],
              }),
              rule('r3'),
              { id: 'r4', actions: [], branches: [] },
            ],
          },
          { id: 'b3', rules: [rule('r5')] },
        ],
      },
    ],
  })
}

const ids = (workflow: Workflow) => rowsOf(workflow, new Set()).map((row) => `${row.level} ${row.id}`)

describe('the tree of a workflow', () => {
  it('lists stages, rules, and actions in document order, without those inside of folded ones', () => {
    expect(ids(aWorkflow())).toEqual(['1 s1', '2 r1', '3 a1', '3 a2', '3 r2', '2 r3', '2 r4', '2 r5'])
    expect(rowsOf(aWorkflow(), new Set(['r1'])).map((row) => row.id)).toEqual(['s1', 'r1', 'r3', 'r4', 'r5'])
  })

  it('moves a rule among its neighbors, never below an else, and into the next branch at the end', () => {
    expect(ids(stepItem(aWorkflow(), 'r3', -1) ?? aWorkflow()).slice(1, 3)).toEqual(['2 r3', '2 r1'])
    expect(stepItem(aWorkflow(), 'r3', 1)).toBeNull()
    expect(stepItem(aWorkflow(), 'r4', -1)).toBeNull()
    const moved = stepItem(aWorkflow(), 'r5', -1) ?? aWorkflow()
    expect(ids(moved).slice(-3)).toEqual(['2 r3', '2 r5', '2 r4'])
    expect(moved.stages[0]?.branches).toHaveLength(1)
  })

  it('nests a rule in the one before it, and takes it out again', () => {
    const nested = indentRule(aWorkflow(), 'r3') ?? aWorkflow()
    expect(ids(nested)).toContain('3 r3')
    expect(ids(unnestRule(nested, 'r3') ?? nested)).toEqual(ids(aWorkflow()))
    expect(indentRule(aWorkflow(), 'r1')).toBeNull()
  })

  it('moves a rule beyond the end of its stage, and into a stage without rules, with its subject', () => {
    const [intake] = aWorkflow().stages
    if (intake === undefined) throw new Error('no stage')
    const two = { stages: [intake, { id: 's2', title: 'Closing', on: intake.on, branches: [] }] }
    const down = stepToStage(two, 'r5', 1) ?? two
    expect(ids(down).slice(-3)).toEqual(['2 r4', '1 s2', '2 r5'])
    expect(ids(stepToStage(down, 'r5', -1) ?? down)).toEqual([...ids(aWorkflow()), '1 s2'])
    const moved = moveToStage(two, 'r2', { stage: 's2', at: 'end' }) ?? two
    expect(moved.stages[1]?.branches).toMatchObject([{ rules: [{ id: 'r2' }] }])
    const first = moveToStage(two, 'r1', { stage: 's2', at: 'end' }) ?? two
    expect(first.stages[1]?.branches).toMatchObject([{ subject: 'status', rules: [{ id: 'r1' }] }])
    expect(Workflow.safeParse(first).success).toBe(true)
    for (const id of ['r3', 'r2', 's1', 'gone']) expect(stepToStage(two, id, 1)).toBeNull()
    // An else belongs to its branch.
    expect(moveToStage(two, 'r4', { stage: 's2', at: 'end' })).toBeNull()
  })

  it('refuses to move a rule into itself', () => {
    expect(moveRule(aWorkflow(), 'r1', { branch: 'b2', at: 0 })).toBeNull()
  })

  it('removes an item with what is in it, and branches that become empty', () => {
    const removed = removeItem(aWorkflow(), 'r5')
    expect(removed.stages[0]?.branches.map(({ id }) => id)).toEqual(['b1'])
    expect(ids(removeItem(aWorkflow(), 'r1'))).toEqual(['1 s1', '2 r3', '2 r4', '2 r5'])
  })

  it('disables and enables without a trace', () => {
    const off = toggleItem(aWorkflow(), 'r1')
    expect(entriesOf(off).get('r1')?.item).toMatchObject({ off: true })
    expect(toggleItem(off, 'r1')).toEqual(aWorkflow())
    expect(off.stages[0]?.branches[1]).toBe(off.stages[0]?.branches[1])
  })

  it('adds a rule after the selected one, and one else for each branch', () => {
    const added = addRuleAt(aWorkflow(), 'r1', 'Always')
    expect(ids(added.workflow).indexOf(`2 ${added.id}`)).toBe(5)
    expect(addElse(aWorkflow(), 'r1')).toBeNull()
    const withElse = addElse(aWorkflow(), 'r5')
    expect(rulesOf(withElse?.workflow ?? aWorkflow()).at(-1)).not.toHaveProperty('when')
    expect(addRuleAt({ stages: [] }, null, 'Always').workflow.stages[0]?.title).toBe('Always')
  })
})

describe('the clipboard', () => {
  it('carries a rule as YAML into another workflow, with IDs of its own', () => {
    const clip = clipOf(aWorkflow(), 'r1')
    const read = clip === null ? null : readClip(clipText(clip))
    expect(read).toEqual(clip)
    if (read === null) throw new Error('no clip')
    const { workflow, id } = pasteClip(aWorkflow(), read, 'r5', 'Always')
    const all = [...entriesOf(workflow).keys()]
    expect(new Set(all).size).toBe(all.length)
    expect(Workflow.safeParse(workflow).success).toBe(true)
    expect(entriesOf(workflow).get(id)?.item).toMatchObject({ actions: [{ do: 'hide' }, { do: 'require' }] })
  })

  it('reads nothing else', () => {
    expect(readClip('hello')).toBeNull()
    expect(readClip('rule: { id: 5 }')).toBeNull()
    expect(readClip(': : :')).toBeNull()
  })
})

describe('the text of a workflow', () => {
  it('is read back as it was written', () => {
    expect(readWorkflow(workflowYaml(aWorkflow()))).toEqual({ ok: true, workflow: aWorkflow() })
  })

  it('names the place of what is wrong', () => {
    const read = readWorkflow('stages:\n  - { id: s1, title: "", on: [edit], branches: [] }')
    expect(read).toMatchObject({ ok: false, faults: [expect.stringMatching(/^2: /)] })
  })
})

describe('the layout picker', () => {
  const parents = new Map([['field:reason', 'section:end']])
  const parentOf = (key: string) => parents.get(key) ?? null

  it('reads the switches of a rule, and finds what is hidden but required', () => {
    const [first] = rulesOf(aWorkflow())
    if (first === undefined) throw new Error('no rule')
    const picks = picksOf(first)
    expect(picks.get('field:reason')).toEqual({ visibility: 'hide', need: 'require' })
    expect(contradictions(picks, parentOf)).toEqual(['field:reason'])
    const inSection = new Map([
      ['section:end', { visibility: 'hide' as const, need: null }],
      ['field:reason', { visibility: null, need: 'require' as const }],
    ])
    expect(contradictions(inSection, parentOf)).toEqual(['field:reason'])
  })

  it('writes the switches as actions that keep their IDs, beside the other actions', () => {
    const [first] = rulesOf(aWorkflow())
    if (first === undefined) throw new Error('no rule')
    const message = { id: 'm1', do: 'message' as const, level: 'info' as const, text: 'Hello' }
    const next = withPicks(
      { ...first, actions: [...first.actions, message] },
      new Map([['field:reason', { visibility: 'show' as const, need: 'require' as const }]]),
    )
    expect(next.actions).toEqual([
      { id: expect.any(String), do: 'show', items: [{ field: 'reason' }] },
      { id: 'a2', do: 'require', fields: ['reason'] },
      message,
    ])
  })
})

describe('the cards of a stage', () => {
  it('never cover each other, at any depth', () => {
    const [stage] = aWorkflow().stages
    if (stage === undefined) throw new Error('no stage')
    const { cards, edges, height } = layoutStage(stage, new Set())
    expect(edges.map(({ to }) => to).toSorted()).toEqual(['r1', 'r2', 'r3', 'r4', 'r5'])
    for (const a of cards)
      for (const b of cards) {
        const isApart =
          a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y
        expect(a === b || isApart).toBe(true)
      }
    expect(Math.max(...cards.map((card) => card.y + card.height))).toBeLessThan(height)
  })
})
