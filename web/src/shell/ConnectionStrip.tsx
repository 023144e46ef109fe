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

/** A calm strip below the top bar while the server is out of reach; it goes by itself, and pages read anew what they show. */
export function ConnectionStrip() {
  const { t } = useTranslation('connection')
  const client = useQueryClient()
  const lost = useSyncExternalStore(onConnection, connectionLost)
  useEffect(() => watchConnection(client), [client])
  return (
    // The region is always there, so that readers of the screen are told when it fills.
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
