import type { SentencePart } from '@caseloom/contract/values/sentence-parts'
import type { Reader, Say } from '../field-type.ts'
import { conditionText, type FilterSubject } from './filter-choices.ts'

interface SentenceWords {
  people: Reader
  role: (id: string) => string
  /** Fields of an app, by its ID; none of an app that the reader can’t see. */
  subjects: (app: string) => readonly FilterSubject[]
  t: Say
}

/** A sentence of the server as its reader reads it: dates in their zone, people, roles, and fields by name. */
export function sentenceText(parts: readonly SentencePart[], words: SentenceWords): string {
  return parts.map((part) => partText(part, words)).join('')
}

function partText(part: SentencePart, words: SentenceWords): string {
  if (typeof part === 'string') return part
  if (part.type === 'role') return words.role(String(part.value))
  if (part.type !== 'other_field' && part.type !== 'other_value')
    return conditionText({ key: '', label: '', type: part.type }, part.value, words)
  const subject = words.subjects(part.app).find(({ key }) => key === part.field)
  if (part.type === 'other_field') return subject?.label ?? part.field.replaceAll('_', ' ')
  const text = conditionText(subject, part.value, words)
  // A text is in quotation marks, as in other sentences; a label isn’t.
  return text === part.value ? `“${text}”` : text
}
