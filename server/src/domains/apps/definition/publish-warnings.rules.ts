import type { LinkedApplet } from '@caseloom/contract/apps/applet-links'
import type { RoleLayout } from '@caseloom/contract/apps/layout'
import type { PublishWarning } from '@caseloom/contract/apps/publish-warnings'
import type { Workflow } from '@caseloom/contract/apps/workflow'
import type { FieldInput } from '@caseloom/contract/field-types/fields'
import { type Actor, mayPass } from '@caseloom/contract/kernel/permissions'
import { workflowProblems } from '@caseloom/workflow/problems'
import { fieldsNamedBy } from '@caseloom/workflow/rule-fields'
import { differenceSentence } from '@caseloom/workflow/sample-tests/difference-sentences'
import type { TestRun } from '@caseloom/workflow/sample-tests/run-tests'
import { sentenceParts } from '@caseloom/workflow/sentence-parts'
import { ruleSentence } from '@caseloom/workflow/sentences'
import { type PlacedRule, placedRules } from '@caseloom/workflow/walk'

/** What is published of an app or an applet, as far as publishing can break it. */
export interface Published {
  fields: readonly FieldInput[]
  workflow?: Workflow | undefined
  layouts?: readonly RoleLayout[] | undefined
  applets?: readonly LinkedApplet[] | undefined
}

const MAX_DETAILS = 20

/** What names a role that doesn’t exist, each thing once: tests, rules, and layouts. */
export function missingRoles(actor: Actor, published: Published, roles: readonly string[]): PublishWarning[] {
  const { workflow = { stages: [] }, layouts = [], fields } = published
  const rules = new Map(placedRules(workflow).map((placed) => [placed.rule.id, placed]))
  const problems = workflowProblems(workflow, { fields, roles }).filter(({ code }) => code === 'unknown_role')
  const found = problems.flatMap(({ path, items: [id = ''], test: testId }): PublishWarning[] => {
    const place = ['body', 'workflow', ...path]
    const test = workflow.tests?.find((one) => one.id === testId)
    if (test !== undefined) return [missingRole(place, { about: 'test', id: test.id, name: test.name })]
    const placed = rules.get(id)
    return placed === undefined
      ? []
      : [missingRole(place, { about: 'rule', id, ...ruleName(actor, placed, fields) })]
  })
  const named = layouts.flatMap(({ id, name, roles: own }, at): PublishWarning[] => {
    const missing = own.findIndex((role) => !roles.includes(role))
    const path = ['body', 'layouts', at, 'roles', missing]
    return missing < 0 ? [] : [missingRole(path, { about: 'layout', id, name })]
  })
  return [...new Map([...found, ...named].map((one) => [`${one.about} ${one.id}`, one])).values()]
}

/** Fields that assign new records by an on-call schedule that doesn’t exist. */
export function missingSchedules(
  { fields }: Pick<Published, 'fields'>,
  schedules: readonly string[],
): PublishWarning[] {
  return fields.flatMap((field, at): PublishWarning[] => {
    const assign = 'assign' in field ? field.assign : undefined
    if (assign?.by !== 'onCall' || schedules.includes(assign.schedule)) return []
    const message = `The field “${field.label}” assigns by an on-call schedule that doesn’t exist`
    return [
      {
        path: ['body', 'fields', at, 'assign', 'schedule'],
        code: 'unknown_schedule',
        message,
        about: 'field',
        id: field.key,
        name: field.label,
        details: [],
      },
    ]
  })
}

type RoleSubject = keyof typeof MISSING

const MISSING = {
  test: (name: string) => `The role of the test “${name}” doesn’t exist`,
  rule: (name: string) => `A rule names a role that doesn’t exist: ${name}`,
  layout: (name: string) => `The layout “${name}” names a role that doesn’t exist`,
}

function missingRole(
  path: (string | number)[],
  about: Pick<PublishWarning, 'id' | 'name' | 'said'> & { about: RoleSubject },
): PublishWarning {
  return { path, code: 'unknown_role', message: MISSING[about.about](about.name), ...about, details: [] }
}

/** A rule in words; by its stage alone where it names a field that the actor may not read. */
function ruleName(
  actor: Actor,
  { rule, stage }: PlacedRule,
  fields: readonly FieldInput[],
): Pick<PublishWarning, 'name' | 'said'> {
  const isReadable = readableBy(actor, fields)
  if (rule.name !== undefined) return { name: rule.name }
  if (!fieldsNamedBy(rule, fields).every(isReadable)) return { name: `“${stage.title}”` }
  return {
    name: ruleSentence(rule, { fields }),
    said: sentenceParts(fields, (names) => ruleSentence(rule, { fields, ...names })),
  }
}

/** A test that fails, with how its outcome differs. */
export function failingTest(
  actor: Actor,
  { test: { id, name }, differences }: TestRun,
  { at, fields }: { at: number; fields: readonly FieldInput[] },
): PublishWarning {
  const names = { fields, isReadable: readableBy(actor, fields) }
  const lines = differences.map((one) =>
    sentenceParts(fields, (words) => differenceSentence(one, { ...names, ...words })),
  )
  const unlike = new Map(lines.map((line) => [JSON.stringify(line), line]))
  return {
    path: ['body', 'workflow', 'tests', at],
    code: 'test_fails',
    message: `The test “${name}” fails`,
    about: 'test',
    id,
    name,
    details: [...unlike.values()].slice(0, MAX_DETAILS),
  }
}

function readableBy(actor: Actor, fields: readonly FieldInput[]): (key: string) => boolean {
  const closed = new Set(fields.flatMap(({ key, readers }) => (mayPass(actor, readers) ? [] : [key])))
  return (key) => !closed.has(key)
}
