import { fieldTraits, linksOne } from '@caseloom/contract/field-types/field-kind'
import type { Condition } from '@caseloom/contract/values/filter'
import type { When } from '@caseloom/contract/apps/workflow'
import type { Say } from '../../../../field-types/field-type.ts'
import type { FilterSubject } from '../../../../field-types/parts/filter-choices.ts'
import { labelOf, type Vocabulary } from '../../../../field-types/workflow/rule-words.ts'

/** What a test asks about, as the first of its selects shows it: `now:verdict`, `actor:role`, `through:case:owner`. */
export type SubjectKey = string

export function subjectOf(
  test: When | null,
  words?: Pick<Vocabulary, 'subjects' | 'linked'>,
): SubjectKey | null {
  if (test === null) return null
  const through = words === undefined ? null : throughOf(test, words)
  if (through !== null) return `through:${through.linked}:${through.where.field}`
  if ('changed' in test) return `now:${test.changed}`
  if ('linked' in test) return `linked:${test.linked}`
  if ('actor' in test) return `actor:${test.actor}`
  if ('opened' in test) return 'opened:'
  if ('field' in test) return `${test.at === 'before' ? 'before' : 'now'}:${test.field}`
  return null
}

/** A condition on a field of the one record that a reference field can link. */
export interface ThroughTest {
  linked: string
  min?: number | undefined
  where: Condition
}

/** A test of a linked record that asks about one of its fields; null for others, which are edited as filters. */
export function throughOf(
  test: When | null,
  { subjects, linked }: Pick<Vocabulary, 'subjects' | 'linked'>,
): ThroughTest | null {
  if (test === null || !('linked' in test) || (test.min ?? 1) > 1) return null
  const { where } = test
  if (where === undefined || !('field' in where)) return null
  const reference = subjects.find(({ key }) => key === test.linked)?.field
  if (reference === undefined || !linksOne(reference)) return null
  const isKnown = linked(test.linked).some(({ key }) => key === where.field)
  return isKnown ? { ...test, where } : null
}

interface Choices {
  group: string
  items: { value: SubjectKey; label: string }[]
}

/** The groups of the field select; what is chosen is among them, also when it's missing or can't be chosen again. */
export function subjectChoices(words: Vocabulary, t: Say, chosen: SubjectKey | null): Choices[] {
  const choices = offeredChoices(words, t)
  const isOffered = choices.some(({ items }) => items.some(({ value }) => value === chosen))
  if (chosen === null || isOffered) return choices
  const [kind = '', key = ''] = chosen.split(':')
  const field = labelOf(words, key)
  const label = kind === 'before' ? t('subjects.beforeField', { field }) : field
  return [{ group: t('subjects.chosen'), items: [{ value: chosen, label }] }, ...choices]
}

/** A reference field, and the fields of the record that it links where it links one. */
function linkedChoices(reference: FilterSubject, linked: Vocabulary['linked'], t: Say): Choices['items'] {
  const { key, label, field } = reference
  const own = { value: `linked:${key}`, label }
  if (field === undefined || !linksOne(field)) return [own]
  const inner = linked(key).filter((one) => one.field === undefined || !fieldTraits(one.field).links)
  return [
    own,
    ...inner.map((one) => ({
      value: `through:${key}:${one.key}`,
      label: t('subjects.through', { reference: label, field: one.label }),
    })),
  ]
}

function offeredChoices({ subjects, linked }: Vocabulary, t: Say): Choices[] {
  const fields = subjects.filter(({ field }) => field === undefined || !fieldTraits(field).links)
  const links = subjects.filter(({ field }) => field !== undefined && fieldTraits(field).links)
  return [
    { group: t('subjects.now'), items: fields.map(({ key, label }) => ({ value: `now:${key}`, label })) },
    {
      group: t('subjects.before'),
      items: fields.map(({ key, label }) => ({
        value: `before:${key}`,
        label: t('subjects.beforeField', { field: label }),
      })),
    },
    ...(links.length === 0
      ? []
      : [
          {
            group: t('subjects.linked'),
            items: links.flatMap((one) => linkedChoices(one, linked, t)),
          },
        ]),
    {
      group: t('subjects.actor'),
      items: (['role', 'group', 'user', 'kind'] as const).map((actor) => ({
        value: `actor:${actor}`,
        label: t(`actors.${actor}`),
      })),
    },
    { group: t('subjects.opened'), items: [{ value: 'opened:', label: t('actors.opened') }] },
  ]
}
