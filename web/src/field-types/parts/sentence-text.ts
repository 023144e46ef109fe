import type { SentencePart } from '@caseloom/contract/values/sentence-parts'
import type { Reader, Say } from '../field-type.ts'
import { conditionText } from './filter-choices.ts'

interface SentenceWords {
  people: Reader
  role: (id: string) => string
  t: Say
}

/** A sentence of the server as its reader reads it: dates in their zone, people and roles by name. */
export function sentenceText(parts: readonly SentencePart[], words: SentenceWords): string {
  return parts
    .map((part) => {
      if (typeof part === 'string') return part
      const { type, value } = part
      return type === 'role'
        ? words.role(String(value))
        : conditionText({ key: '', label: '', type }, value, words)
    })
    .join('')
}
