import { canBeInTable } from '@caseloom/workflow/table-uses'
import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../data/scope.tsx'
import { usePeople } from '../../../data/people.ts'
import { chipParts, operatorKey, takesValue } from '../../../field-types/parts/filter-choices.ts'
import { TypedSelect } from '../../../field-types/parts/TypedSelect.tsx'
import { ValueInput } from '../../../field-types/parts/ValueInput.tsx'
import { TableTestInputs } from './TableTestInputs.tsx'
import { BECOMES, CHANGES } from './test-operator.ts'
import { type FieldTestProps, useFieldTest } from './useFieldTest.ts'

type Editing = ReturnType<typeof useFieldTest>
type Operators = { value: string; label: string }[]

const TABLE_OPERATORS = ['inTable', 'notInTable'] as const

/** Operators on tables, for fields of the record whose values can be in one; the chosen one is always offered. */
function useTableOperators({ form, table: draft }: Editing, at: FieldTestProps['at']) {
  const { subject } = form
  const { t } = useTranslation('workflow-editor')
  const mayRead = useMay('playbook:read')
  const canAsk = at !== 'linked' && mayRead && subject?.field !== undefined && canBeInTable(subject.field)
  return TABLE_OPERATORS.filter((op) => canAsk || draft?.op === op).map((op) => ({
    value: op,
    label: t(`tableOperators.${op}`),
  }))
}

function useOperators(editing: Editing, at: FieldTestProps['at']) {
  const { form } = editing
  const { t } = useTranslation('workflow-editor')
  const { t: say } = useTranslation('fields')
  const tables = useTableOperators(editing, at)
  const plain: Operators = form.operators.map((one) => ({
    value: String(one),
    label: say(operatorKey(form.subject, one)),
  }))
  const operators = [...plain, ...tables]
  const changing: Operators =
    at !== 'now'
      ? []
      : [
          { value: CHANGES, label: t('changes') },
          ...operators.map(({ value, label }) => ({
            value: `${BECOMES}${value}`,
            label: t('becomes', { operator: label }),
          })),
        ]
  return [
    { group: t('operators.now'), items: operators },
    ...(changing.length === 0 ? [] : [{ group: t('operators.change'), items: changing }]),
  ]
}

/** Operator and value of a test on a field; the values are entered as in filters. */
export function FieldTestInputs(props: FieldTestProps) {
  const { t: say } = useTranslation('fields')
  const people = usePeople()
  const editing = useFieldTest(props)
  const { form, mode, setMode, table, setTable } = editing
  const { subject, operator } = form
  const data = useOperators(editing, props.at)
  const isPlain = mode !== 'changes' && table === null
  const choose = (next: string) => {
    const toBecome = next.startsWith(BECOMES)
    const plain = toBecome ? next.slice(BECOMES.length) : next
    const asked = TABLE_OPERATORS.find((op) => op === plain)
    setMode(next === CHANGES ? CHANGES : toBecome ? 'becomes' : 'now')
    setTable(asked === undefined ? null : { table: null, column: null, ...table, op: asked })
    if (next !== CHANGES && asked === undefined && plain !== operator) form.operate(plain)
    props.onOperator?.(next)
  }
  return (
    <>
      <TypedSelect
        label={say('filter.operator')}
        data={data}
        withinPortal
        value={mode === 'changes' ? CHANGES : `${mode === 'becomes' ? BECOMES : ''}${table?.op ?? operator}`}
        onChange={choose}
      />
      {table !== null && <TableTestInputs draft={table} words={props.words} onChange={setTable} />}
      {isPlain && subject !== undefined && takesValue(operator) && (
        <ValueInput
          subject={subject}
          operator={operator}
          people={people.all}
          groups={people.groups}
          value={form.entered}
          onChange={form.setEntered}
        />
      )}
      {isPlain && subject === undefined && takesValue(operator) && <StoredValue {...props} />}
    </>
  )
}

/** What a test of a missing field compares with, until another field is chosen. */
function StoredValue({ test, words }: FieldTestProps) {
  const { t: say } = useTranslation('fields')
  if (test === null || !('field' in test) || 'table' in test) return null
  const { value } = chipParts(test, words.subjects, { people: words.people, t: words.field })
  return <TextInput readOnly label={say('filter.value')} value={value} />
}
