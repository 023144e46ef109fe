import type { FieldInput } from '@caseloom/contract/field-types/fields'
import type { SelectionOption } from '@caseloom/contract/field-types/selection'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Notice } from '../../../ui/admin/Settings.tsx'
import type { FieldSettingsProps } from '../draft/builder-types.ts'
import classes from './Panels.module.css'
import { conversionOf } from './type-change.ts'
import { TypeTrial } from './TypeTrial.tsx'

interface DroppedValuesProps extends Pick<FieldSettingsProps, 'edited' | 'set'> {
  field: Extract<FieldInput, { type: 'selection' }>
}

/** Published values that the draft no longer has: which records have them, before publishing is refused because of them. */
export function DroppedValues({ field, edited, set }: DroppedValuesProps) {
  const { t } = useTranslation('apps')
  const { draft, base } = edited
  const dropped = droppedFrom(
    base.fields.find(({ id }) => id === field.id),
    field.options,
  )
  // A pending change of the type has a check of its own.
  if (dropped.length === 0 || conversionOf(draft, field.key) !== null) return null
  const retired = dropped.map((option) => ({ ...option, retired: true as const }))
  return (
    <section className={classes.typeChange} aria-label={t('options.dropped.title')}>
      <Notice>
        {t('options.dropped.text', { values: dropped.map(({ label }) => `“${label}”`).join(', ') })}
      </Notice>
      <TypeTrial
        // A check of other values says nothing about these.
        key={JSON.stringify(field.options)}
        field={field}
        appId={base.id}
        faults="dropped"
        onOptions={null}
      />
      <Button variant="subtle" onClick={() => set({ options: [...field.options, ...retired] })}>
        {t('options.dropped.retire')}
      </Button>
    </section>
  )
}

function droppedFrom(stored: FieldInput | undefined, options: readonly SelectionOption[]): SelectionOption[] {
  const present = new Set(options.map(({ key }) => key))
  return stored !== undefined && 'options' in stored
    ? stored.options.filter(({ key }) => !present.has(key))
    : []
}
