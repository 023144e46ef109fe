import { Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { addTexts } from '../../../ui/text/i18n.ts'
import { quickEn } from './quick.en.ts'

addTexts('quick', quickEn)

interface CloseSummaryProps {
  /** What becomes of it. */
  text: string
  /** Without rows to choose from, it's where one begins. */
  hasFocus: boolean
  value: string
  onChange: (text: string) => void
  maxLength?: number
}

export function CloseSummary({ text, hasFocus, value, onChange, ...limits }: CloseSummaryProps) {
  const { t } = useTranslation('quick')
  return (
    <Textarea
      {...limits}
      autoFocus={hasFocus}
      data-autofocus={hasFocus || undefined}
      label={t('close.summary')}
      description={text}
      autosize
      minRows={2}
      maxRows={8}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
