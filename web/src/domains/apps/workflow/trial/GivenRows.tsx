import type { JsonObject } from '@caseloom/contract/kernel/json'
import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { labelOf } from '../../../../field-types/workflow/rule-words.ts'
import { useWorkflow } from '../model/editor-context.ts'
import { isEditable, RemovableRow, ValueOfField } from './test-rows.tsx'
import classes from './Trial.module.css'

interface GivenRowsProps {
  given: JsonObject
  onChange: (given: JsonObject) => void
}

/** What someone enters in the form of a test, field by field. */
export function GivenRows({ given, onChange }: GivenRowsProps) {
  const { t } = useTranslation('workflow-editor')
  const { words } = useWorkflow()
  const left = words.subjects.filter((subject) => isEditable(subject) && !Object.hasOwn(given, subject.key))
  return (
    <section aria-labelledby="test-given" className={classes.section}>
      <h3 id="test-given" className={classes.title}>
        {t('tests.given')}
      </h3>
      {Object.entries(given).map(([field, value]) => (
        <RemovableRow
          key={field}
          name={labelOf(words, field)}
          onRemove={() => {
            const { [field]: _removed, ...rest } = given
            onChange(rest)
          }}
        >
          <ValueOfField
            field={field}
            value={value}
            onChange={(next) => onChange({ ...given, [field]: next })}
          />
        </RemovableRow>
      ))}
      <Select
        // Empty again after each choice.
        key={left.length}
        label={t('tests.addGiven')}
        placeholder={t('chooseField')}
        searchable
        openOnFocus={false}
        data={left.map(({ key, label }) => ({ value: key, label }))}
        value={null}
        onChange={(field) => field !== null && onChange({ ...given, [field]: null })}
      />
    </section>
  )
}
