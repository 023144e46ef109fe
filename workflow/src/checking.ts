import type { FieldInput } from '@caseloom/contract/field-types/fields'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { Workflow, WorkflowRule } from '@caseloom/contract/apps/workflow'
import { conditionSentence, type SentenceNames } from './sentences.ts'
import type { FormFields } from './tests.ts'
import type { Path, PlacedRule } from './walk.ts'

/** What a workflow may name besides fields. What is absent is not checked. */
export interface FormParts {
  fields: readonly FieldInput[]
  /** Fields of the apps that reference fields point to, by reference field. */
  linked?: ReadonlyMap<string, readonly FieldInput[]> | undefined
  /** The reference tables that conditions may name. */
  tables?: readonly TableParts[] | undefined
  sections?: readonly string[] | undefined
  tabs?: readonly string[] | undefined
  buttons?: readonly string[] | undefined
  blocks?: readonly string[] | undefined
  roles?: readonly string[] | undefined
  /** The value as a field keeps it; null when it is none. Without it, the form of fixed values is not checked. */
  normalize?: ((field: string, value: JsonValue) => JsonValue) | undefined
}

/** A reference table with its columns, the key column first. */
export interface TableParts {
  key: string
  name: string
  columns: readonly { key: string; label: string; type: string }[]
}

export interface WorkflowProblem {
  code: string
  /** Place in the workflow. */
  path: Path
  message: string
  /** Stage, rules, and actions that it is about, the first one foremost. */
  items: readonly string[]
  /** The test that it is about. */
  test?: string
  severity: 'error' | 'warning'
}

/** The names that messages use. */
export function namesOf({ fields, linked, tables = [] }: FormParts): SentenceNames {
  return { fields, linked, table: tableNames(tables) }
}

/** What sentences call tables and their columns. */
export function tableNames(tables: readonly TableParts[]): NonNullable<SentenceNames['table']> {
  return (key, column) => {
    const table = tables.find((one) => one.key === key)
    return column === undefined ? table?.name : table?.columns.find((one) => one.key === column)?.label
  }
}

/** What a rule is called in a message: by its name, else by its condition. */
export function ruleName({ name, when }: WorkflowRule, parts: FormParts): string {
  return name ?? (when === undefined ? 'else' : conditionSentence(when, namesOf(parts)))
}

/** What checks of one kind are given. */
export interface Checking {
  workflow: Workflow
  parts: FormParts
  fields: FormFields
  rules: readonly PlacedRule[]
  report: (problem: Omit<WorkflowProblem, 'severity'> & { severity?: WorkflowProblem['severity'] }) => void
}
