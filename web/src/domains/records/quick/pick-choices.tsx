import { fieldTraits } from '@caseloom/contract/field-types/field-kind'
import { fieldValue } from '../../../field-types/parts/FieldValue.tsx'
import type { usePeople } from '../../../data/people.ts'
import type { PickItem } from '../../../ui/pick/pick-items.ts'
import { type ChoiceField, choicesOf } from '../editors/ChoiceEditor.tsx'

interface Offer {
  field: ChoiceField
  /** What is set now: it is offered even where it is retired. */
  chosen: readonly string[]
  people: ReturnType<typeof usePeople>
  t: (key: 'noOne' | 'you' | 'noValue') => string
}

/** The choices of a field: the user first among people, and no value at the end where the field may be empty. */
export function pickChoices({ field, chosen, people, t }: Offer): PickItem[] {
  const items = choicesOf({ field, draft: [...chosen], people: people.all, groups: people.groups }).map(
    ({ value, label }): PickItem => ({
      value,
      label,
      shown: fieldValue({ field, value: field.multiple ? [value] : value, people, noOne: t('noOne') }),
      ...(value === people.me ? { hint: t('you') } : {}),
    }),
  )
  const ordered = items.toSorted(
    (one, other) => Number(other.value === people.me) - Number(one.value === people.me),
  )
  const isState = 'display' in field && field.display === 'state'
  if (field.required || isState || chosen.length === 0) return ordered
  return [...ordered, { value: '', label: fieldTraits(field).users ? t('noOne') : t('noValue') }]
}
