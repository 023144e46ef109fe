import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { usePeople } from '../../../data/people.ts'
import type { useCondition } from '../../../field-types/parts/ConditionForm.tsx'
import { chipParts, operatorKey, takesValue } from '../../../field-types/parts/filter-choices.ts'
import { TypedSelect } from '../../../field-types/parts/TypedSelect.tsx'
import { ValueInput } from '../../../field-types/parts/ValueInput.tsx'
import { type FieldTestProps, useFieldTest } from './useFieldTest.ts'

const CHANGES = 'changes'
const BECOMES = 'becomes:'

type Operators = { value: string; label: string }[]

function useOperators(form: ReturnType<typeof useCondition>, at: FieldTestProps['at']) {
  const { t } = useTranslation('workflow-editor')
  const { t: say } = useTranslation('fields')
  const operators: Operators = form.operators.map((one) => ({
    value: String(one),
    label: say(operatorKey(form.subject, one)),
  }))
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
  const { form, mode, setMode } = useFieldTest(props)
  const { subject, operator } = form
  const data = useOperators(form, props.at)
  return (
    <>
      <TypedSelect
        label={say('filter.operator')}
        data={data}
        withinPortal
        value={mode === 'changes' ? CHANGES : `${mode === 'becomes' ? BECOMES : ''}${operator}`}
        onChange={(next) => {
          if (next === CHANGES) return setMode(CHANGES)
          const toBecome = next.startsWith(BECOMES)
          const plain = toBecome ? next.slice(BECOMES.length) : next
          setMode(toBecome ? 'becomes' : 'now')
          if (plain !== operator) form.operate(plain)
        }}
      />
      {mode !== 'changes' && subject !== undefined && takesValue(operator) && (
        <ValueInput
          subject={subject}
          operator={operator}
          people={people.all}
          groups={people.groups}
          value={form.entered}
          onChange={form.setEntered}
        />
      )}
      {mode !== 'changes' && subject === undefined && takesValue(operator) && <StoredValue {...props} />}
    </>
  )
}

/** What a test of a missing field compares with, until another field is chosen. */
function StoredValue({ test, words }: FieldTestProps) {
  const { t: say } = useTranslation('fields')
  if (test === null || !('field' in test)) return null
  const { value } = chipParts(test, words.subjects, { people: words.people, t: words.field })
  return <TextInput readOnly label={say('filter.value')} value={value} />
}
