import { fieldTraits, fieldType } from '@caseloom/contract/field-types/field-kind'
import {
  OCCASIONS,
  type Occasion,
  type WorkflowAction,
  type WorkflowBranch,
  type WorkflowRule,
  type WorkflowStage,
} from '@caseloom/contract/apps/workflow'
import type { AppDraft } from '../draft/app-draft.ts'
import { withSectionIds } from './model/form-items.ts'
import { newId } from './model/workflow-tree.ts'

export const PATTERNS = ['reason', 'section', 'derive', 'block', 'lock', 'intake'] as const
export type Pattern = (typeof PATTERNS)[number]

type Input = AppDraft['fields'][number]
type Choice = Extract<Input, { options: unknown }>

const FORM: readonly Occasion[] = ['new', 'open', 'edit', 'save', 'api', 'playbook', 'import']

function chosenFields(draft: AppDraft): Choice[] {
  return draft.fields.flatMap((field) => ('options' in field && field.options.length > 1 ? [field] : []))
}

function keysOf(field: Choice): string[] {
  return field.options.map(({ key }) => String(key))
}

/** A status by its key or label, otherwise the first selection. */
function statusOf(draft: AppDraft): Choice | undefined {
  const fields = chosenFields(draft)
  return fields.find(({ key, label }) => /status|state/i.test(`${key} ${label}`)) ?? fields[0]
}

/** The option that ends the work: by its name, otherwise the last one. */
function closedOf(field: Choice): string {
  const closed = field.options.find(({ key, label }) =>
    /clos|done|resolv|solved|complet|fixed/i.test(`${key} ${label}`),
  )
  return String(closed?.key ?? keysOf(field).at(-1))
}

/** The text field that is there for a reason by its name, otherwise the first one that is free. */
function textField(draft: AppDraft): Input | undefined {
  const free = draft.fields.filter(
    (field) =>
      fieldType(field).titled !== undefined &&
      field.key !== draft.titleField &&
      !field.required &&
      !field.readOnly,
  )
  const named = free.find(({ key, label }) =>
    /reason|justif|resolution|comment|note/i.test(`${key} ${label}`),
  )
  return named ?? free[0]
}

function rule(
  when: WorkflowRule['when'],
  actions: readonly Omitted[],
  more: Partial<WorkflowRule> = {},
): WorkflowRule {
  const withIds = actions.map((action) => ({ id: newId('action'), ...action }) as WorkflowAction)
  return {
    id: newId('rule'),
    ...(when === undefined ? {} : { when }),
    actions: withIds,
    branches: [],
    ...more,
  }
}
type Omitted = WorkflowAction extends infer A ? (A extends WorkflowAction ? Omit<A, 'id'> : never) : never

function stage(
  title: string,
  on: readonly Occasion[],
  subject: string,
  rules: WorkflowRule[],
): WorkflowStage {
  const branch: WorkflowBranch = { id: newId('branch'), subject, rules }
  return { id: newId('stage'), title, on: OCCASIONS.filter((one) => on.includes(one)), branches: [branch] }
}

/** Values of fields with several are lists. */
function valueOf(field: Choice, option: string): string | string[] {
  return fieldTraits(field).several ? [option] : option
}

function is(field: Choice, option: string) {
  return { field: field.key, op: 'in' as const, value: [option] }
}

interface Making {
  draft: AppDraft
  status: Choice
  closed: string
  /** An optional text field. */
  text: Input | undefined
  title: string
  message: string
}

function makeReason({ text, status, closed, title }: Making): WorkflowStage | null {
  if (text === undefined) return null
  return stage(title, FORM, status.key, [
    rule(is(status, closed), [{ do: 'require', fields: [text.key] }]),
    rule(undefined, [{ do: 'hide', items: [{ field: text.key }] }]),
  ])
}

function makeSection({ draft, status, closed, title }: Making): WorkflowStage | null {
  const section = withSectionIds(draft.layout).findLast(({ fields }) => !fields.includes(status.key))
  if (section?.id === undefined) return null
  return stage(title, FORM, status.key, [
    rule(is(status, closed), [{ do: 'show', items: [{ section: section.id }] }]),
    rule(undefined, [{ do: 'hide', items: [{ section: section.id }] }]),
  ])
}

function makeDerived({ draft, status, closed, title }: Making): WorkflowStage | null {
  const target = chosenFields(draft).find(({ key }) => key !== status.key)
  const option = target === undefined ? undefined : keysOf(target).at(-1)
  if (target === undefined || option === undefined) return null
  const to = { value: valueOf(target, option) }
  return stage(title, FORM, status.key, [
    rule({ ...is(status, closed), at: 'becomes' }, [
      { do: 'set', field: target.key, to, repeat: 'once', onlyIfEmpty: true },
    ]),
  ])
}

function makeBlock({ text, status, closed, title, message }: Making): WorkflowStage | null {
  if (text === undefined) return null
  return stage(title, ['edit', 'save', 'api'], status.key, [
    rule({ all: [is(status, closed), { field: text.key, op: 'empty' }] }, [
      { do: 'message', level: 'error', text: message, at: { field: text.key } },
    ]),
  ])
}

function makeLock({ draft, status, closed, title }: Making): WorkflowStage | null {
  const locked = draft.fields.filter(
    (field) => field.key !== status.key && !field.readOnly && fieldType(field).unwritten !== true,
  )
  if (locked.length === 0) return null
  return stage(title, ['open', 'edit', 'save', 'api'], status.key, [
    rule({ ...is(status, closed), at: 'before' }, [
      { do: 'read_only', items: locked.map(({ key }) => ({ field: key })) },
    ]),
  ])
}

function makeIntake({ status, title }: Making): WorkflowStage | null {
  const [first] = keysOf(status)
  if (first === undefined) return null
  return stage(title, ['new', 'import', 'api'], status.key, [
    rule({ field: status.key, op: 'empty' }, [
      { do: 'default', field: status.key, to: { value: valueOf(status, first) } },
    ]),
  ])
}

const MAKERS: Record<Pattern, (making: Making) => WorkflowStage | null> = {
  reason: makeReason,
  section: makeSection,
  derive: makeDerived,
  block: makeBlock,
  lock: makeLock,
  intake: makeIntake,
}

/** The stage that a pattern adds to an app; null where the app lacks what the pattern needs. */
export function stageOfPattern(
  pattern: Pattern,
  draft: AppDraft,
  words: { title: string; message: string },
): WorkflowStage | null {
  const status = statusOf(draft)
  if (status === undefined) return null
  return MAKERS[pattern]({ draft, status, closed: closedOf(status), text: textField(draft), ...words })
}
