import { useTranslation } from 'react-i18next'
import { Dot } from './Chip.tsx'

export function LiveState({ status }: { status: 'off' | 'connecting' | 'live' | 'reconnecting' }) {
  const { t } = useTranslation('ui')
  if (status === 'off') return null
  return (
    <span role="status" style={{ display: 'inline-flex', alignItems: 'center', gap: 6 }}>
      <Dot hue={status === 'live' ? 'green' : 'amber'} />
      {status === 'live' ? t('live') : status === 'connecting' ? t('connecting') : t('reconnecting')}
    </span>
  )
}
