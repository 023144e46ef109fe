import type { PublishWarning } from '@caseloom/contract/apps/publish-warnings'
import type { SentencePart } from '@caseloom/contract/values/sentence-parts'
import { useTranslation } from 'react-i18next'
import { useQuery } from '@tanstack/react-query'
import { appsQuery } from '../../../data/apps.ts'
import { useActorNames } from '../../../data/people.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { filterSubjects } from '../../../field-types/parts/filter-choices.ts'
import { sentenceText } from '../../../field-types/parts/sentence-text.ts'
import { fieldsEn } from '../../../field-types/values/fields.en.ts'
import { addTexts } from '../../../ui/text/i18n.ts'
import { appsEn } from './apps.en.ts'
import { warningKey } from './publish-warnings.ts'

addTexts('fields', fieldsEn)
addTexts('apps', appsEn)

/** Puts warnings into words for the reader of the page. */
export function useWarningWords() {
  const { t } = useTranslation('fields')
  const { t: appText } = useTranslation('apps')
  const { people, role } = useActorNames()
  const { tenantId } = useTenantScope()
  const apps = useQuery(appsQuery(tenantId)).data
  const subjects = (app: string) => {
    const found = apps?.find(({ id }) => id === app)
    return found === undefined ? [] : filterSubjects(found, t)
  }
  const words = { people, role: (id: string) => role(id) ?? appText('unknownRole'), subjects, t }
  const sentence = (parts: readonly SentencePart[]) => sentenceText(parts, words)
  // A rule without a name is called by its sentence.
  const name = ({ name: own, said }: PublishWarning) => (said === undefined ? own : sentence(said))
  const title = (warning: PublishWarning) =>
    appText(`builder.warnings.${warningKey(warning)}`, { name: name(warning) })
  return { sentence, name, title }
}
