import type { AppView } from '@caseloom/contract/apps/apps'
import type { RecordView } from '@caseloom/contract/records/records'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { usePeople } from '../../../data/people.ts'
import { PickMenu } from '../../../ui/pick/PickMenu.tsx'
import type { ChoiceField } from '../editors/ChoiceEditor.tsx'
import { pickChoices } from './pick-choices.tsx'
import { chosenOf, QUICK_KEYS, quickKindOf } from './quick-fields.ts'

interface FieldMenuProps {
  app: AppView
  record: RecordView
  field: ChoiceField
  people: ReturnType<typeof usePeople>
  opened: boolean
  onOpen: (opened: boolean) => void
  onPick: (picked: string) => void
  /** What it hangs at. */
  children: ReactNode
}

/** The choices of a field of a record, at its chip or its cell in a list. */
export function FieldMenu({ app, record, field, people, opened, onOpen, onPick, children }: FieldMenuProps) {
  const { t } = useTranslation('quick')
  const kind = quickKindOf(app, field)
  const chosen = chosenOf(record.fields[field.key])
  return (
    <PickMenu
      opened={opened}
      onChange={onOpen}
      title={t(`menu.${kind ?? 'other'}`, { field: field.label })}
      {...(kind === undefined ? {} : { opensWith: QUICK_KEYS[kind] })}
      items={pickChoices({ field, chosen, people, t })}
      chosen={chosen}
      startsAtChosen={kind !== 'assignee'}
      onPick={onPick}
    >
      {children}
    </PickMenu>
  )
}
