import { IconPlugConnectedX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { connectionLost, onConnection } from '../data/connection.ts'
import { watchConnection } from '../data/watch-connection.ts'
import { addTexts } from '../ui/text/i18n.ts'
import classes from './ConnectionStrip.module.css'
import { connectionEn } from './connection.en.ts'

addTexts('connection', connectionEn)

/** Shown below the top bar while the server is unreachable; on reconnect it disappears, and pages refetch. */
export function ConnectionStrip() {
  const { t } = useTranslation('connection')
  const client = useQueryClient()
  const lost = useSyncExternalStore(onConnection, connectionLost)
  useEffect(() => watchConnection(client), [client])
  return (
    // The region is always there, so that screen readers announce it when it fills.
    <div role="status">
      {lost && (
        <p className={classes.strip}>
          <IconPlugConnectedX size={14} stroke={1.7} aria-hidden />
          {t(navigator.onLine ? 'away' : 'offline')}
        </p>
      )}
    </div>
  )
}
