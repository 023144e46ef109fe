import type { SentencePart } from '@caseloom/contract/values/sentence-parts'
import type { Reader, Say } from '../field-type.ts'
import { conditionText } from './filter-choices.ts'

/** A sentence of the server as its reader reads it: dates in their zone, people by name. */
export function sentenceText(parts: readonly SentencePart[], words: { people: Reader; t: Say }): string {
  return parts
    .map((part) =>
      typeof part === 'string'
        ? part
        : conditionText({ key: '', label: '', type: part.type }, part.value, words),
    )
    .join('')
}
