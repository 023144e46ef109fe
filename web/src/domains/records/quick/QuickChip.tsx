import type { AppView } from '@caseloom/contract/apps/apps'
import { fieldTraits } from '@caseloom/contract/field-types/field-kind'
import type { RecordView } from '@caseloom/contract/records/records'
import { IconChevronDown } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { usePeople } from '../../../data/people.ts'
import { fieldValue } from '../../../field-types/parts/FieldValue.tsx'
import { textOf } from '../../../field-types/parts/field-text.ts'
import { PropertyButton, PropertyChip } from '../../../ui/Chip.tsx'
import type { ChoiceField } from '../editors/ChoiceEditor.tsx'
import { FieldMenu } from './FieldMenu.tsx'
import { chosenOf, QUICK_KEYS, quickKindOf, whyFixed } from './quick-fields.ts'

interface QuickChipProps {
  /** As the form shows it now. */
  app: AppView
  base: AppView
  record: RecordView
  field: ChoiceField
  people: ReturnType<typeof usePeople>
  opened: boolean
  onOpen: (opened: boolean) => void
  onPick: (picked: string) => void
}

/** A value in the header of a record that is a menu where it can be changed. */
export function QuickChip({ app, base, record, field, people, opened, onOpen, onPick }: QuickChipProps) {
  const { t } = useTranslation('quick')
  const value = record.fields[field.key]
  const shown = fieldValue({ field, value, people, noOne: t('noOne') }) ?? field.label
  const fixed = whyFixed({ app, record, field, base: base.fields.find(({ key }) => key === field.key) })
  // A value that the reader can't see is none to change.
  if (value === undefined) return null
  if (fixed !== null)
    return (
      <PropertyChip title={t(`fixed.${fixed}`, { field: field.label })}>
        <span className="cl-clipped">{field.label}: </span>
        {shown}
      </PropertyChip>
    )
  const kind = quickKindOf(app, field)
  const key = kind === undefined ? undefined : QUICK_KEYS[kind]
  const chosen = chosenOf(value)
  const text = textOf(field, value, people) || t(fieldTraits(field).users ? 'noOne' : 'noValue')
  return (
    <FieldMenu {...{ app, record, field, people, opened, onOpen, onPick }}>
      <PropertyButton
        // Several values have gaps between them that a label would fill with commas: their name is what is shown.
        {...(chosen.length > 1 ? {} : { 'aria-label': t('chip', { field: field.label, value: text }) })}
        aria-haspopup="dialog"
        aria-expanded={opened}
        aria-keyshortcuts={key}
        onClick={() => onOpen(!opened)}
      >
        {chosen.length > 1 && <span className="cl-clipped">{field.label}: </span>}
        {shown}
        <IconChevronDown size={14} stroke={1.7} aria-hidden />
      </PropertyButton>
    </FieldMenu>
  )
}
