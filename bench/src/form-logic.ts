import type { FieldInput } from '@caseloom/contract/field-types/fields'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { When, Workflow, WorkflowRule } from '@caseloom/contract/apps/workflow'
import { compileWorkflow } from '@caseloom/workflow/compile'
import { evaluate } from '@caseloom/workflow/evaluate'
import type { FormContext, FormOutcome } from '@caseloom/workflow/form-context'
import type { Figure } from './workloads.ts'

const FIELDS = 300
const RULES = 500
const KEYS_TYPED = 2_000
const OPTIONS = ['open', 'waiting', 'closed']

/** Typing in a form of 300 fields and 500 rules: what one key costs, and what a whole evaluation costs. */
export function formLogic(): Figure {
  const fields = Array.from({ length: FIELDS }, (_, at) => fieldOf(at))
  const compiled = compileWorkflow(workflowOf(), { fields })
  const actor = { kind: 'user' as const, id: null, groups: [], roles: [], readable: () => true }
  const stored: Record<string, JsonValue> = Object.fromEntries(
    fields.map(({ key }, at) => [key, at % 2 === 0 ? (OPTIONS[at % 3] ?? null) : '']),
  )
  const contextOf = (record: FormContext['record']): FormContext => ({
    occasion: 'edit',
    record,
    before: stored,
    actor,
    now: '2026-11-21T12:00:00.000Z',
    linked: () => null,
  })
  const typing: number[] = []
  const whole: number[] = []
  let record = stored
  let outcome: FormOutcome | undefined
  const started = process.cpuUsage()
  for (let at = 0; at < KEYS_TYPED; at += 1) {
    const field = (at * 7) % FIELDS
    const value = field % 2 === 0 ? (OPTIONS[at % 3] ?? null) : `typed ${at}`
    record = { ...record, ...outcome?.values, [`f${field}`]: value }
    const from = performance.now()
    outcome = evaluate(compiled, contextOf(record), outcome)
    typing.push(performance.now() - from)
  }
  const used = process.cpuUsage(started)
  const wholeStarted = process.cpuUsage()
  for (let at = 0; at < KEYS_TYPED / 10; at += 1) {
    const from = performance.now()
    evaluate(compiled, contextOf(record))
    whole.push(performance.now() - from)
  }
  const wholeUsed = process.cpuUsage(wholeStarted)
  const p = (list: number[], share: number) =>
    list.toSorted((a, b) => a - b)[Math.floor(list.length * share)] ?? 0
  const cpu = (used.user + used.system) / 1_000 / KEYS_TYPED
  return {
    workload: `Form logic: typing in ${FIELDS} fields with ${RULES} rules`,
    reached: `${hundredths(p(typing, 0.95))} ms p95 per key, ${hundredths(cpu)} CPU-ms`,
    goal: '≤ 8 ms p95 per key',
    peers: 'not measured',
    details: {
      p50: hundredths(p(typing, 0.5)),
      max: hundredths(Math.max(...typing)),
      wholeCpu: hundredths((wholeUsed.user + wholeUsed.system) / 1_000 / whole.length),
      wholeP50: hundredths(p(whole, 0.5)),
      wholeP95: hundredths(p(whole, 0.95)),
    },
  }
}

function hundredths(milliseconds: number): number {
  return Math.round(milliseconds * 100) / 100
}

/** Selections and texts in turn. */
function fieldOf(at: number): FieldInput {
  const common = { key: `f${at}`, label: `Field ${at}`, required: false, readOnly: false }
  if (at % 2 === 1) return { ...common, type: 'text', multiline: false, maxLength: 10_000, unique: false }
  const options = OPTIONS.map((key) => ({ key, label: key }))
  return { ...common, type: 'selection', options, multiple: false, display: 'plain' }
}

/** Ten stages of fifty rules, a third of them nested; each tenth rule sets a value that no rule reads. */
function workflowOf(): Workflow {
  const rules = Array.from({ length: RULES }, (_, at) => ruleOf(at))
  return {
    stages: Array.from({ length: 10 }, (_, stage) => ({
      id: `s${stage}`,
      title: `Stage ${stage}`,
      on: ['new', 'open', 'edit', 'save'],
      branches: Array.from({ length: 25 }, (_unused, branch) => {
        const [first, second] = rules.slice(stage * 50 + branch * 2)
        const own = first === undefined ? [] : [first]
        if (second !== undefined && branch % 3 === 0 && first !== undefined)
          own[0] = { ...first, branches: [{ id: `n${stage}-${branch}`, rules: [second] }] }
        else if (second !== undefined) own.push(second)
        return { id: `b${stage}-${branch}`, rules: own }
      }),
    })),
  }
}

function ruleOf(at: number): WorkflowRule {
  const selection = `f${((at * 2) % FIELDS) - ((at * 2) % 2)}`
  const text = `f${(at * 2 + 1) % (FIELDS - 2)}`
  const when: When = {
    all: [
      { field: selection, op: 'in', value: [OPTIONS[at % 3] ?? '', OPTIONS[(at + 1) % 3] ?? ''] },
      {
        any: [
          { field: text, op: 'contains', value: 'typed' },
          { field: text, op: 'empty' },
        ],
      },
    ],
  }
  const item = { field: `f${(at * 3) % FIELDS}` }
  const hide = { id: `a${at}`, do: at % 2 === 0 ? ('hide' as const) : ('read_only' as const), items: [item] }
  const to = { value: 'set' }
  const set = {
    id: `w${at}`,
    do: 'set' as const,
    field: `f${FIELDS - 1}`,
    to,
    repeat: 'once' as const,
    onlyIfEmpty: true,
  }
  return { id: `r${at}`, when, actions: at % 10 === 0 ? [hide, set] : [hide], branches: [] }
}
