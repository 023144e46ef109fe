import type { FieldInput } from '@caseloom/contract/field-types/fields'
import { Workflow, type WorkflowAction } from '@caseloom/contract/apps/workflow'
import { describe, expect, it } from 'vitest'
import { carryOver } from './carry-over.ts'
import { workflowProblems } from './problems.ts'
import { rulesDoing } from './rules-doing.ts'
import { optionField, rule, textField, workflowOf } from './testing.ts'

const CLOSED = { field: 'status', op: 'eq', value: 'closed' } as const
const STAMP = { when: CLOSED, keep: 'first' } as const
const stamped = {
  type: 'datetime',
  key: 'closed_at',
  label: 'Closed',
  required: false,
  readOnly: false,
} as const
const FIELDS: FieldInput[] = [
  optionField('status', ['open', 'closed']),
  textField('reason', { requiredWhen: CLOSED }),
  { ...stamped, stamp: STAMP },
]
const hide: WorkflowAction = { id: 'hide', do: 'hide', items: [{ field: 'reason' }] }
const stagesOf = (workflow: Workflow | undefined) => workflow?.stages.map(({ id }) => id)

describe('carrying settings of fields over', () => {
  it('leaves an app without such settings as it is', () => {
    const app = { fields: [textField('title')], workflow: workflowOf() }
    expect(carryOver(app)).toBe(app)
  })

  it('puts the rules after those of the workflow, which the settings see, and publishes them', () => {
    const own = workflowOf(rule('close', CLOSED, [hide]))
    const app = carryOver({ fields: FIELDS, workflow: own })
    expect(stagesOf(app.workflow)).toEqual(['s', 'from-fields'])
    expect(app.fields[1]).toEqual(textField('reason'))
    // No one else fills it from now on either.
    expect(app.fields[2]).toEqual({ ...stamped, stamp: { when: { any: [] }, keep: 'first' } })
    expect(Workflow.parse(app.workflow)).toEqual(app.workflow)
    expect(workflowProblems(app.workflow ?? own, { fields: app.fields })).toEqual([])
  })

  it('sets timestamps that the workflow reads before its rules', () => {
    const app = carryOver({
      fields: FIELDS,
      workflow: workflowOf(rule('late', { field: 'closed_at', op: 'notEmpty' }, [hide])),
    })
    expect(stagesOf(app.workflow)).toEqual(['from-fields-first', 's', 'from-fields'])
    expect(workflowProblems(app.workflow ?? { stages: [] }, { fields: app.fields })).toEqual([])
  })

  it('adds settings that come later to the same stage, under IDs of their own', () => {
    const once = carryOver<FieldInput, { fields: FieldInput[]; workflow?: Workflow }>({ fields: FIELDS })
    const again = carryOver({
      ...once,
      fields: once.fields.map((one) => (one.key === 'reason' ? { ...one, requiredWhen: CLOSED } : one)),
    })
    expect(stagesOf(again.workflow)).toEqual(['from-fields'])
    const found = rulesDoing(again.workflow, 'require', 'reason').map(({ id }) => id)
    expect(found).toEqual(['reason-req', 'reason-req-2'])
    expect(workflowProblems(again.workflow ?? { stages: [] }, { fields: again.fields })).toEqual([])
  })
})
