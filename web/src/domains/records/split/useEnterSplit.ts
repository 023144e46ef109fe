import { useTranslation } from 'react-i18next'
import { useTenantScope } from '../../../data/scope.tsx'
import { addTexts } from '../../../ui/text/i18n.ts'
import { toast } from '../../../ui/toast.tsx'
import { useWideWindow } from '../../../ui/useWideWindow.ts'
import { splitEn } from './split.en.ts'
import { useSplitChoice } from './split-choice.ts'

addTexts('split', splitEn)

/** Turns split view on; false after saying that the window is too narrow for it. */
export function useEnterSplit(): () => boolean {
  const { t } = useTranslation('split')
  const { userId } = useTenantScope()
  const { choose } = useSplitChoice(userId)
  const isWide = useWideWindow()
  return () => {
    if (isWide) choose({ isOn: true })
    else toast({ kind: 'info', title: t('narrow'), text: t('narrowText') })
    return isWide
  }
}
