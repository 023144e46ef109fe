import { fieldTraits } from '@caseloom/contract/field-types/field-kind'
import type { When } from '@caseloom/contract/apps/workflow'
import type { Say } from '../../../field-types/field-type.ts'
import { labelOf, type Vocabulary } from '../../../field-types/workflow/rule-words.ts'

/** What a test asks about, as the first of its selects shows it: `now:verdict`, `actor:role`. */
export type SubjectKey = string

export function subjectOf(test: When | null): SubjectKey | null {
  if (test === null) return null
  if ('changed' in test) return `now:${test.changed}`
  if ('linked' in test) return `linked:${test.linked}`
  if ('actor' in test) return `actor:${test.actor}`
  if ('opened' in test) return 'opened:'
  if ('field' in test) return `${test.at === 'before' ? 'before' : 'now'}:${test.field}`
  return null
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

function offeredChoices({ subjects }: Vocabulary, t: Say): Choices[] {
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
            items: links.map(({ key, label }) => ({ value: `linked:${key}`, label })),
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
