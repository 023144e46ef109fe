import type { Observable } from '@caseloom/contract/values/case-fields'
import { useTranslation } from 'react-i18next'
import { writeClipboard } from '../../../ui/clipboard.ts'
import { toast } from '../../../ui/toast.tsx'
import { defangedText } from './observable-list.ts'

type Named = Pick<Observable, 'kind' | 'value'>

/** Copies values, and says whether the browser did. */
export function useCopy() {
  const { t } = useTranslation('observables')
  const { t: ui } = useTranslation('ui')
  const copy = (text: string, title: string) =>
    void writeClipboard(text).then(
      () => toast({ kind: 'info', title }),
      () => toast({ kind: 'error', title: ui('copyFailed') }),
    )
  return {
    defanged: (rows: readonly Named[]) => {
      if (rows.length > 0) copy(defangedText(rows), t('copied', { count: rows.length }))
    },
    /** As it is stored: it can be followed. */
    value: ({ value }: Named) => copy(value, t('copiedValue')),
  }
}
