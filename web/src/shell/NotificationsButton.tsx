import { ActionIcon } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'

const Bell = lazy(() => import('./Bell.tsx').then((module) => ({ default: module.Bell })))

export function NotificationsButton() {
  const { t } = useTranslation('shell')
  const waiting = (
    <ActionIcon aria-label={t('notifications')} disabled>
      <IconBell size={16} stroke={1.6} aria-hidden />
    </ActionIcon>
  )
  return (
    <Suspense fallback={waiting}>
      <Bell />
    </Suspense>
  )
}
