import type { Understood } from '@caseloom/contract/assistant/assistant'
import type { Item } from './grammar.rules.ts'
import { timeFilter } from './grammar.rules.ts'
import type { Query } from './query.rules.ts'
import type { Reading } from './read-question.rules.ts'

type Chip = Understood['chips'][number]

const chip = (kind: Chip['kind'], text: string, value: string | null = null): Chip => ({
  kind,
  text,
  filter: null,
  value,
})
const OF = {
  average: 'Average of',
  median: 'Median of',
  p95: '95th percentile of',
  max: 'Longest',
  min: 'Shortest',
  sum: 'Total of',
} as const

/** A query in parts that one can take away. */
export function chipsOf(query: Query): Chip[] {
  const { picked, text, sort, limit, measure, group, step, compare, show } = query
  return [
    ...picked.map(({ label, filter }): Chip => ({ kind: 'filter', text: label, filter, value: null })),
    ...(text === '' ? [] : [chip('text', `Words “${text}”`, text)]),
    ...(compare === null
      ? []
      : [
          chip(
            'compare',
            `${compare.now.label} compared with ${compare.before.label}`,
            comparedValue(compare),
          ),
        ]),
    ...(measure === null
      ? show === 'count'
        ? [chip('measure', 'Count', 'count')]
        : []
      : [
          chip(
            'measure',
            `${OF[measure.of]} ${measure.field.label.toLowerCase()}`,
            `${measure.of}:${measure.field.key}`,
          ),
        ]),
    ...(group === null ? [] : [chip('group', `By ${group.label.toLowerCase()}`, group.key)]),
    ...(step === null ? [] : [chip('step', `Per ${step}`, step)]),
    ...(sort === null
      ? []
      : [
          chip(
            'sort',
            `${sort.field.label}, ${sort.direction === 'asc' ? 'ascending' : 'descending'}`,
            `${sort.direction === 'desc' ? '-' : ''}${sort.field.key}`,
          ),
        ]),
    ...(limit === null ? [] : [chip('limit', `First ${limit}`, String(limit))]),
  ]
}

function comparedValue({ field, now, before }: NonNullable<Query['compare']>): string {
  return [field, JSON.stringify(now.tests), JSON.stringify(before.tests)].join(' ')
}

/** What was understood of a question with words that were not. */
export function chipsOfReading({ items, subject }: Reading): Chip[] {
  const time = subject.fields.find(({ key }) => key === subject.timeField)
  return items.flatMap((item: Item): Chip[] => {
    if (item.kind === 'condition')
      return [{ kind: 'filter', text: item.picked.label, filter: item.picked.filter, value: null }]
    if (item.kind === 'text') return [chip('text', `Words “${item.text}”`, item.text)]
    if (item.kind === 'time' && time !== undefined)
      return [
        {
          kind: 'filter',
          text: `${time.label} ${item.phrase.label}`,
          filter: timeFilter(time.key, item.phrase),
          value: null,
        },
      ]
    if (item.kind === 'group') return [chip('group', `By ${item.field.label.toLowerCase()}`, item.field.key)]
    if (item.kind === 'sort')
      return [
        chip(
          'sort',
          `${item.field.label}, ${item.direction === 'asc' ? 'ascending' : 'descending'}`,
          `${item.direction === 'desc' ? '-' : ''}${item.field.key}`,
        ),
      ]
    return []
  })
}
