// Small workflows and contexts for tests.
import type { FieldInput } from '@caseloom/contract/field-types/fields'
import type { When, Workflow, WorkflowAction, WorkflowRule } from '@caseloom/contract/apps/workflow'
import { OCCASIONS } from '@caseloom/contract/apps/workflow'
import type { FormContext } from './form-context.ts'

const common = { required: false, readOnly: false }

export function textField(key: string, more: Partial<FieldInput> = {}): FieldInput {
  const text = { type: 'text', multiline: false, maxLength: 1_000, unique: false }
  // A plain text field, with what the test gives.
  return { ...common, ...text, key, label: key, ...more } as FieldInput
}

export function optionField(
  key: string,
  options: readonly string[],
  more: Partial<FieldInput> = {},
): FieldInput {
  const settings = { type: 'selection', multiple: false, display: 'plain' }
  const list = options.map((option) => ({ key: option, label: option }))
  return { ...common, ...settings, key, label: key, options: list, ...more } as FieldInput
}

export function numberField(key: string, more: Partial<FieldInput> = {}): FieldInput {
  return { ...common, type: 'number', key, label: key, ...more } as FieldInput
}

export function rule(
  id: string,
  when: When | undefined,
  actions: WorkflowAction[],
  more: Partial<WorkflowRule> = {},
): WorkflowRule {
  return { id, ...(when === undefined ? {} : { when }), actions, branches: [], ...more }
}

/** Rules in one branch of one stage, evaluated on every occasion. */
export function workflowOf(...rules: WorkflowRule[]): Workflow {
  return { stages: [{ id: 's', title: 'Stage', on: [...OCCASIONS], branches: [{ id: 'b', rules }] }] }
}

export function contextOf(record: FormContext['record'], more: Partial<FormContext> = {}): FormContext {
  return {
    occasion: 'edit',
    record,
    before: record,
    actor: { kind: 'user', id: null, groups: [], roles: [], readable: () => true },
    now: '2026-11-21T12:00:00.000Z',
    linked: () => null,
    ...more,
  }
}
