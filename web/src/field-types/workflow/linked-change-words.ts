import { linksOne } from '@caseloom/contract/field-types/field-kind'
import type { LinkedTest } from '@caseloom/contract/apps/workflow'
import { filterWords, labelOf, type Vocabulary } from './rule-words.ts'

/** A condition on linked records that would hold, or not. */
export interface LinkedChange {
  test: LinkedTest
  holds: boolean
}

/** What would have to be linked: "there is a linked Case in which Level is High". */
export function linkedChangeWords(
  words: Vocabulary,
  { test: { linked: key, min = 1, where }, holds }: LinkedChange,
  mood: 'is' | 'were',
): string {
  const { say, subjects } = words
  const field = subjects.find((one) => one.key === key)?.field
  const count = min > 1 ? 'min' : field !== undefined && linksOne(field) ? 'one' : 'some'
  const who = say(`linkedChange.${holds ? 'with' : 'without'}.${count}`, { field: labelOf(words, key), min })
  const isEvery = where === undefined || ('all' in where && where.all.length === 0)
  const whole = isEvery
    ? who
    : say('linkedChange.where', { who, where: filterWords({ ...words, subjects: words.linked(key) }, where) })
  const verb = mood === 'were' ? 'were' : min > 1 ? 'are' : 'is'
  return say(`linkedChange.${verb}`, { who: whole })
}
