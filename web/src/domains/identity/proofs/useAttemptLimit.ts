import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasCode } from '../../../data/api-error.ts'
import { formatSpan } from '../../../ui/time.ts'
import { useNow } from '../../../ui/Times.tsx'

/** Counts down the wait after too many attempts; the text disappears when it ends. */
export function useAttemptLimit(): { text: string | undefined; note: (error: unknown) => void } {
  const { t } = useTranslation('identity')
  const now = useNow('second')
  const [until, setUntil] = useState(0)
  const note = (error: unknown) => {
    const isLimit = hasCode(error, 'request.too_many')
    setUntil(isLimit ? Date.now() + (error.retryAfter ?? 60) * 1000 : 0)
  }
  const left = until - now
  return { text: left > 0 ? t('limit', { span: spanOf(left) }) : undefined, note }
}

function spanOf(milliseconds: number): string {
  return milliseconds < 60_000 ? `${Math.ceil(milliseconds / 1000)} s` : formatSpan(milliseconds + 59_999)
}
