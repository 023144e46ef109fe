import { CONDITION_TYPES } from '@caseloom/contract/automation/table-columns'
import { useTranslation } from 'react-i18next'
import { useTables } from '../../../data/tables.ts'
import { TypedSelect } from '../../../field-types/parts/TypedSelect.tsx'
import type { Vocabulary } from '../../../field-types/workflow/rule-words.ts'
import type { TableDraft } from './useFieldTest.ts'

interface TableTestInputsProps {
  draft: TableDraft
  words: Pick<Vocabulary, 'table'>
  onChange: (next: TableDraft) => void
}

/** Which table a value is looked up in, and in which of its columns. */
export function TableTestInputs({ draft, words, onChange }: TableTestInputsProps) {
  const { t } = useTranslation('workflow-editor')
  const tables = useTables() ?? []
  const { table: key, column } = draft
  const table = tables.find((one) => one.key === key)
  const texts = table?.columns.filter(({ type }) => CONDITION_TYPES.has(type)) ?? []
  const [keyColumn] = texts
  const columns = texts.map((one) => ({ value: one.key, label: one.label }))
  const isColumnKnown = column === null || texts.some((one) => one.key === column)
  return (
    <>
      <TypedSelect
        label={t('table')}
        placeholder={t('chooseTable')}
        withinPortal
        data={[
          ...tables.map((one) => ({ value: one.key, label: one.name })),
          ...(key === null || table !== undefined ? [] : [{ value: key, label: words.table(key) }]),
        ]}
        value={key}
        onChange={(next) => onChange({ ...draft, table: next, column: next === key ? column : null })}
      />
      {(columns.length > 1 || !isColumnKnown) && (
        <TypedSelect
          label={t('tableColumn')}
          withinPortal
          data={[...columns, ...(isColumnKnown ? [] : [{ value: column, label: column }])]}
          value={column ?? keyColumn?.key ?? null}
          onChange={(next) => onChange({ ...draft, column: next === keyColumn?.key ? null : next })}
        />
      )}
    </>
  )
}
