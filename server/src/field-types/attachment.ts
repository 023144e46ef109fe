import { fileNames } from '@caseloom/contract/filters/field-types/case-lists'
import { isJsonObject, type JsonValue } from '@caseloom/contract/kernel/json'
import type { Field } from '@caseloom/contract/field-types/fields'
import { normalizeGuid } from '@caseloom/contract/kernel/ids'
import { itemsCell, listText } from './cells.ts'
import type { KindRules, ServerFieldType } from './field-type.ts'
import { likeSql } from './filter-sql.ts'
import type { ParsedValue, ValueIssue } from './parsed-value.ts'
import { issue, wrongType } from './parsing.ts'

const MAX_FILES = 100

export const attachmentType: ServerFieldType<'attachment'> = {
  parse,
  faults: ({ default: preset }) =>
    preset === undefined || preset === null
      ? []
      : [{ path: ['default'], code: 'not_allowed', message: 'This field can’t have a default' }],
}

export const attachmentKinds = {
  files: {
    sqlType: 'jsonb',
    filterSql: (column, { values }, parameters) => {
      const like = likeSql("(file->>'name')", 'contains', values[0] ?? '', parameters)
      return `exists (select from jsonb_array_elements(${column}) file where ${like})`
    },
    searched: fileNames,
    toCell: (value) => listText(fileNames(value)),
    // Files come by upload; a cell may name those that are there already, by id.
    fromCell: itemsCell,
  },
} satisfies Record<string, KindRules>

/** Ids of files in their order, each once; anyone who writes them gets what is known of each file in their place. */
function parse(field: Field & { type: 'attachment' }, raw: JsonValue): ParsedValue {
  if (!Array.isArray(raw)) return wrongType('a list of file IDs')
  if (raw.length > MAX_FILES) return issue('too_long', `At most ${MAX_FILES} files`, { max: MAX_FILES })
  const ids = raw.map((item) => {
    // A list as it was shown may come back whole.
    const id = isJsonObject(item) ? item['id'] : item
    return typeof id === 'string' ? normalizeGuid(id) : null
  })
  const issues: ValueIssue[] = ids.flatMap((id, at) =>
    id === null ? [{ path: [at], code: 'invalid_guid', message: 'Expected a file ID' }] : [],
  )
  const value = [...new Set(ids)]
  if (!field.multiple && value.length > 1)
    issues.push({
      path: [],
      code: 'too_long',
      message: 'Only one file is allowed',
      max: 1,
      actual: value.length,
    })
  if (issues.length > 0) return { issues: issues.slice(0, 100) }
  return { value: value.length === 0 ? null : value }
}
