import type { Field } from '@caseloom/contract/field-types/fields'
import { type ComboboxItem, MultiSelect, Select } from '@mantine/core'
import { matchesTechnique, techniqueChoices, useTechniques } from '../../../field-types/values/techniques.ts'
import type { Draft } from '../../../field-types/field-type.ts'
import classes from './Computed.module.css'

interface TechniqueEditorProps {
  field: Field & { type: 'technique' }
  draft: Draft
  onDraft: (draft: Draft) => void
  input: Record<string, unknown>
}

export function TechniqueEditor({ field, draft, onDraft, input }: TechniqueEditorProps) {
  const table = useTechniques()
  const chosen = Array.isArray(draft) ? draft : draft === '' ? [] : [draft]
  const shared = {
    ...input,
    data: table === null ? chosen : techniqueChoices(table),
    searchable: true,
    limit: 60,
    filter: matchesTechnique(table),
    renderOption: ({ option }: { option: ComboboxItem }) => (
      <span className={classes.technique}>
        {option.label}
        <small>{table?.allTechniques().get(option.value)?.tactics.join(', ')}</small>
      </span>
    ),
  }
  return field.multiple ? (
    <MultiSelect {...shared} value={chosen} onChange={onDraft} clearable />
  ) : (
    <Select
      {...shared}
      value={chosen[0] ?? null}
      onChange={(next) => onDraft(next ?? '')}
      clearable={!field.required}
    />
  )
}
