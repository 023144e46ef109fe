import type { PublishWarning } from '@caseloom/contract/apps/publish-warnings'
import type { SentencePart } from '@caseloom/contract/values/sentence-parts'
import { useTranslation } from 'react-i18next'
import { usePeople } from '../../../data/people.ts'
import { sentenceText } from '../../../field-types/parts/sentence-text.ts'
import { fieldsEn } from '../../../field-types/values/fields.en.ts'
import { addTexts } from '../../../ui/text/i18n.ts'

addTexts('fields', fieldsEn)

/** Puts warnings into words for the reader of the page. */
export function useWarningWords() {
  const { t } = useTranslation('fields')
  const people = usePeople()
  const sentence = (parts: readonly SentencePart[]) => sentenceText(parts, { people, t })
  return {
    sentence,
    /** What a warning is about: a rule without a name, as its sentence. */
    name: ({ name, said }: PublishWarning) => (said === undefined ? name : sentence(said)),
  }
}
