import { KEY_TYPES } from '@caseloom/contract/automation/table-columns'
import type { TableInput } from '@caseloom/contract/automation/tables'
import type { Issue } from '@caseloom/contract/kernel/errors'
import type { Shape } from './cells.rules.ts'

/** What is wrong with a table as written. */
export function shapeIssues({ columns, listing }: Pick<TableInput, 'columns' | 'listing'>): Issue[] {
  const issues = columns.flatMap(({ key }, at) =>
    columns.findIndex((one) => one.key === key) < at
      ? [tableIssue(['columns', at, 'key'], 'duplicate', `Another column has the key "${key}"`)]
      : [],
  )
  if (!KEY_TYPES.some((type) => type === columns[0]?.type))
    issues.push(
      tableIssue(['columns', 0, 'type'], 'bad_value', 'The key column must be a text or network column'),
    )
  columns.forEach(({ type, options = [] }, at) => {
    const fault = optionsFault(type, options)
    if (fault !== null) issues.push(tableIssue(['columns', at, 'options'], 'bad_value', fault))
  })
  const listed = columns.find(({ key }) => key === listing?.column)
  if (listing !== undefined && listing !== null && listed?.type !== 'text')
    issues.push(tableIssue(['listing', 'column'], 'bad_value', 'Choose a text column of the table'))
  return issues
}

function optionsFault(type: string, options: readonly string[]): string | null {
  if (type !== 'choice') return options.length === 0 ? null : 'Only a selection has options'
  if (options.length === 0) return 'A selection needs at least one option'
  const names = options.map((one) => one.toLowerCase())
  const twice = options.find((_one, at) => names.indexOf(names[at] ?? '') < at)
  return twice === undefined ? null : `The option "${twice}" appears twice`
}

interface Around {
  hasRows: boolean
  /** Keys of columns that published playbooks write; null when none uses the table. */
  used: ReadonlySet<string> | null
  /** Form logic that asks the table, with the columns that it names. */
  asking: readonly { columns: readonly string[] }[]
}

/** What can't be changed because rows or published playbooks depend on it. */
export function changeIssues(
  old: Shape & { key: string },
  input: TableInput,
  { hasRows, used, asking }: Around,
): Issue[] {
  const issues: Issue[] = []
  if (input.key !== old.key && used !== null)
    issues.push(tableIssue(['key'], 'in_use', 'Published playbooks use this key'))
  if (input.key !== old.key && asking.length > 0)
    issues.push(tableIssue(['key'], 'in_use', 'Form logic uses this key'))
  if (hasRows && input.caseSensitive !== old.case_sensitive)
    issues.push(tableIssue(['caseSensitive'], 'has_rows', 'This can’t be changed while the table has rows'))
  if (hasRows && input.columns[0]?.key !== old.columns[0]?.key)
    issues.push(
      tableIssue(
        ['columns', 0, 'key'],
        'has_rows',
        'The key column can’t be changed while the table has rows',
      ),
    )
  const types = new Map(old.columns.map(({ key, type }) => [key, type]))
  input.columns.forEach(({ key, type }, at) => {
    const before = types.get(key)
    if (hasRows && before !== undefined && before !== type)
      issues.push(
        tableIssue(['columns', at, 'type'], 'has_rows', 'The type can’t be changed while the table has rows'),
      )
  })
  const asked = new Set(asking.flatMap(({ columns }) => columns))
  const stay = new Set(input.columns.map(({ key }) => key))
  for (const { key } of old.columns)
    if (!stay.has(key) && used?.has(key) === true)
      issues.push(tableIssue(['columns'], 'in_use', `Published playbooks write the column "${key}"`))
  for (const { key, type } of old.columns)
    if (asked.has(key) && input.columns.find((one) => one.key === key)?.type !== type)
      issues.push(tableIssue(['columns'], 'in_use', `Form logic looks values up in the column "${key}"`))
  return issues
}

export function tableIssue(path: (string | number)[], code: string, message: string): Issue {
  return { path: ['body', ...path], code, message }
}
