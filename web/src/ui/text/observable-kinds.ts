import type { ObservableKind } from '@caseloom/contract/values/case-fields'
import { useTranslation } from 'react-i18next'
import { addTexts } from './i18n.ts'
import { observableKindsEn } from './observable-kinds.en.ts'

addTexts('observableKinds', observableKindsEn)

/** Names a type of observables. */
export function useKindName(): (kind: ObservableKind) => string {
  const { t } = useTranslation('observableKinds')
  return (kind) => t(`kinds.${kind}`)
}
